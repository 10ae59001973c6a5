import { type Operation, PAGES_GROUP } from "../../src/http/operation.ts";

/** Pages that load others' code under a policy of their own (contract section 2). */
const EXEMPT = ["/docs/try"];

/** The pages that anybody may open without knowing an id: what tests of all pages go through. */
export function publicPages(operations: readonly Operation[]): string[] {
  return [...fixedPages(operations), ...referencePages(operations)];
}

/** The reference has a page a group. */
function referencePages(operations: readonly Operation[]): string[] {
  const groups = new Set(operations.map(({ group }) => group).filter((group) => group !== PAGES_GROUP));
  return [...groups, "events"].map((group) => `/docs/${group}`);
}

function fixedPages(operations: readonly Operation[]): string[] {
  return operations
    .filter(
      ({ method, path, access, response }) =>
        method === "GET" &&
        access.kind === "public" &&
        "mediaType" in response &&
        response.mediaType === "text/html" &&
        !path.includes("{") &&
        !EXEMPT.includes(path),
    )
    .map(({ path }) => path);
}
