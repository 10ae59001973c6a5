/** The parts of a request's URL, as the runtime spells them. */
export interface Target {
  /** Path and query, as they are signed. */
  whole: string;
  path: string;
  /** Without the question mark; empty if there is none. */
  query: string;
}

let lastUrl = "/";
let last = split("/");

/**
 * The parts of a URL; those of the last one are kept, since each request asks several times. Without a usable Host,
 * Bun's url is only the target: a later `//` must not be taken for an origin, or a signature would be valid for
 * another route.
 */
export function parseTarget(url: string): Target {
  if (url === lastUrl) return last;
  last = split(url.startsWith("/") ? url : afterOrigin(url));
  lastUrl = url;
  return last;
}

function afterOrigin(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start === -1 ? "/" : url.slice(start);
}

function split(whole: string): Target {
  const mark = whole.indexOf("?");
  if (mark === -1) return { whole, path: whole, query: "" };
  return { whole, path: whole.slice(0, mark), query: whole.slice(mark + 1) };
}
