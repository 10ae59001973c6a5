import { type Operation, PAGES_GROUP } from "../../../src/http/operation.ts";

/** Pages that load third-party code under a policy of their own (contract section 2). */
const EXEMPT = ["/docs/try"];

/** Public pages without an id in their path, for tests of all pages. */
export function publicPages(operations: readonly Operation[]): string[] {
  return [...fixedPages(operations), ...REFERENCE_PAGES];
}

/** The reference has one page per group; these two contain every kind of element. */
const REFERENCE_PAGES = ["/docs/salutes", "/docs/events"];

/** Operators' pages without an id in their path. */
export function adminPages(operations: readonly Operation[]): string[] {
  return fixedPages(operations, "operator");
}

/** Pages of partners' members without an id in their path. */
export function memberPages(operations: readonly Operation[]): string[] {
  return fixedPages(operations, "member");
}

/** Operators' pages that are also available as JSON; they answer refusals as pages. */
function isView({ access, group, refusal }: Operation): boolean {
  return access.kind === "operator" && group !== PAGES_GROUP && refusal !== undefined;
}

function fixedPages(
  operations: readonly Operation[],
  audience: "public" | "operator" | "member" = "public",
): string[] {
  return operations
    .filter((operation) => {
      const { method, path, access, query, response } = operation;
      const isPage = "mediaType" in response && response.mediaType === "text/html";
      return (
        method === "GET" &&
        access.kind === audience &&
        (isPage || isView(operation)) &&
        !path.includes("{") &&
        // Pages that need parameters are reached from the lists that name them.
        !("required" in (query ?? {})) &&
        !EXEMPT.includes(path)
      );
    })
    .map(({ path }) => path);
}
