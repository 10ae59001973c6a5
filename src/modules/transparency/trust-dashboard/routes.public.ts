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
      summary: "Read how the project keeps its promises, with the evidence",
      description:
        "One control per promise: its status, what was found, where the evidence is, and its place in the signed log.",
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
