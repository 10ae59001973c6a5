import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { continueBulk } from "../../../../src/modules/desk/bulk/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { attempt, createWebhook, credit, records, states } from "../../webhooks/deliveries/fixture.ts";

/** Bulk actions on deliveries, by selection and by filter. */

let world: World;
let key: IssuedKey;
let operator: Visitor;

beforeEach(async () => {
  world = await createWorld({ RATE_LIMIT_ADMIN_PER_MIN: "0" });
  key = await world.createKey("acme");
  await createWebhook(world, key, "salutes.credit");
  await world.createUser(key, "zoe");
  for (let each = 0; each < 4; each++) await credit(world, key, "ext:zoe");
  operator = await signedIn(world, "ops", "operator");
});

afterEach(() => world.close());

const idAt = (index: number) => records(world)[index]?.id ?? 0;
const auditOf = (action: string) =>
  world.services.live.read
    .all<{ actor: string; subject: string; details: string }>(
      "SELECT actor, subject, details FROM audit_entries WHERE action = ? ORDER BY id",
      action,
    )
    .map(({ details, ...entry }) => ({ ...entry, details: JSON.parse(details) }));
const newestOf = (text: string) => /name="newest" value="(\d+)"/.exec(text)?.[1] ?? "";
const BY_FILTER = "/admin/bulk/deliveries";
const parts = () => ({
  suppressions: world.services.refusals.suppressions,
  tokenId: () => null,
});

test("selected rows are retried after a preview; what is not dead or failed is left with its cause", async () => {
  await attempt(world, idAt(0), "dead_letter");
  await attempt(world, idAt(1), "failed");
  const list = (await operator.open("/admin/deliveries")).text;
  expect(list).toContain('<form method="get" action="/admin/bulk/new" class="selection">');
  const ids = [idAt(0), idAt(1), idAt(2)].map(String);
  const preview = await operator.open(
    `/admin/bulk/new?kind=retry_deliveries&${ids.map((id) => `id=${id}`).join("&")}`,
  );
  expect(preview.text).toContain("Retry 3 deliveries");
  expect(states(world)).toEqual(["dead_letter", "failed", "pending", "pending"]);
  const answer = await operator.submit("/admin/bulk", {
    kind: "retry_deliveries",
    id: ids,
    reason: "The receiver is repaired",
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/bulk/1"]);
  expect(states(world)).toEqual(["pending", "pending", "pending", "pending"]);
  const page = (await operator.open("/admin/bulk/1")).text;
  expect(page).toContain("Bulk action 1: retry deliveries");
  expect(page).toContain("It is pending.");
  expect((await operator.open("/admin/bulk")).text).toContain("Retry 3 deliveries");
  expect(auditOf("bulk.retry_deliveries")).toEqual([
    {
      actor: "ops",
      subject: "bulk:1",
      details: { reason: "The receiver is repaired", total: 3, first: ids[0], last: ids[2] },
    },
  ]);
  expect(auditOf("bulk.done")[0]?.details).toEqual({ changed: 2, left: 1 });
});

test("all that fit a filter are discarded with the reason, and nothing that came after the preview", async () => {
  await attempt(world, idAt(0), "dead_letter");
  const list = (await operator.open("/admin/deliveries?state=dead_letter")).text;
  expect(list).toContain(`href="${BY_FILTER}?state=dead_letter&amp;kind=discard_deliveries"`);
  const preview = await operator.open(`${BY_FILTER}?state=dead_letter&partner=acme&kind=discard_deliveries`);
  expect(preview.text).toContain("Discard 1 delivery");
  const newest = newestOf(preview.text);
  await credit(world, key, "ext:zoe");
  await attempt(world, idAt(4), "dead_letter");
  const fields = {
    kind: "discard_deliveries",
    state: "dead_letter",
    partner: "acme",
    newest,
    reason: "shut down",
  };
  expect((await operator.submit(BY_FILTER, fields)).status).toBe(303);
  expect(states(world)).toEqual(["cancelled", "pending", "pending", "pending", "dead_letter"]);
  expect(records(world)[0]?.last_error).toBe("discarded: shut down");
  expect((await operator.submit(BY_FILTER, fields)).status).toBe(409);
});

test("more than 100 are dealt with in portions that go on after a stop, each once", async () => {
  await world.services.live.writer.run((tx) => {
    tx.run(
      `INSERT INTO events (uid, partner_id, sequence, event_type, data, fanout_count, created_at)
         SELECT 'evt_more_' || value, 1, (SELECT max(sequence) FROM events) + value, 'salutes.credit', '{}', 1, ?1
         FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 250) SELECT value FROM n)`,
      tx.now,
    );
    tx.run(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, state, round_started_at, next_attempt_at, created_at, updated_at)
         SELECT 1, id, 1, 'failed', ?1, ?1, ?1, ?1 FROM events WHERE uid LIKE 'evt_more_%'`,
      tx.now,
    );
  });
  const preview = await operator.open(`${BY_FILTER}?state=failed&kind=discard_deliveries`);
  expect(preview.text).toContain("Discard 250 deliveries");
  await operator.submit(BY_FILTER, {
    kind: "discard_deliveries",
    state: "failed",
    newest: newestOf(preview.text),
    reason: "shut down",
  });
  const cancelled = () => states(world).filter((state) => state === "cancelled").length;
  expect(cancelled()).toBe(100);
  const running = (await operator.open("/admin/bulk/1")).text;
  expect(running).toContain('<progress max="250" value="100"');
  await continueBulk({ live: world.services.live, parts: parts() });
  expect(cancelled()).toBe(250);
  await continueBulk({ live: world.services.live, parts: parts() });
  expect(auditOf("bulk.done")).toHaveLength(1);
  expect((await operator.open("/admin/bulk/1?state=waiting")).text).toContain("No things are in this state.");
  expect((await operator.open("/admin/bulk/1")).text).toContain("offset=100");
});

test("held deliveries are only discarded, and delivered ones not at all", async () => {
  expect((await operator.open(`${BY_FILTER}?state=held&kind=retry_deliveries`)).status).toBe(400);
  expect((await operator.open(`${BY_FILTER}?state=held&kind=discard_deliveries`)).status).toBe(200);
  const retry = { kind: "retry_deliveries", state: "held", newest: "9", reason: "again" };
  expect((await operator.submit(BY_FILTER, retry)).status).toBe(400);
  expect((await operator.open(`${BY_FILTER}?state=delivered&kind=discard_deliveries`)).status).toBe(400);
});

test("is refused to viewers, and in safe mode", async () => {
  await attempt(world, idAt(0), "failed");
  const viewer = await signedIn(world, "eve", "viewer");
  const shown = (await viewer.open("/admin/deliveries?state=failed")).text;
  expect(shown).not.toContain("Retry all");
  expect(shown).not.toContain("Retry selected");
  expect((await viewer.open("/admin/bulk/new?kind=retry_deliveries&id=1")).status).toBe(403);
  await viewer.open("/admin/account");
  const fields = { kind: "retry_deliveries", id: String(idAt(0)), reason: "again" };
  expect((await viewer.submit("/admin/bulk", fields)).status).toBe(403);
  await operator.open("/admin/safe-mode");
  await operator.submit("/admin/safe-mode", { state: "on", reason: "test" });
  expect((await operator.submit("/admin/bulk", fields)).status).toBe(503);
  const byFilter = { kind: "retry_deliveries", state: "failed", newest: "99", reason: "again" };
  expect((await operator.submit(BY_FILTER, byFilter)).status).toBe(503);
  expect(states(world)[0]).toBe("failed");
});
