import { expect, test } from "bun:test";
import {
  isZone,
  listShifts,
  listWholeShifts,
  type Rotation,
} from "../../../../src/modules/operations/duty/rotation.ts";
import { type WeeklyTurns, weeklyRotation } from "../../../../src/modules/operations/duty/weekly.ts";

const WEEK = 7 * 24 * 60;

const BERLIN: Rotation = {
  zone: "Europe/Berlin",
  startsAt: "2026-03-16T09:00",
  weeks: 3,
  spans: ["ann", "ben", "cem"].map((operator, index) => ({
    operator,
    from: index * WEEK,
    to: (index + 1) * WEEK,
  })),
};
const at = (iso: string) => Date.parse(iso);
const always = () => true;
type List = typeof listShifts;
const shifts = (
  from: string,
  until: string,
  {
    rotation = BERLIN,
    overrides = [] as { operator: string; from: number; to: number }[],
    isAvailable = always as (name: string) => boolean,
    list = listShifts as List,
  } = {},
) =>
  list({ rotation, overrides }, { from: at(from), until: at(until), isAvailable }).map(
    (shift) =>
      `${shift.operator} ${new Date(shift.from).toISOString().slice(5, 16)} ${new Date(shift.to).toISOString().slice(5, 16)}${shift.isOverride ? " override" : ""}`,
  );

test("the hand-over keeps its local hour when daylight saving time begins and ends", () => {
  expect(shifts("2026-03-16T08:00:00Z", "2026-04-06T07:00:00Z")).toEqual([
    "ann 03-16T08:00 03-23T08:00",
    "ben 03-23T08:00 03-30T07:00",
    "cem 03-30T07:00 04-06T07:00",
  ]);
  expect(shifts("2026-10-19T07:00:00Z", "2026-11-02T08:00:00Z").map((each) => each.slice(4))).toEqual([
    "10-19T07:00 10-26T08:00",
    "10-26T08:00 11-02T08:00",
  ]);
});

test("a minute before the hand-over the former operator is on call, and the rotation reaches back before its start", () => {
  expect(shifts("2026-03-23T07:59:00Z", "2026-03-23T08:01:00Z")).toEqual([
    "ann 03-23T07:59 03-23T08:00",
    "ben 03-23T08:00 03-23T08:01",
  ]);
  expect(shifts("2026-03-10T00:00:00Z", "2026-03-10T01:00:00Z")).toEqual(["cem 03-10T00:00 03-10T01:00"]);
});

test("whole shifts keep their ends beyond the period, an override's too", () => {
  const [from, until, list] = ["2026-03-18T12:00:00Z", "2026-03-24T12:00:00Z", listWholeShifts] as const;
  expect(shifts(from, until, { list })).toEqual([
    "ann 03-16T08:00 03-23T08:00",
    "ben 03-23T08:00 03-30T07:00",
  ]);
  const overrides = [
    { operator: "cem", from: at("2026-03-17T00:00:00Z"), to: at("2026-03-18T00:00:00Z") },
    { operator: "cem", from: at("2026-03-24T00:00:00Z"), to: at("2026-04-02T00:00:00Z") },
  ];
  expect(shifts(from, until, { list, overrides })).toEqual([
    "ann 03-18T00:00 03-23T08:00",
    "ben 03-23T08:00 03-24T00:00",
    "cem 03-24T00:00 04-02T00:00 override",
  ]);
});

test("an hour that the clocks skip hands over when they have skipped it", () => {
  const rotation = { ...BERLIN, startsAt: "2026-03-22T02:00" };
  expect(shifts("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", { rotation })).toEqual([
    "ann 03-29T00:30 03-29T01:00",
    "ben 03-29T01:00 03-29T01:30",
  ]);
});

test("overrides replace the rotation for their time, across a hand-over too", () => {
  const overrides = [
    { operator: "cem", from: at("2026-03-22T20:00:00Z"), to: at("2026-03-24T08:00:00Z") },
    { operator: "ann", from: at("2026-03-25T00:00:00Z"), to: at("2026-03-25T06:00:00Z") },
  ];
  expect(shifts("2026-03-22T00:00:00Z", "2026-03-26T00:00:00Z", { overrides })).toEqual([
    "ann 03-22T00:00 03-22T20:00",
    "cem 03-22T20:00 03-24T08:00 override",
    "ben 03-24T08:00 03-25T00:00",
    "ann 03-25T00:00 03-25T06:00 override",
    "ben 03-25T06:00 03-26T00:00",
  ]);
});

test("an operator who is not available is passed over, in overrides too, and nobody is left if all are", () => {
  const overrides = [{ operator: "ben", from: at("2026-03-17T00:00:00Z"), to: at("2026-03-18T00:00:00Z") }];
  const [from, until] = ["2026-03-16T08:00:00Z", "2026-03-30T07:00:00Z"];
  expect(shifts(from, until, { overrides, isAvailable: (name) => name !== "ben" })).toEqual([
    "ann 03-16T08:00 03-23T08:00",
    "cem 03-23T08:00 03-30T07:00",
  ]);
  expect(shifts(from, until, { isAvailable: () => false })).toEqual([]);
});

test("between spans nobody is on call, and a span may reach into the next week", () => {
  const spans = [
    { operator: "ann", from: 0, to: WEEK / 7 },
    { operator: "ben", from: (6 * WEEK) / 7, to: WEEK },
  ];
  const rotation = { zone: "UTC", startsAt: "2026-03-16T09:00", weeks: 1, spans };
  expect(shifts("2026-03-16T00:00:00Z", "2026-03-23T12:00:00Z", { rotation })).toEqual([
    "ben 03-16T00:00 03-16T09:00",
    "ann 03-16T09:00 03-17T09:00",
    "ben 03-22T09:00 03-23T09:00",
    "ann 03-23T09:00 03-23T12:00",
  ]);
});

test("a weekly rotation begins at the last local hand-over", () => {
  const berlin = { zone: "Europe/Berlin", weekday: "monday", hour: 9, operators: ["ann"] } as const;
  const start = (turns: WeeklyTurns, now: string) => weeklyRotation(turns, at(now))[0]?.from;
  expect(start(berlin, "2026-03-23T07:59:00Z")).toBe("2026-03-16T08:00:00.000Z");
  expect(start(berlin, "2026-03-23T08:00:00Z")).toBe("2026-03-23T08:00:00.000Z");
  expect(start({ ...berlin, starts_on: "2026-03-12" }, "2026-03-23T08:00:00Z")).toBe(
    "2026-03-09T08:00:00.000Z",
  );
  const tokyo = { ...berlin, zone: "Asia/Tokyo", hour: 0 };
  expect(start(tokyo, "2026-03-22T16:00:00Z")).toBe("2026-03-22T15:00:00.000Z");
  expect([isZone("Asia/Tokyo"), isZone("Europe/Nowhere"), isZone("")]).toEqual([true, false, false]);
});
