import { Database as SqliteDatabase } from "bun:sqlite";
import { expect, test } from "bun:test";
import { Sql, type SqlValue } from "../../../../src/db/sql.ts";
import { DELIVERY_STATES } from "../../../../src/modules/webhooks/deliveries/rules.ts";
import { listEndpoints, listSentTo } from "../../../../src/modules/webhooks/delivery-desk/endpoint-store.ts";
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
