import { afterEach, beforeEach, expect, test } from "bun:test";
import { systemClock } from "../../../../src/kit/clock.ts";
import { createLogger } from "../../../../src/kit/process/log.ts";
import { AlertDesk, createAlertTransport } from "../../../../src/modules/operations/alerts/index.ts";
import type { CopyState } from "../../../../src/modules/operations/standby/follower.ts";
import { StandbyWatch } from "../../../../src/modules/operations/standby/index.ts";

const FOLLOWS: CopyState = {
  epoch: 0,
  copy_since: "2026-11-22T10:00:00.000Z",
  lag_seconds: 2,
  restores: 1,
  fault: null,
};

let state: CopyState;
let taken: { title: string; text: string }[];
let chat: Bun.Server<undefined>;
let isOut: boolean;

beforeEach(() => {
  state = FOLLOWS;
  taken = [];
  isOut = false;
  chat = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      if (isOut) return new Response(null, { status: 500 });
      taken.push((await request.json()) as { title: string; text: string });
      return new Response();
    },
  });
});
afterEach(() => chat.stop(true));

/** A fault is reported at the first look after three times `leaseSeconds`. */
function watch(leaseSeconds: number): StandbyWatch {
  const alerts = new AlertDesk({
    webhook: createAlertTransport(`http://127.0.0.1:${chat.port}/hook`, "json"),
    second: null,
    recipients: [],
    mail: null,
    duty: () => null,
    links: null,
    baseUrl: () => "https://leader.example",
  });
  const log = createLogger("error", false);
  return new StandbyWatch({ state: () => state, alerts, host: "two", leaseSeconds, clock: systemClock, log });
}

test("a copy that falls behind causes one alert with a link to the runbook, and one when it follows again", async () => {
  const watching = watch(0);
  await watching.look();
  expect(taken).toEqual([]);
  state = { ...FOLLOWS, lag_seconds: 61 };
  await watching.look();
  await watching.look();
  expect(taken).toHaveLength(1);
  expect(taken[0]?.title).toBe("salute leader.example: the standby two is not following");
  expect(taken[0]?.text).toContain("the copy is 61 s behind");
  expect(taken[0]?.text).toContain("https://leader.example/admin/alerts#lease");
  state = FOLLOWS;
  await watching.look();
  await watching.look();
  expect(taken).toHaveLength(2);
  expect(taken[1]?.title).toContain("is following again");
});

test("a short fault and a first restore cause no alert; an alert that could not be sent is retried", async () => {
  const patient = watch(600);
  state = { ...FOLLOWS, fault: "Litestream exited" };
  await patient.look();
  state = { ...FOLLOWS, fault: "nothing is restored yet", lag_seconds: null };
  const watching = watch(0);
  await watching.look();
  expect(taken).toEqual([]);
  state = { ...FOLLOWS, fault: "the copy is not whole" };
  isOut = true;
  await watching.look();
  isOut = false;
  await watching.look();
  expect(taken).toHaveLength(1);
  expect(taken[0]?.text).toContain("the copy is not whole");
});
