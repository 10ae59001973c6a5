import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Sql } from "../../../../src/db/sql.ts";
import { listPastTime } from "../../../../src/modules/webhooks/deliveries/expiry/expire-waiting.ts";
import { listDue, listNews } from "../../../../src/modules/webhooks/deliveries/sending/candidates.ts";
import { claimDeliveries } from "../../../../src/modules/webhooks/deliveries/sending/claim-deliveries.ts";
import { Receivers } from "../../../../src/modules/webhooks/deliveries/sending/receivers.ts";
import {
  listDeadHolders,
  listExpired,
} from "../../../../src/modules/webhooks/deliveries/sending/recover-leases.ts";
import { newestDeliveryId } from "../../../../src/modules/webhooks/deliveries/store.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** How work is picked while 100,000 records are finished and 10,000 wait: by index, so none of them is in the way. */

const FINISHED = 100_000;
const WAITING = 10_000;
const WEBHOOKS = 20;

let world: World;
/** Plans are asked for beside the connection whose statements they are of. */
let planner: Database;

beforeAll(async () => {
  world = await createWorld();
  await world.createKey("acme");
  const { writer } = world.services.live;
  const numbers = (from: number, to: number) =>
    `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;
  await writer.run((tx) => {
    tx.run(
      `${numbers(1, WEBHOOKS)} INSERT INTO webhooks (uid, partner_id, event_types, target_url, secret_sealed, is_active,
         is_settling, revision, consecutive_failures, is_slow, created_at, updated_at)
         SELECT 'whk_' || i, 1, '["*"]', 'https://receiver.test/', '', 1, 0, 1, 0, 0, 0, 0 FROM n`,
    );
    tx.run(
      `${numbers(1, FINISHED + WAITING)} INSERT INTO events (id, uid, partner_id, sequence, event_type, data, fanout_count, created_at)
         SELECT i, 'evt_' || i, 1, i, 'users.deleted', '{}', 1, 0 FROM n`,
    );
    tx.run(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, state, round_started_at, next_attempt_at,
         delivered_at, created_at, updated_at)
         SELECT 1 + id % ${WEBHOOKS}, id, 1,
           CASE WHEN id <= ${FINISHED} THEN 'delivered' WHEN id % 2 THEN 'pending' ELSE 'failed' END, ?,
           CASE WHEN id > ${FINISHED} THEN ? + (id % 7) * 1000 - 3000 END, CASE WHEN id <= ${FINISHED} THEN 0 END, 0, 0
         FROM events`,
      tx.now,
      tx.now,
    );
  });
  planner = new Database(world.services.live.path, { readonly: true });
}, 120_000);

afterAll(() => {
  planner.close();
  return world.close();
});

/** The plans of the statements that some work runs, each a line a step. */
function plansOf(sql: Sql, work: (recorded: Sql) => unknown): string[] {
  const plans: string[] = [];
  const explain = (text: string, values: readonly unknown[]) => {
    const steps = planner.query(`EXPLAIN QUERY PLAN ${text}`).all(...(values as number[]));
    for (const { detail } of steps as { detail: string }[]) plans.push(detail);
  };
  const recorded = new Proxy(sql, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (text: string, ...values: unknown[]) => {
        if (["get", "all", "run"].includes(String(name))) explain(text, values);
        return (value as (...args: unknown[]) => unknown).call(target, text, ...values);
      };
    },
  });
  work(recorded);
  return plans;
}

/** Steps that walk over a table or a whole index of records, or sort them. */
function walks(plans: readonly string[]): string[] {
  return plans.filter(
    (step) => /^SCAN (?!CONSTANT|waiting|json_each)/.test(step) || /USE TEMP B-TREE FOR ORDER/.test(step),
  );
}

describe("with many finished records and many that wait, no step walks over them", () => {
  const now = () => world.clock.now();

  test("to find which webhooks have something due", () => {
    const { read } = world.services.live;
    const plans = plansOf(read, (sql) => expect(listDue(sql, now()).length).toBe(WEBHOOKS));
    expect(walks(plans)).toEqual([]);
    expect(plans.join("\n")).toContain("webhook_deliveries_waiting");
  });

  test("to see what a commit made", () => {
    const { read } = world.services.live;
    const plans = plansOf(read, (sql) => listNews(sql, newestDeliveryId(sql) - 10, now()));
    expect(walks(plans)).toEqual([]);
    expect(plans.join("\n")).toContain("SEARCH webhook_deliveries USING INTEGER PRIMARY KEY (rowid>?)");
  });

  test("to claim what is due, new and again, and to probe", async () => {
    const plans: string[] = [];
    await world.services.live.writer.run((tx) => {
      const lease = { id: "a:1:b", ms: 1_000 };
      const rates = { roomOf: () => Number.POSITIVE_INFINITY };
      const conditions = { lease, rates, retryMaxMs: 600_000, isTimeHeld: () => false };
      const terms = (sql: typeof tx) => ({ ...conditions, receivers: new Receivers(sql) });
      plans.push(
        ...plansOf(tx, (sql) =>
          expect(
            claimDeliveries(sql as typeof tx, { webhookId: 3, slots: 4, ahead: 0 }, terms(sql as typeof tx))
              .claims.length,
          ).toBe(4),
        ),
      );
      tx.run("UPDATE webhooks SET probe_at = 0 WHERE id = 4");
      plans.push(
        ...plansOf(tx, (sql) =>
          expect(
            claimDeliveries(sql as typeof tx, { webhookId: 4, slots: 4, ahead: 0 }, terms(sql as typeof tx))
              .claims.length,
          ).toBe(1),
        ),
      );
    });
    expect(walks(plans)).toEqual([]);
    expect(plans.join("\n")).toContain("webhook_deliveries_retries (webhook_id=? AND next_attempt_at<?)");
    expect(plans.join("\n")).toContain("webhook_deliveries_waiting (webhook_id=? AND state=?)");
  });

  test("to find leases that ran out, and senders that are dead", () => {
    const { read } = world.services.live;
    const plans = plansOf(read, (sql) => {
      listExpired(sql, now(), () => false);
      listDeadHolders(sql, "own");
    });
    expect(
      plans.filter((step) => step.startsWith("SCAN") && !step.includes("webhook_deliveries_leases")),
    ).toEqual([]);
  });

  test("to find what is past its time, a window a call", () => {
    const { read } = world.services.live;
    const plans = plansOf(read, (sql) => listPastTime(sql, { after: null, window: 500 }, now()));
    expect(walks(plans)).toEqual([]);
    expect(plans.join("\n")).toContain("webhook_deliveries_waiting");
  });
});
