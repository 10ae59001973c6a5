/** A weekly rotation. The hand-over follows the zone's clocks through changes of daylight saving time. */
export interface Rotation {
  /** IANA name. */
  zone: string;
  /** Of the hand-over: 1 is Monday. */
  weekday: number;
  /** Of the hand-over, 0 to 23. */
  hour: number;
  /** Local day of the hand-over to the first member. */
  startsOn: string;
  /** Operators in the order of their weeks. */
  members: readonly string[];
}

/** Times are Unix milliseconds. */
export interface Override {
  operator: string;
  from: number;
  to: number;
}

export interface Shift extends Override {
  isOverride: boolean;
}

const WEEK = 7;

/** Whether the runtime knows a time zone of this name. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Now.instant().toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

/** The local day of the last hand-over before a time, as YYYY-MM-DD. */
export function handoverDay(rotation: Omit<Rotation, "members" | "startsOn">, at: number): string {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(rotation.zone).toPlainDate();
  const last = day.subtract({ days: (day.dayOfWeek - rotation.weekday + WEEK) % WEEK });
  return (handoverAt(rotation, last) > at ? last.subtract({ days: WEEK }) : last).toString();
}

/**
 * Shifts of a period, in order, cut at its ends; none where nobody is available. An operator who is not available is
 * passed over for the next one of the rotation.
 */
export function listShifts(
  { rotation, overrides }: { rotation: Rotation; overrides: readonly Override[] },
  { from, until, isAvailable }: { from: number; until: number; isAvailable: (operator: string) => boolean },
): Shift[] {
  const taken = overrides
    .filter((each) => each.to > from && each.from < until && isAvailable(each.operator))
    .toSorted((a, b) => a.from - b.from);
  const shifts: Shift[] = [];
  let at = from;
  while (at < until) {
    const override = taken.find((each) => each.to > at);
    const isOverride = override !== undefined && override.from <= at;
    const week = weekAt(rotation, at);
    const to = Math.min(until, isOverride ? override.to : Math.min(week.to, override?.from ?? until));
    const operator = isOverride ? override.operator : availableFrom(rotation, week.index, isAvailable);
    if (operator !== null) shifts.push({ operator, from: at, to, isOverride });
    at = to;
  }
  return shifts;
}

function weekAt(rotation: Rotation, at: number): { index: number; to: number } {
  const start = Temporal.PlainDate.from(handoverDay(rotation, at));
  const weeks = Temporal.PlainDate.from(rotation.startsOn).until(start, { largestUnit: "days" }).days / WEEK;
  const count = rotation.members.length;
  return {
    index: ((Math.floor(weeks) % count) + count) % count,
    to: handoverAt(rotation, start.add({ days: WEEK })),
  };
}

function handoverAt({ zone, hour }: Pick<Rotation, "zone" | "hour">, day: Temporal.PlainDate): number {
  return day.toZonedDateTime({ timeZone: zone, plainTime: { hour } }).epochMilliseconds;
}

function availableFrom(
  { members }: Rotation,
  index: number,
  isAvailable: (operator: string) => boolean,
): string | null {
  const inOrder = [...members.slice(index), ...members.slice(0, index)];
  return inOrder.find(isAvailable) ?? null;
}
