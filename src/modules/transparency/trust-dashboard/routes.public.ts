import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { TrustDocument } from "./model.ts";
import { changedAt, readControls, trustDocument } from "./read.ts";
import type { TrustSource } from "./source.ts";

const MAX_AGE_SECONDS = 60;

export function trustRoutes(source: TrustSource): Operation[] {
  return [
    readOperation({
      id: "getTrustDashboard",
      method: "GET",
      path: "/transparency/trust-dashboard.json",
      group: "transparency",
      summary: "Read the trust dashboard",
      description:
        "The status of each control, with its summary, its evidence and its entry in the signed log.",
      access: anyone(),
      response: TrustDocument,
      validators: true,
      read: async ({ now }) => {
        const controls = await readControls(source, now);
        return new Cacheable(trustDocument(controls, source), changedAt(controls, source), MAX_AGE_SECONDS);
      },
    }),
  ];
}
