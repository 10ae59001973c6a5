/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Table } from "../../../pages/index.ts";
import type { JsonSchema, OpenApiDocument } from "../openapi/index.ts";
import { fieldsOf } from "./fields.ts";
import { Inline } from "./markdown.tsx";

interface FieldTableProps {
  caption: string;
  document: OpenApiDocument;
  schema: JsonSchema;
  /** In what a client sends, what must be there is told; in answers, what may be missing is. */
  marksRequired?: boolean;
}

/** The properties of a shape, a row each; nothing where it names none. */
export function FieldTable({
  caption,
  document,
  schema,
  marksRequired,
}: FieldTableProps): JSX.Element | null {
  const rows = fieldsOf(document, schema);
  if (rows.length === 0) return null;
  const mark = (isRequired: boolean) => {
    if (marksRequired === true) return isRequired ? "required" : "";
    return isRequired ? "" : "not always";
  };
  return (
    <Table
      caption={caption}
      columns={[
        {
          head: "Name",
          cell: ({ name, isRequired }) => (
            <span>
              <code>{name}</code> <small>{mark(isRequired)}</small>
            </span>
          ),
        },
        { head: "Type", cell: ({ type }) => type },
        { head: "Meaning", cell: ({ description }) => <Inline text={description} /> },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  );
}
