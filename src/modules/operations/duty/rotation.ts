/** A rotation that repeats after whole weeks, by the zone's clocks through changes of daylight saving time. */
export interface Rotation {
  /** IANA name. */
  zone: string;
  /** Local time of the begin: YYYY-MM-DDTHH:MM. */
  startsAt: string;
  weeks: number;
  /** In order, without overlaps; between them nobody is on call. */
  spans: readonly Span[];
}

/** In local minutes from the begin of the rotation. */
export interface Span {
  operator: string;
  from: number;
  to: number;
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

export const WEEK_MINUTES = 7 * 24 * 60;

interface Turn extends Override {
  /** The span's place in the rotation. */
  index: number;
}

/** Whether the runtime knows a time zone of this name. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Now.instant().toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

/** Local time of an instant, without its seconds. */
export function localTimeAt(at: number, zone: string): Temporal.PlainDateTime {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.with({ second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
}

export function minutesBetween(from: Temporal.PlainDateTime, to: Temporal.PlainDateTime): number {
  return from.until(to, { largestUnit: "minutes" }).minutes;
}

/** The spans of the rotation's current round, as times. */
export function currentRound(rotation: Rotation, now: number): Override[] {
  return roundOf(rotation, roundAt(rotation, now));
}

interface Period {
  from: number;
  until: number;
  isAvailable: (operator: string) => boolean;
}

interface Planned {
  rotation: Rotation;
  overrides: readonly Override[];
}

/** The shifts of a period, in order, each from its own beginning to its own end. */
export function listWholeShifts(plan: Planned, { from, until, isAvailable }: Period): Shift[] {
  const isIn = (each: Override) => each.to > from && each.from < until;
  const parts = [...turnsBetween(plan.rotation, from, until), ...plan.overrides.filter(isIn)];
  const begin = Math.min(from, ...parts.map((each) => each.from));
  const end = Math.max(until, ...parts.map((each) => each.to));
  return listShifts(plan, { from: begin, until: end, isAvailable }).filter(isIn);
}

/**
 * Shifts of a period, in order, cut at its ends; none where nobody is available. An operator who is not available is
 * passed over for the next one of the rotation.
 */
export function listShifts({ rotation, overrides }: Planned, { from, until, isAvailable }: Period): Shift[] {
  const taken = overrides
    .filter((each) => each.to > from && each.from < until && isAvailable(each.operator))
    .toSorted((a, b) => a.from - b.from);
  const turns = turnsBetween(rotation, from, until);
  const shifts: Shift[] = [];
  let at = from;
  while (at < until) {
    const override = taken.find((each) => each.to > at);
    const isOverride = override !== undefined && override.from <= at;
    const turn = turns.find((each) => each.to > at);
    const isTurn = turn !== undefined && turn.from <= at;
    const end = isTurn ? turn.to : (turn?.from ?? until);
    const to = Math.min(until, isOverride ? override.to : Math.min(end, override?.from ?? until));
    const planned = isTurn ? availableFrom(rotation, turn.index, isAvailable) : null;
    const operator = isOverride ? override.operator : planned;
    if (operator !== null) shifts.push({ operator, from: at, to, isOverride });
    at = to;
  }
  return shifts;
}

function turnsBetween(rotation: Rotation, from: number, until: number): Turn[] {
  const turns: Turn[] = [];
  const last = roundAt(rotation, until) + 1;
  for (let round = roundAt(rotation, from) - 1; round <= last; round++)
    turns.push(...roundOf(rotation, round).filter((each) => each.to > from && each.from < until));
  return turns;
}

function roundAt({ zone, startsAt, weeks }: Rotation, at: number): number {
  const elapsed = minutesBetween(Temporal.PlainDateTime.from(startsAt), localTimeAt(at, zone));
  return Math.floor(elapsed / (weeks * WEEK_MINUTES));
}

function roundOf({ zone, startsAt, weeks, spans }: Rotation, round: number): Turn[] {
  const begin = Temporal.PlainDateTime.from(startsAt).add({ minutes: round * weeks * WEEK_MINUTES });
  const timeOf = (minutes: number) => begin.add({ minutes }).toZonedDateTime(zone).epochMilliseconds;
  return spans.map(({ operator, from, to }, index) => ({
    operator,
    index,
    from: timeOf(from),
    to: timeOf(to),
  }));
}

function availableFrom(
  { spans }: Rotation,
  index: number,
  isAvailable: (operator: string) => boolean,
): string | null {
  const inOrder = [...spans.slice(index), ...spans.slice(0, index)];
  return inOrder.find(({ operator }) => isAvailable(operator))?.operator ?? null;
}
