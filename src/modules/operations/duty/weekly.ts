import { invalidPayload } from "../../../http/answers/problem.ts";
import { isoUtc, timeOfIso } from "../../../kit/clock.ts";
import { type NewPlan, type PlanView, WEEKDAYS } from "./model.ts";
import { isZone, localTimeAt } from "./rotation.ts";

/** A rotation whose operators take whole weeks, one after the other. */
export interface WeeklyTurns {
  zone: string;
  weekday: (typeof WEEKDAYS)[number];
  /** Of the hand-over, by the zone's clocks. */
  hour: number;
  /** A day of the first operator's week; the current week if undefined. */
  starts_on?: string | undefined;
  operators: readonly string[];
}

const WEEK = 7;

/** The spans of a weekly rotation. @throws Problem invalid_payload naming the field */
export function weeklyRotation(turns: WeeklyTurns, now: number): NewPlan["rotation"] {
  const { zone, hour, operators } = turns;
  if (!isZone(zone)) throw invalidPayload("zone", "must be an IANA time zone, such as Europe/Berlin");
  const first = firstDay(turns, now);
  const edge = (weeks: number) =>
    isoUtc(
      first.add({ days: WEEK * weeks }).toZonedDateTime({ timeZone: zone, plainTime: { hour } })
        .epochMilliseconds,
    );
  return operators.map((operator, index) => ({ operator, from: edge(index), to: edge(index + 1) }));
}

function firstDay({ zone, weekday, hour, starts_on }: WeeklyTurns, now: number): Temporal.PlainDate {
  if (starts_on !== undefined && Number.isNaN(timeOfIso(starts_on)))
    throw invalidPayload("starts_on", "must be a day of the calendar, such as 2026-11-23");
  const local = localTimeAt(now, zone);
  const day = starts_on === undefined ? local.toPlainDate() : Temporal.PlainDate.from(starts_on);
  const last = day.subtract({ days: (day.dayOfWeek - WEEKDAYS.indexOf(weekday) - 1 + WEEK) % WEEK });
  const isAhead = starts_on === undefined && last.equals(day) && local.hour < hour;
  return isAhead ? last.subtract({ days: WEEK }) : last;
}

/** The plan as a weekly rotation; null if it is none. */
export function weeklyTurns({ zone, rotation }: PlanView): WeeklyTurns | null {
  if (zone === null) return null;
  const edges = rotation.map(({ from, to }) => [localOf(from, zone), localOf(to, zone)] as const);
  const [first] = edges;
  if (first === undefined || first[0].minute !== 0) return null;
  const isWeekly = edges.every(([from, to], index) => {
    const begin = first[0].add({ days: WEEK * index });
    return from.equals(begin) && to.equals(begin.add({ days: WEEK }));
  });
  const [{ dayOfWeek, hour }] = first;
  const weekday = WEEKDAYS[dayOfWeek - 1];
  if (!isWeekly || weekday === undefined) return null;
  const operators = rotation.map(({ operator }) => operator);
  return { zone, weekday, hour, starts_on: first[0].toPlainDate().toString(), operators };
}

function localOf(iso: string, zone: string): Temporal.PlainDateTime {
  return localTimeAt(Date.parse(iso), zone);
}
