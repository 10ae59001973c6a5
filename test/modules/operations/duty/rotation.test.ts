import { expect, test } from "bun:test";
import {
  handoverDay,
  isZone,
  listShifts,
  type Rotation,
} from "../../../../src/modules/operations/duty/rotation.ts";

const BERLIN: Rotation = {
  zone: "Europe/Berlin",
  weekday: 1,
  hour: 9,
  startsOn: "2026-03-16",
  members: ["ann", "ben", "cem"],
};
const at = (iso: string) => Date.parse(iso);
const always = () => true;
const shifts = (
  from: string,
  until: string,
  {
    rotation = BERLIN,
    overrides = [] as { operator: string; from: number; to: number }[],
    isAvailable = always as (name: string) => boolean,
  } = {},
) =>
  listShifts({ rotation, overrides }, { from: at(from), until: at(until), isAvailable }).map(
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

test("an hour that the clocks skip hands over when they have skipped it", () => {
  const rotation = { ...BERLIN, weekday: 7, hour: 2, startsOn: "2026-03-22" };
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

test("the day of the last hand-over is local", () => {
  expect(handoverDay(BERLIN, at("2026-03-23T07:59:00Z"))).toBe("2026-03-16");
  expect(handoverDay(BERLIN, at("2026-03-23T08:00:00Z"))).toBe("2026-03-23");
  const tokyo = { zone: "Asia/Tokyo", weekday: 1, hour: 0 };
  expect(handoverDay(tokyo, at("2026-03-22T16:00:00Z"))).toBe("2026-03-23");
  expect([isZone("Asia/Tokyo"), isZone("Europe/Nowhere"), isZone("")]).toEqual([true, false, false]);
});
