import { type Operation, PAGES_GROUP } from "../../src/http/operation.ts";

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

/** Operators' pages that are JSON for programs, too: they answer refusals as pages. */
function isView({ access, group, refusal }: Operation): boolean {
  return access.kind === "operator" && group !== PAGES_GROUP && refusal !== undefined;
}

function fixedPages(operations: readonly Operation[], audience: "public" | "operator" = "public"): string[] {
  return operations
    .filter((operation) => {
      const { method, path, access, response } = operation;
      const isPage = "mediaType" in response && response.mediaType === "text/html";
      return (
        method === "GET" &&
        access.kind === audience &&
        (isPage || isView(operation)) &&
        !path.includes("{") &&
        !EXEMPT.includes(path)
      );
    })
    .map(({ path }) => path);
}
