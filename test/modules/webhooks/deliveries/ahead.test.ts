import { afterEach, describe, expect, test } from "bun:test";
import { SECOND_MS } from "../../../../src/kit/clock.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { switchWebhook } from "../../../../src/modules/webhooks/deliveries/index.ts";
import { deleteWebhook } from "../../../../src/modules/webhooks/webhooks/delete-webhook.ts";
import type { WebhookRow } from "../../../../src/modules/webhooks/webhooks/store.ts";
import { EngineRig } from "../../../harness/simulation/engine-rig.ts";

/** Records of a receiver that answers quickly are claimed before a slot is free for them; nobody may tell. */
const QUICK = { kind: "answer", status: 200, delayMs: 100 } as const;
const MANY = 200;

let rig: EngineRig;
afterEach(() => rig.close());

/** A webhook that has answered quickly often enough, with many records of which four are under way. */
async function busy(): Promise<{ webhook: number; ids: number[] }> {
  rig = await EngineRig.create();
  await rig.start();
  const webhook = await rig.provenWebhook("acme", "shop.test");
  await rig.emit("acme", 60);
  await rig.quiet();
  rig.network.behave("shop.test", QUICK);
  const ids = await rig.emit("acme", MANY);
  await rig.quiet();
  return { webhook, ids };
}

function statesOf(ids: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of ids) {
    const state = String(rig.state(id).state);
    counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
}

/** The records' uids in the order in which they were sent first, and in which they were made. */
function orders(): { sent: string[]; made: string[] } {
  const made = rig.sql
    .all<{ uid: string }>(
      "SELECT e.uid FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id ORDER BY d.id",
    )
    .map(({ uid }) => uid);
  return { sent: [...new Set(rig.network.seen.map(({ uid }) => uid))], made };
}

const seen = () => rig.network.seen.length;

describe("claims ahead of a slot", () => {
  test("never put more than four under way, keep the order, and take fewer commits", async () => {
    const { ids } = await busy();
    expect(statesOf(ids).delivering ?? 0).toBeGreaterThan(4);
    rig.network.behave("shop.test", { ...QUICK, delayMs: 1 });
    const before = rig.commits;
    while ((statesOf(ids).delivered ?? 0) < MANY) {
      expect(rig.engine.inFlight).toBeLessThanOrEqual(4);
      await rig.pass(10);
    }
    expect(rig.commits - before).toBeLessThan(MANY / 6);
    const { sent, made } = orders();
    expect(sent).toEqual(made);
    expect(ids.flatMap((id) => rig.attempts(id).map(({ attempt }) => attempt))).toEqual(
      new Array(MANY).fill(1),
    );
  });

  test("end when the webhook is switched off: nothing more is sent, and all is sent in order once it is on", async () => {
    const { webhook, ids } = await busy();
    await rig.write((tx) => switchWebhook(tx, webhook, "partner"));
    const sent = seen();
    await rig.pass(5 * SECOND_MS);
    expect(seen()).toBe(sent);
    expect(statesOf(ids)).toEqual({ delivered: 4, held: MANY - 4 });
    await rig.write((tx) => switchWebhook(tx, webhook, "on"));
    await rig.pass(60 * SECOND_MS);
    expect(statesOf(ids)).toEqual({ delivered: MANY });
    expect(orders().sent).toEqual(orders().made);
  });

  test("end when the webhook is deleted: what was not sent is cancelled", async () => {
    const { webhook, ids } = await busy();
    await rig.write((tx) => {
      const row = tx.get<WebhookRow>("SELECT * FROM webhooks WHERE id = ?", webhook);
      if (row !== null) deleteWebhook(tx, row);
    });
    const sent = seen();
    await rig.pass(5 * SECOND_MS);
    expect(seen()).toBe(sent);
    expect(statesOf(ids)).toEqual({ delivered: 4, cancelled: MANY - 4 });
  });

  test("end with safe mode: what was not sent waits", async () => {
    const { ids } = await busy();
    await rig.write((tx) => switchSafeMode(tx, { kind: "command", name: "test" }, "a test"));
    const sent = seen();
    await rig.pass(5 * SECOND_MS);
    expect(seen()).toBe(sent);
    expect(statesOf(ids)).toEqual({ delivered: 4, pending: MANY - 4 });
  });

  test("end with a failure: what was not sent waits, and counts no attempt", async () => {
    const { ids } = await busy();
    rig.network.behave("shop.test", { kind: "hang" });
    await rig.pass(100);
    expect(rig.engine.inFlight).toBe(4);
    await rig.pass(3 * SECOND_MS);
    expect(statesOf(ids)).toEqual({ delivered: 4, delivering: 4, pending: MANY - 8 });
    const untouched = ids.slice(8).map((id) => [rig.state(id).attempts, rig.attempts(id).length]);
    expect(untouched).toEqual(new Array(MANY - 8).fill([0, 0]));
  });

  test("are given back by a graceful stop", async () => {
    const { ids } = await busy();
    const stopped = rig.engine.stop(SECOND_MS);
    await rig.pass(2 * SECOND_MS);
    await stopped;
    expect(statesOf(ids)).toEqual({ delivered: 4, pending: MANY - 4 });
  });

  test("are lost to no crash: the next process sends them", async () => {
    const { ids } = await busy();
    await rig.restart();
    await rig.pass(60 * SECOND_MS);
    expect(statesOf(ids)).toEqual({ delivered: MANY });
  });

  for (const [what, statusOf, delayOf] of [
    ["fails now and then", (post: number) => (post % 97 === 0 ? 500 : 200), (post: number) => 2 + (post % 6)],
    ["is slower now and then", () => 200, (post: number) => (post % 101 === 0 ? 30 : 6)],
  ] as const)
    test(`keep the order if a receiver ${what} while a commit is flushed`, async () => {
      await busy();
      rig.network.behave("shop.test", {
        kind: "answer",
        get status() {
          return statusOf(seen());
        },
        get delayMs() {
          return delayOf(seen());
        },
      });
      void rig.emit("acme", 1_500);
      await rig.passFlushing({ flushMs: 20, ms: 20 * SECOND_MS });
      const { sent, made } = orders();
      expect(sent.length).toBeGreaterThan(1_500);
      expect(sent).toEqual(made.slice(0, sent.length));
    });
});
