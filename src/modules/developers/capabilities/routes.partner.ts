import { Cacheable } from "../../../http/answers/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { Capabilities } from "./model.ts";
import { readCapabilities } from "./read.ts";

/** @param startedAt since when this build has answered. */
export function capabilitiesRoutes(mounted: Mounted, startedAt: number): Operation[] {
  return [
    readOperation({
      id: "getCapabilities",
      method: "GET",
      path: "/api/partner/capabilities",
      group: "account",
      summary: "Read what your key can do",
      description: "For live and sandbox keys of any scope. Changes with the key and with the build.",
      access: partner(null, { mode: "any" }),
      response: Capabilities,
      validators: true,
      read: ({ actor }) =>
        new Cacheable(readCapabilities(actor, mounted), Math.max(actor.key.updatedAt, startedAt), 0),
    }),
  ];
}
