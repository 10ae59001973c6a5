import { isoUtc } from "../../../kit/clock.ts";
import type { IncidentState } from "../../status/incidents/index.ts";

/** The facts of an incident that templates use. Times are Unix milliseconds. */
interface TemplateFacts {
  /** Titles of the affected checks; empty for the whole service. */
  affected: readonly string[];
  startedAt: number;
  endedAt: number | null;
  now: number;
}

type Template = (facts: { affected: string; from: string; to: string }) => string;

const TEMPLATES: Record<IncidentState, Template> = {
  investigating: ({ affected }) =>
    `We are investigating a problem with ${affected}. We will write again within 30 minutes.`,
  identified: ({ affected }) =>
    `We have found the cause of the problem with ${affected} and are working on it. We will write again within 30 minutes.`,
  monitoring: ({ affected }) =>
    `We have put right the problem with ${affected}, and are watching whether it stays so.`,
  resolved: ({ affected, from, to }) =>
    `The problem with ${affected} is resolved. It lasted from ${from} to ${to}.`,
  postmortem: ({ affected, from, to }) =>
    [
      `Effect: a problem with ${affected} from ${from} to ${to}.`,
      "Cause: ",
      "How we noticed: ",
      "What put it right: ",
      "What we change, so that it does not come again: ",
    ].join("\n\n"),
};

/** The usual words of an update in a state, for an operator to complete. */
export function templateText(
  state: IncidentState,
  { affected, startedAt, endedAt, now }: TemplateFacts,
): string {
  return TEMPLATES[state]({
    affected: affected.length === 0 ? "the service" : affected.join(", "),
    from: minuteOf(startedAt),
    to: minuteOf(endedAt ?? now),
  });
}

function minuteOf(at: number): string {
  return `${isoUtc(at).slice(0, 16).replace("T", " ")} UTC`;
}
