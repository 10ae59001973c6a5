import { isoUtc } from "../../kit/clock.ts";
import { type Flags, type Option, textFlag, UsageError } from "../command.ts";
import { timeFlag } from "../terminal/time-flag.ts";

/** Flags that select delivery records. */
export const FILTER_OPTIONS: Record<string, Option> = {
  status: {
    type: "string",
    value: "STATE",
    meaning: "Every record that is dead_letter, failed or delivered",
  },
  "webhook-id": { type: "string", value: "N", meaning: "With --status: only records of this webhook" },
  "event-type": { type: "string", value: "TYPE", meaning: "With --status: only events of this type" },
  from: { type: "string", value: "TIME", meaning: "With --status: only records made at or after this time" },
  to: { type: "string", value: "TIME", meaning: "With --status: only records made before this time" },
};

/** The filter of a replay; null without any flag of it. @throws UsageError */
export function parseReplayFilter(flags: Flags): Record<string, string> | null {
  const status = textFlag(flags, "status");
  const [from, to] = [timeFlag(flags, "from"), timeFlag(flags, "to")];
  const given = {
    webhook_id: textFlag(flags, "webhook-id"),
    event_type: textFlag(flags, "event-type"),
    from: from === null ? undefined : isoUtc(from),
    to: to === null ? undefined : isoUtc(to),
  };
  const narrowing = Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined);
  if (status !== undefined) return { status, ...Object.fromEntries(narrowing) };
  if (narrowing.length > 0)
    throw new UsageError("--status is needed with filters, such as --status dead_letter");
  return null;
}
