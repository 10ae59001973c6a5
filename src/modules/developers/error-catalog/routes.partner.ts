import { Cacheable } from "../../../http/answers/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { ErrorCatalog } from "./model.ts";
import { readErrorCatalog } from "./read.ts";

const MAX_AGE_SECONDS = 300;

/** @param startedAt start of this process, in Unix milliseconds; the codes change only with the build */
export function errorCatalogRoutes(mounted: Mounted, startedAt: number): Operation[] {
  return [
    readOperation({
      id: "listErrors",
      method: "GET",
      path: "/api/partner/errors.json",
      group: "account",
      summary: "List the error codes, with how to handle each",
      description:
        "For live and sandbox keys with any scope. Lists exactly the codes that can occur in this build.",
      access: partner(null, { mode: "any" }),
      response: ErrorCatalog,
      validators: true,
      read: () => new Cacheable(readErrorCatalog(mounted), startedAt, MAX_AGE_SECONDS),
    }),
  ];
}
