import { type Static, Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import {
  type Actor,
  type Operation,
  operator,
  readOperation,
  seeOther,
  writeOperation,
} from "../../../http/operation.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, requireOperator } from "../admin-page/index.ts";
import { listViews, requireDeleted, type SavedViewRow, setView } from "../saved-views/index.ts";
import { DeletedView, SavedView, SavedViews, ViewBody, ViewPath, ViewsQuery } from "./model.ts";

const JSON_PATH = "/admin/ops/saved-views";
const FORMS = "/admin/views";

/** Each operator's named views of lists: forms above the lists, and JSON. */
export function savedViewRoutes(site: Site, live: Database): Operation[] {
  const { paths } = site;
  return [
    readOperation({
      id: "listSavedViews",
      method: "GET",
      path: JSON_PATH,
      group: "ops",
      summary: "List your named views of the desk's lists",
      access: operator("viewer"),
      query: ViewsQuery,
      response: SavedViews,
      read: ({ actor, query }) => {
        const views = listViews(live.read, nameOf(actor), query.path ?? null).map(viewOf);
        return { views, count: views.length };
      },
    }),
    writeOperation({
      id: "setSavedView",
      method: "POST",
      path: JSON_PATH,
      group: "ops",
      summary: "Save a view of a list under a name, for yourself",
      outcome: "The view was saved, in place of an earlier one with this name.",
      access: operator("viewer"),
      body: ViewBody,
      response: SavedView,
      errors: ["state_conflict"],
      example: { path: "/admin/deliveries", name: "Dead letters", query: "state=dead_letter" },
      write: (tx, { actor, body }) =>
        worded(() => viewOf(setView(tx, requireOperator(actor), { view: body, paths }))),
    }),
    writeOperation({
      id: "deleteSavedView",
      method: "DELETE",
      path: `${JSON_PATH}/{id}`,
      group: "ops",
      summary: "Delete one of your named views",
      outcome: "The view was deleted.",
      access: operator("viewer"),
      params: ViewPath,
      response: DeletedView,
      errors: ["not_found"],
      write: (tx, { actor, params }) => {
        const { id } = requireDeleted(tx, requireOperator(actor), Number(params.id));
        return { deleted: true as const, id };
      },
    }),
    ...viewForms(site, live),
  ];
}

function viewForms(site: Site, live: Database): Operation[] {
  return [
    adminForm(site, {
      id: "saveViewForm",
      path: FORMS,
      page: "/admin",
      summary: "Save a view of a list under a name",
      done: ({ name }) => `The view ${name} is saved.`,
      role: "viewer",
      form: Type.Object(ViewBody.properties),
      errors: ["state_conflict"],
      submit: async ({ actor, body }) => {
        const view = await live.writer.run((tx) => setView(tx, actor, { view: body, paths: site.paths }));
        return seeOther(hrefOf(view));
      },
    }),
    adminForm(site, {
      id: "deleteViewForm",
      path: `${FORMS}/{id}/delete`,
      page: "/admin",
      summary: "Delete a named view",
      done: "The view is deleted.",
      role: "viewer",
      params: ViewPath,
      errors: ["not_found"],
      submit: async ({ actor, params }) => {
        const { path } = await live.writer.run((tx) => requireDeleted(tx, actor, Number(params.id)));
        return seeOther(path);
      },
    }),
  ];
}

function nameOf(actor: Actor): string {
  return requireOperator(actor).name;
}

function hrefOf({ path, query }: Pick<SavedViewRow, "path" | "query">): string {
  return query === "" ? path : `${path}?${query}`;
}

function viewOf(row: SavedViewRow): Static<typeof SavedView> {
  const { id, path, name, query, updated_at } = row;
  return { id, path, name, query, href: hrefOf(row), updated_at: isoUtc(updated_at) };
}

/** Turns an InvalidInput into a Problem that names the field. */
function worded<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof InvalidInput ? invalidPayload(error.field, error.message) : error;
  }
}
