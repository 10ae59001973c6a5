import { type Static, Type } from "@sinclair/typebox";
import { DAY_MS, MINUTE_MS, timeOfEntry } from "../../kit/clock.ts";
import { invalidQuery } from "../answers/problem.ts";
import { EnteredTime } from "../schema/shapes.ts";

/** The period of a list's filter, as people enter it. */
export const PeriodFields = {
  from: Type.Optional(
    EnteredTime({
      examples: ["2026-11-01"],
      description: "Start of the period, inclusive: a UTC day or time.",
    }),
  ),
  to: Type.Optional(
    EnteredTime({
      examples: ["2026-11-30"],
      description:
        "End of the period: a UTC day or minute, which is included, or a time with seconds, exclusive.",
    }),
  ),
};
const Fields = Type.Object(PeriodFields);

/**
 * Unix milliseconds of a period's ends: `from` inclusive, `to` exclusive; null where unset.
 * @throws Problem invalid_query for a period that ends before it starts
 */
export function readPeriod(entered: Static<typeof Fields>): { from: number | null; to: number | null } {
  const from = entered.from === undefined ? null : timeOfEntry(entered.from);
  if (entered.to === undefined) return { from, to: null };
  const last = timeOfEntry(entered.to);
  const to = last + lengthOf(entered.to);
  if (from !== null && from > last && from >= to) throw invalidQuery("to", "must not be earlier than from");
  return { from, to };
}

/** Milliseconds that an entered time covers: a day, a minute, or none for a time with seconds. */
function lengthOf(text: string): number {
  if (text.length === "2026-11-22".length) return DAY_MS;
  return /[T ]\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})?$/.test(text) ? MINUTE_MS : 0;
}
