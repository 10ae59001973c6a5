import { Cacheable } from "../../../http/answers/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { ErrorCatalog } from "./model.ts";
import { readErrorCatalog } from "./read.ts";

const MAX_AGE_SECONDS = 300;

/** @param startedAt since when this build has answered: its codes change with it alone. */
export function errorCatalogRoutes(mounted: Mounted, startedAt: number): Operation[] {
  return [
    readOperation({
      id: "listErrors",
      method: "GET",
      path: "/api/partner/errors.json",
      group: "account",
      summary: "Read every error code, and what to do about it",
      description: "For live and sandbox keys of any scope. Holds the codes that this build can answer with.",
      access: partner(null, { mode: "any" }),
      response: ErrorCatalog,
      validators: true,
      read: () => new Cacheable(readErrorCatalog(mounted), startedAt, MAX_AGE_SECONDS),
    }),
  ];
}
