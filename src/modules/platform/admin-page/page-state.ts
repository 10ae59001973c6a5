import type { TObject } from "@sinclair/typebox";
import { createQueryParser } from "../../../http/input/query.ts";
import { type Context, hasRole, type Role } from "../../../http/operation.ts";
import { SessionNotes } from "./session-notes.ts";

/** A page that can show a refused form again. */
export interface ShownPage {
  path: string;
  role: Role;
  query: TObject | null;
  /** Renders the page for this context, whose path and query are the page's own. */
  show: (context: Context) => Promise<Response>;
}

/** State shared by the pages of one audience. */
export interface PageState {
  pages: ShownPage[];
  /** Paths of pages by the path of their form, where the form's path does not begin with the page's. */
  pageOfForm: Map<string, string>;
  notes: SessionNotes;
}

export function newPageState(): PageState {
  return { pages: [], pageOfForm: new Map(), notes: new SessionNotes() };
}

export interface FoundPage {
  page: ShownPage;
  params: Record<string, string>;
  query: Record<string, unknown>;
}

/**
 * The page of a submitted form: by Referer, otherwise the page that the form names, or the one whose path is a prefix
 * of the form's. Null if none matches.
 */
export function findFormPage(
  { pages, pageOfForm }: PageState,
  role: Role,
  { target, referer }: { target: string; referer: string | null },
): FoundPage | null {
  const from = referer !== null && URL.canParse(referer) ? new URL(referer) : null;
  const open = pages.filter((page) => hasRole(role, page.role));
  const form = target.split("?")[0] ?? "";
  const named = pageOfForm.get(form);
  const parents = named === undefined ? parentsOf(form) : [named];
  const candidates = [...(from === null ? [] : [from.pathname]), ...parents];
  for (const path of candidates) {
    const at = pageAt(open, path);
    if (at === null) continue;
    const raw = from?.pathname === path ? from.search.slice(1) : "";
    return { ...at, query: queryOf(at.page, raw) };
  }
  return null;
}

/** The page at a path, with the parts of its query that are not refused; null if there is none for this role. */
export function findPage(
  { pages }: PageState,
  role: Role,
  { path, query, refused }: { path: string; query: string; refused: readonly string[] },
): FoundPage | null {
  const open = pages.filter((page) => hasRole(role, page.role));
  const at = pageAt(open, path);
  if (at === null) return null;
  const accepted = new URLSearchParams(query);
  for (const name of refused) accepted.delete(name);
  return { ...at, query: queryOf(at.page, accepted.toString()) };
}

/** The path and its parents, longest first, up to the first page. */
function parentsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(2).map((_, index) => parts.slice(0, parts.length - index).join("/"));
}

/** The first page whose path template matches, with the values of its parameters. */
function pageAt(pages: readonly ShownPage[], path: string): Omit<FoundPage, "query"> | null {
  for (const page of pages) {
    const params = readParams(page.path, path);
    if (params !== null) return { page, params };
  }
  return null;
}

/** Null if the path does not match, or a value is not percent-encoded UTF-8. */
function readParams(template: string, path: string): Record<string, string> | null {
  const parts = template.split("/");
  const values = path.split("/");
  if (parts.length !== values.length) return null;
  const named: [string, string][] = [];
  for (const [index, part] of parts.entries()) {
    const value = values[index] ?? "";
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== value : value === "") return null;
    if (name !== undefined) named.push([name, value]);
  }
  try {
    return Object.fromEntries(named.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}

function queryOf({ query }: ShownPage, raw: string): Record<string, unknown> {
  const parse = createQueryParser(query);
  try {
    return parse(raw, true);
  } catch {
    return parse("", false);
  }
}
