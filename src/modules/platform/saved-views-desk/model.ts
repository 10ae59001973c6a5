import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { Id, Text, Timestamp, Words } from "../../../http/schema/shapes.ts";

const Path = () => Text(200, { description: "Path of the list's page, such as /admin/deliveries." });

export const ViewBody = Type.Object({
  path: Path(),
  name: Words(60, { description: "Its name; a view of the list with this name is replaced." }),
  query: Type.String({
    maxLength: 2_000,
    description: "Filters, columns and order as the page's query string, such as state=dead_letter.",
  }),
});
export const ViewPath = Type.Object({ id: Id({ description: "Id of the saved view." }) });
export const ViewsQuery = Type.Object({ path: Type.Optional(Path()) });

export const SavedView = Type.Object(
  {
    id: Type.Integer({ description: "Id of the saved view." }),
    path: Type.String({ description: "Path of the list's page." }),
    name: Type.String({ description: "Name that the operator gave." }),
    query: Type.String({ description: "The page's query string, without a question mark." }),
    href: Type.String({ description: "Address of the page with this view." }),
    updated_at: Timestamp({ description: "When it was last saved." }),
  },
  { title: "SavedView" },
);

export const SavedViews = Type.Object({
  views: Type.Array(SavedView, { description: "By path and name." }),
  count: RowCount,
});
export const DeletedView = Type.Object({
  deleted: Type.Literal(true, { description: "The view is deleted." }),
  id: Type.Integer({ description: "Id of the deleted view." }),
});
