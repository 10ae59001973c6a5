import type { Static } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { type ReplayResult, ROUND_REFUSAL_WORDS } from "../../webhooks/deliveries/index.ts";

type Result = Static<typeof ReplayResult>["results"][number];

const WORDS = { ...ROUND_REFUSAL_WORDS, not_found: "there is no such delivery" };

/** How many deliveries are sent again, and why others are not. @throws Problem state_conflict if none is */
export function outcomeWords(results: readonly Pick<Result, "error" | "status">[]): string {
  const refused = new Map<keyof typeof WORDS, number>();
  for (const { error } of results) if (error !== null) refused.set(error, (refused.get(error) ?? 0) + 1);
  const reasons = [...refused]
    .map(([error, count]) => `${count.toLocaleString("en")}: ${WORDS[error]}`)
    .join("; ");
  const count = results.length;
  const sent = results.filter(({ error }) => error === null).length;
  if (count === 0) throw new Problem("state_conflict", "Choose other filters: no delivery fits these.");
  if (sent === 0) throw new Problem("state_conflict", `Choose others: none is sent again (${reasons}).`);
  const words = `${sent} of ${count} ${count === 1 ? "delivery is" : "deliveries are"} sent again`;
  const held = results.filter(({ error, status }) => error === null && status === "held").length;
  const rest =
    held === 0 ? "" : ` ${held} of them ${held === 1 ? "is" : "are"} held until the webhook is on.`;
  return `${words}${reasons === "" ? "" : `, the others not (${reasons})`}.${rest}`;
}
