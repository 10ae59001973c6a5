import { describe, expect, test } from "bun:test";
import type { Level } from "../../../../src/modules/platform/checks/index.ts";
import { type Incident, nextIncident } from "../../../../src/modules/status/system/incidents/incidents.ts";

const LEVEL: Record<string, Level> = { o: "ok", w: "warn", b: "bad" };

/** The series that a sequence of points produces, one point per minute: closed ones and the open one. */
function follow(points: string, failing: string[][] = []): Incident[] {
  const made: Incident[] = [];
  let current: Incident | null = null;
  for (const [at, letter] of [...points].entries()) {
    const overall = LEVEL[letter] ?? "ok";
    current = nextIncident(current, {
      at,
      overall,
      failing: overall === "ok" ? [] : (failing[at] ?? ["rpc"]),
    });
    if (current !== null && current.ended_at !== null) {
      made.push(current);
      current = null;
    }
  }
  return current === null ? made : [...made, current];
}

const spans = (points: string) => follow(points).map(({ started_at, ended_at }) => [started_at, ended_at]);

describe("incidents", () => {
  test("two points that are not ok open an incident that starts at the first of them", () => {
    expect(follow("oww")).toMatchObject([{ started_at: 1, ended_at: null, points: 2 }]);
  });

  test("single points open no incident, however often they occur", () => {
    expect(spans("owowobo")).toEqual([]);
  });

  test("three ok points close an incident, which ends at the first of them", () => {
    expect(spans("wwooo")).toEqual([[0, 2]]);
    expect(follow("wwoo")).toMatchObject([{ ended_at: null, ok_points: 2, first_ok_at: 2 }]);
  });

  test("a failure before the third ok point belongs to the same incident", () => {
    expect(spans("wwoobooo")).toEqual([[0, 5]]);
  });

  test("the next incident needs two points again", () => {
    expect(spans("wwooowobbooo")).toEqual([
      [0, 2],
      [7, 9],
    ]);
  });

  test("severity is the worst state during the incident, checks are all that were not ok", () => {
    const failing: string[][] = [["rpc"], ["rpc", "jobs"], ["webhooks"], ["rpc"]];
    expect(follow("wwbw", failing)).toMatchObject([{ severity: "bad", checks: ["rpc", "jobs", "webhooks"] }]);
    expect(follow("bw")).toMatchObject([{ severity: "bad" }]);
  });
});
