import { invalidPayload } from "../../../http/answers/problem.ts";
import { timeOfIso } from "../../../kit/clock.ts";
import { type NewPlan, WEEKDAYS } from "./model.ts";
import { localTimeAt, minutesBetween, type Rotation, WEEK_MINUTES } from "./rotation.ts";

const DAY_MINUTES = 24 * 60;
const MAX_WEEKS = 104;
const WEEKLY = /^([a-z]{3}) (\d\d):(\d\d)$/;

/** The rotation of a new plan. @throws Problem invalid_payload naming the field */
export function readRotation(spans: NewPlan["rotation"], zone: string, now: number): Rotation {
  const isWeekly = spans.every(({ from }) => WEEKLY.test(from));
  for (const [index, { from, to }] of spans.entries())
    for (const [name, edge] of Object.entries({ from, to }))
      if (WEEKLY.test(edge) !== isWeekly || (!isWeekly && Number.isNaN(timeOfIso(edge))))
        throw invalidPayload(
          `rotation.${index}.${name}`,
          "must be a weekday and time or an ISO 8601 time, in all spans alike",
        );
  const rotation = isWeekly ? weekOf(spans, zone, now) : roundOf(spans, zone);
  if (rotation.weeks > MAX_WEEKS) throw invalidPayload("rotation", `must cover at most ${MAX_WEEKS} weeks`);
  checkOverlaps(rotation, spans);
  return { ...rotation, spans: rotation.spans.toSorted((a, b) => a.from - b.from) };
}

/** Spans of weekdays, from Monday of the current week. */
function weekOf(spans: NewPlan["rotation"], zone: string, now: number): Rotation {
  const day = localTimeAt(now, zone).toPlainDate();
  const monday = day.subtract({ days: day.dayOfWeek - 1 });
  return {
    zone,
    startsAt: `${monday}T00:00`,
    weeks: 1,
    spans: spans.map(({ operator, ...edges }) => {
      const [from, to] = [minuteOfWeek(edges.from), minuteOfWeek(edges.to)];
      return { operator, from, to: to <= from ? to + WEEK_MINUTES : to };
    }),
  };
}

function minuteOfWeek(edge: string): number {
  const [, day = "", hours, minutes] = WEEKLY.exec(edge) ?? [];
  const days = WEEKDAYS.findIndex((name) => name.startsWith(day));
  return days * DAY_MINUTES + Number(hours) * 60 + Number(minutes);
}

/** Spans of times, from the first one. */
function roundOf(spans: NewPlan["rotation"], zone: string): Rotation {
  const begin = localTimeAt(Math.min(...spans.map(({ from }) => timeOfIso(from))), zone);
  const minuteOf = (iso: string) => minutesBetween(begin, localTimeAt(timeOfIso(iso), zone));
  const placed = spans.map(({ operator, from, to }, index) => {
    const span = { operator, from: minuteOf(from), to: minuteOf(to) };
    if (span.to <= span.from) throw invalidPayload(`rotation.${index}.to`, "must be after from");
    return span;
  });
  return {
    zone,
    startsAt: begin.toString({ smallestUnit: "minute" }),
    weeks: Math.ceil(Math.max(...placed.map(({ to }) => to)) / WEEK_MINUTES),
    spans: placed,
  };
}

function checkOverlaps({ weeks, spans }: Rotation, given: NewPlan["rotation"]): void {
  const round = weeks * WEEK_MINUTES;
  for (const index of given.keys())
    for (const other of spans.slice(0, index))
      for (const shift of [-round, 0, round]) {
        const span = spans[index];
        if (span !== undefined && span.from + shift < other.to && other.from < span.to + shift)
          throw invalidPayload(`rotation.${index}.from`, "must not overlap another span");
      }
}
