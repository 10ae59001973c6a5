import { Cacheable } from "../../../http/answers/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { ErrorsByCode } from "./model.ts";
import { readErrorsByCode } from "./read.ts";

const MAX_AGE_SECONDS = 300;

/** @param startedAt start of this process, in Unix milliseconds; the codes change only with the build */
export function apiErrorsRoutes(mounted: Mounted, startedAt: number): Operation[] {
  return [
    readOperation({
      id: "getApiErrors",
      method: "GET",
      path: "/developers/api-errors.json",
      group: "developers",
      summary: "List the error codes of every surface",
      access: anyone(),
      response: ErrorsByCode,
      validators: true,
      read: () => new Cacheable(readErrorsByCode(mounted), startedAt, MAX_AGE_SECONDS),
    }),
  ];
}
