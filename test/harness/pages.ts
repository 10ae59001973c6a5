import type { Operation } from "../../src/http/operation.ts";

/** Pages that load others' code under a policy of their own (contract section 2). */
const EXEMPT = ["/docs/try"];

/** The pages that anybody may open without knowing an id: what tests of all pages go through. */
export function publicPages(operations: readonly Operation[]): string[] {
  return [...fixedPages(operations), ...REFERENCE_PAGES];
}

/** The reference has a page a group: one of operations and the one of events hold every kind of part. */
const REFERENCE_PAGES = ["/docs/salutes", "/docs/events"];

/** The pages that an operator may open without knowing an id. */
export function adminPages(operations: readonly Operation[]): string[] {
  return fixedPages(operations, "operator");
}

function fixedPages(operations: readonly Operation[], audience: "public" | "operator" = "public"): string[] {
  return operations
    .filter(
      ({ method, path, access, response }) =>
        method === "GET" &&
        access.kind === audience &&
        "mediaType" in response &&
        response.mediaType === "text/html" &&
        !path.includes("{") &&
        !EXEMPT.includes(path),
    )
    .map(({ path }) => path);
}
