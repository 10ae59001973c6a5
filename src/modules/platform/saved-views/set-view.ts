import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { deleteView, listViews, MAX_VIEWS, type SavedViewRow, upsertView } from "./store.ts";

/** Parameters that say which part of a list is shown, and how it is sent. */
const UNSAVED = ["before", "offset", "cursor", "format"];

interface NewView {
  /** Path of a page of the desk, such as /admin/deliveries. */
  path: string;
  name: string;
  /** A query string; its place within the list is left out. */
  query: string;
}

/**
 * Saves a view of a list under a name, in place of the operator's view with that name.
 * @param paths all paths of the build
 * @throws Problem state_conflict for too many views; InvalidInput for a path without a page of the desk, and for a
 *   user's external id, which would outlive the person
 */
export function setView(
  tx: Tx,
  actor: OperatorActor,
  { view, paths }: { view: NewView; paths: ReadonlySet<string> },
): SavedViewRow {
  const { path, name } = view;
  if (!path.startsWith("/admin") || !paths.has(path))
    throw new InvalidInput("path", "must be the path of a list of the desk");
  const known = listViews(tx, actor.name, path);
  if (known.length >= MAX_VIEWS && !known.some((each) => each.name === name))
    throw new Problem("state_conflict", `Delete a view first: this list has ${MAX_VIEWS}.`);
  const query = new URLSearchParams(view.query);
  for (const parameter of UNSAVED) query.delete(parameter);
  if ([...query.values()].some((value) => value.startsWith("ext:")))
    throw new InvalidInput(
      "query",
      "must name a user by the number: an external id would outlive the person",
    );
  upsertView(tx, actor.name, { path, name, query: String(query) });
  const saved = listViews(tx, actor.name, path).find((each) => each.name === name);
  if (saved === undefined) throw new Error("the view was not stored");
  return saved;
}

/** Deletes one of the operator's views. @throws Problem not_found */
export function requireDeleted(tx: Tx, actor: OperatorActor, id: number): SavedViewRow {
  const deleted = deleteView(tx, actor.name, id);
  if (deleted === null) throw new Problem("not_found", `Check the id: you have no view ${id}.`);
  return deleted;
}
