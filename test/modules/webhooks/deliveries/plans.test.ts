import { Database as SqliteDatabase } from "bun:sqlite";
import { expect, test } from "bun:test";
import { Sql, type SqlValue } from "../../../../src/db/sql.ts";
import { listDeliveryIds } from "../../../../src/modules/webhooks/deliveries/list-deliveries.ts";
import {
  listDeliveries,
  readAttempts,
  readDeadLetters,
  readDeliveryHealth,
} from "../../../../src/modules/webhooks/deliveries/read.ts";
import { DELIVERY_STATES } from "../../../../src/modules/webhooks/deliveries/rules.ts";
import { findDraining, listWaiting } from "../../../../src/modules/webhooks/deliveries/store.ts";
import { createWorld } from "../../../harness/app/world.ts";
import { createWebhook, credit } from "./fixture.ts";

/** Keeps the text of every statement that is read through it. */
class Recorder extends Sql {
  readonly texts = new Set<string>();

  override all<Row>(text: string, ...values: SqlValue[]): Row[] {
    this.texts.add(text);
    return super.all<Row>(text, ...values);
  }

  override get<Row>(text: string, ...values: SqlValue[]): Row | null {
    this.texts.add(text);
    return super.get<Row>(text, ...values);
  }
}

/** The given ids, and indexes that hold a handful: records under way, webhooks whose records are being moved. */
const ALLOWED_SCAN =
  /^SCAN (json_each VIRTUAL|\w+ USING COVERING INDEX (webhook_deliveries_leases|webhooks_settling))/;

test("no list, count or pick of records scans a table: every plan goes by an index", async () => {
  const world = await createWorld();
  const key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  await createWebhook(world, key);
  await credit(world, key, "ext:zoe");
  const recorder = new Recorder(new SqliteDatabase(world.services.live.path, { readonly: true }));
  const page = { limit: 50, offset: 3 };
  const time = "2026-11-21T10:00:00Z";
  for (const status of [undefined, ...DELIVERY_STATES]) {
    const filter = status === undefined ? {} : { status };
    listDeliveries(recorder, 1, { ...page, ...filter });
    listDeliveries(recorder, 1, { ...page, ...filter, webhook_id: 1 });
    listDeliveries(recorder, 1, { ...page, ...filter, from: time, to: time });
    listDeliveries(recorder, 1, { ...page, ...filter, reason_tag: "timeout" });
    listDeliveries(recorder, 1, { ...page, ...filter, event_type: ["salutes.credit"] });
  }
  for (const status of ["dead_letter", "failed", "delivered"] as const) {
    const given = { ids: null, status, reasonTag: null, webhookId: null, from: null, to: null };
    const order = { page: { ...page, after: 7 }, order: "oldest" } as const;
    listDeliveryIds(recorder, 1, { filters: given, ...order });
    listDeliveryIds(recorder, 1, { filters: { ...given, webhookId: 1 }, ...order });
  }
  readAttempts(recorder, { partnerId: 1, reference: "1", query: page });
  readDeadLetters(recorder, 1, { hours: 24, maxAttempts: 14, now: world.clock.now() });
  readDeliveryHealth(recorder, 1);
  findDraining(recorder);
  for (const state of ["pending", "failed", "held"] as const)
    listWaiting(recorder, { webhookId: 1, state, limit: 10 });
  const scans = [...recorder.texts].flatMap((text) =>
    recorder.client
      .query(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map((row) => (row as { detail: string }).detail)
      .filter((step) => step.startsWith("SCAN") && !ALLOWED_SCAN.test(step))
      .map((step) => `${step}: ${text}`),
  );
  expect(scans).toEqual([]);
  expect(recorder.texts.size).toBeGreaterThanOrEqual(30);
  recorder.close();
  await world.close();
});
