import { Cacheable } from "../../../http/answers/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { Capabilities } from "./model.ts";
import { readCapabilities } from "./read.ts";

/** @param startedAt start of this process, in Unix milliseconds */
export function capabilitiesRoutes(mounted: Mounted, startedAt: number): Operation[] {
  return [
    readOperation({
      id: "getCapabilities",
      method: "GET",
      path: "/api/partner/capabilities",
      group: "account",
      summary: "Read the capabilities of your key",
      description: "For live and sandbox keys with any scope. Changes only with the key and the build.",
      access: partner(null, { mode: "any" }),
      response: Capabilities,
      validators: true,
      read: ({ actor }) =>
        new Cacheable(readCapabilities(actor, mounted), Math.max(actor.key.updatedAt, startedAt), 0),
    }),
  ];
}
