import { Database as SqliteDatabase } from "bun:sqlite";
import { expect, test } from "bun:test";
import { Sql, type SqlValue } from "../../../../src/db/sql.ts";
import { DELIVERY_STATES } from "../../../../src/modules/webhooks/deliveries/rules.ts";
import { listEndpoints, listSentTo } from "../../../../src/modules/webhooks/delivery-desk/endpoint-store.ts";
import type { Filters } from "../../../../src/modules/webhooks/delivery-desk/model.ts";
import { listMatchingDeliveries } from "../../../../src/modules/webhooks/delivery-desk/store.ts";
import { createWorld } from "../../../harness/app/world.ts";
import { createWebhook, credit } from "../deliveries/fixture.ts";

class Recorder extends Sql {
  readonly texts = new Set<string>();

  override all<Row>(text: string, ...values: SqlValue[]): Row[] {
    this.texts.add(text);
    return super.all<Row>(text, ...values);
  }
}

/** More than one search reads. */
const PARTNERS = 505;

/** Webhooks of all partners, those just counted, ids that were given, records under way, and the newest rows down to a limit. */
const ALLOWED =
  /^SCAN (json_each|[wds]: |(webhooks|partners)\b|d USING (COVERING )?INDEX webhook_deliveries_(leases|waiting))/;

test("whatever operators ask for, an index leads to the records, and none is sorted that is not looked at", async () => {
  const world = await createWorld();
  const key = await world.createKey("acme");
  await createWebhook(world, key);
  await world.createUser(key, "zoe");
  await credit(world, key, "ext:zoe");
  const recorder = new Recorder(new SqliteDatabase(world.services.live.path, { readonly: true }));
  const page = { before: null, limit: 50 };
  for (const state of [undefined, ...DELIVERY_STATES])
    for (const more of [
      {},
      { partner: "acme" },
      { webhook_id: 1 },
      { host: "partner.example", event_type: "x" },
    ])
      listMatchingDeliveries(
        recorder,
        { ...(state === undefined ? {} : { state }), ...more, from: "2026-01-01" },
        page,
      );
  listSentTo(recorder, 0, 100);
  listEndpoints(recorder, 1, { attempts: 100, limit: 50 });
  const plans = [...recorder.texts].flatMap((text) =>
    recorder.client
      .query(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map((row) => `${(row as { detail: string }).detail}: ${text}`),
  );
  expect(plans.filter((step) => step.startsWith("SCAN") && !ALLOWED.test(step))).toEqual([]);
  const unsorted = plans.filter(
    (step) => step.includes("TEMP B-TREE FOR ORDER BY") && step.includes("SELECT d.id"),
  );
  expect(unsorted.filter((step) => !/INDEXED BY|JOIN events/.test(step))).toEqual([]);
  recorder.close();
  await world.close();
});

test.each<Filters>([
  { state: "dead_letter" },
  { state: "dead_letter", host: "partner.example" },
  { state: "failed", host: "partner.example" },
  { host: "partner.example" },
  { state: "dead_letter", event_type: "users.deleted", from: "1970-01-01" },
])(
  "of more partners and webhooks than one search reads, each record that fits %p is listed, newest first",
  async (filters) => {
    const world = await createWorld();
    await createWebhook(world, await world.createKey("acme"));
    const { live } = world.services;
    await live.writer.run((tx) => {
      const columns = tx
        .all<{ name: string }>(
          "SELECT name FROM pragma_table_info('partners') WHERE name NOT IN ('id', 'name')",
        )
        .map(({ name }) => name);
      const numbers = `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${PARTNERS})`;
      tx.run(
        `${numbers} INSERT INTO partners (id, name, ${columns}) SELECT i, 'p' || i, ${columns} FROM n, partners`,
      );
      tx.run(
        `INSERT INTO webhooks (uid, partner_id, event_types, target_url, secret_sealed, is_active, is_settling, revision,
         consecutive_failures, is_slow, created_at, updated_at)
         SELECT 'whk_' || p.id, p.id, '["*"]', target_url, '', 1, 0, 1, 0, 0, 0, 0 FROM partners AS p, webhooks WHERE p.id > 1`,
      );
      tx.run(
        `INSERT INTO events (uid, partner_id, sequence, event_type, data, fanout_count, created_at)
         SELECT 'evt_' || id || s, id, 10 + s, 'users.deleted', '{}', 1, 1000000
           FROM partners, (SELECT 1 AS s UNION SELECT 2) ORDER BY s, id`,
      );
      tx.run(
        `INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, state, round_started_at, died_at, next_attempt_at,
         created_at, updated_at) SELECT w.id, e.id, e.partner_id, ?1, 0, iif(?1 = 'failed', NULL, 0),
         iif(?1 = 'failed', 0, NULL), 1000000, 0 FROM events AS e JOIN webhooks AS w USING (partner_id) ORDER BY e.id`,
        filters.state ?? "dead_letter",
      );
    });
    const ids: number[] = [];
    let before: number | null = null;
    let pages = 0;
    do {
      const found = listMatchingDeliveries(live.read, filters, { before, limit: 50 });
      ids.push(...found.rows.map(({ id }) => id));
      before = found.before;
    } while (before !== null && ++pages < 100);
    const all = live.read.all<{ id: number }>("SELECT id FROM webhook_deliveries ORDER BY id DESC");
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(ids.length).toBe(2 * PARTNERS);
    await world.close();
  },
);
