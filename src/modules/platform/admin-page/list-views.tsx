/** @jsxImportSource preact */

import type { TObject } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../db/sql.ts";
import { type Reader, SavedViews } from "../../../pages/index.ts";
import { listViews } from "../saved-views/index.ts";
import type { PageActor } from "./audience.ts";

interface ListPage {
  context: { sql: Sql; actor: PageActor; reader: Reader };
  path: string;
  isList: boolean;
}

/** The content of a list's page, which shows the views that its operator saved. */
export function withViews(content: JSX.Element, { context, path, isList }: ListPage): JSX.Element {
  const { sql, actor, reader } = context;
  if (!isList || actor.kind !== "operator") return content;
  const views = listViews(sql, actor.name, path);
  const value = { path, views, csrfToken: reader.csrfToken };
  return <SavedViews.Provider value={value}>{content}</SavedViews.Provider>;
}

/** Whether a page has a list whose columns can be chosen. */
export function isListQuery(query: TObject | undefined): boolean {
  return query !== undefined && "columns" in query.properties;
}
