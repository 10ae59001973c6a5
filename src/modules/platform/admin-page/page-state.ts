import type { TObject } from "@sinclair/typebox";
import { createQueryParser } from "../../../http/input/query.ts";
import type { Context } from "../../../http/operation.ts";
import type { RefusedForm } from "../../../pages/index.ts";
import { SessionNotes } from "./session-notes.ts";

/** A page that can show a refused form again. */
export interface ShownPage {
  path: string;
  query: TObject | null;
  /**
   * Renders the page with the form that was refused, for this context, whose path and query are the page's own. @throws
   * Problem forbidden for an actor who may not read the page itself
   */
  showAgain: (context: Context, refused: RefusedForm) => Promise<Response>;
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
  /** Path and query. */
  address: string;
}

/** The page of a submitted form: the one that it names, or else the one below whose path the form's path is. */
export function findFormPage(
  state: PageState,
  { target, named }: { target: string; named: unknown },
): FoundPage | null {
  const form = target.split("?")[0] ?? "";
  const declared = state.pageOfForm.get(form);
  const parents = declared === undefined ? parentsOf(form) : [declared];
  for (const address of typeof named === "string" ? [named, ...parents] : parents) {
    const found = findPage(state, { address });
    if (found !== null) return found;
  }
  return null;
}

/** The page at an address, without the refused parts of its query; null if there is none. */
export function findPage(
  { pages }: PageState,
  { address, refused = [] }: { address: string; refused?: readonly string[] },
): FoundPage | null {
  const [path = "", raw = ""] = address.split("?", 2);
  const at = pageAt(pages, path);
  if (at === null) return null;
  const accepted = new URLSearchParams(raw);
  for (const name of refused) accepted.delete(name);
  const query = accepted.toString();
  return { ...at, query: queryOf(at.page, query), address: query === "" ? path : `${path}?${query}` };
}

/** The path and its parents, longest first, up to the first page. */
function parentsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(2).map((_, index) => parts.slice(0, parts.length - index).join("/"));
}

/** The page whose path template matches, with the values of its parameters: `/keys/new` before `/keys/{key_id}`. */
function pageAt(pages: readonly ShownPage[], path: string): Pick<FoundPage, "page" | "params"> | null {
  const own = pages.find((page) => page.path === path);
  if (own !== undefined) return { page: own, params: {} };
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
