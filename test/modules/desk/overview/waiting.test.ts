import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { makeOperator, signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { type ConversionWorld, createConversionWorld } from "../../ledger/conversions/fixture.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let world: ConversionWorld;
let owner: Visitor;

beforeEach(async () => {
  world = await createConversionWorld({ WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_ALLOW_HTTP: "1" });
  owner = await signedIn(world, "ops", "owner");
});

afterEach(() => world.close());

const waiting = () => world.services.notices();
const ids = () => waiting().map(({ id }) => id);
const find = (id: string) => waiting().find((each) => each.id === id);
const run = (sql: string, ...values: (string | number)[]) =>
  world.services.live.writer.run((tx) => tx.run(sql, ...values));

/** One thing of every kind that a test can make wait. */
async function makeEverythingWait(): Promise<void> {
  const at = world.clock.now();
  await world.setPolicy({ enabled: true, salutes_per_token: "100" });
  await world.pending();
  const hook = { event_type: "*", target_url: "http://127.0.0.1:9/x" };
  for (const _ of [1, 2, 3])
    await world.call("POST", "/api/partner/webhooks", { key: world.key, body: hook });
  await world.createUser(world.key, "ann");
  await run("UPDATE webhooks SET consecutive_failures = 3 WHERE id = 1");
  await run("UPDATE webhooks SET is_active = 0, off_reason = 'gone' WHERE id = 2");
  await run("UPDATE webhooks SET is_active = 0, off_reason = 'partner' WHERE id = 3");
  await run(
    "UPDATE webhook_deliveries SET state = 'held', held_at = created_at, next_attempt_at = NULL WHERE webhook_id = 3",
  );
  await run(
    "UPDATE webhook_deliveries SET state = 'dead_letter', died_at = created_at, next_attempt_at = NULL WHERE webhook_id = 2",
  );
  await run(
    "INSERT INTO monitor_rules (rule, state, since, turns, escalated_at) VALUES ('disk_left', 'firing', ?, '[]', ?)",
    at,
    at,
  );
  const headers = { authorization: `Bearer ${(await makeOperator(world, "zoe", "operator")).token}` };
  const post = (path: string, body: object) =>
    world.call("POST", path, { headers, body, nonce: null, idempotencyKey: null });
  await post("/admin/ops/incidents", { title: "Late", severity: "bad" });
  await post("/admin/ops/link-inbox/links", { url: "https://example.com/report" });
  await run("UPDATE link_inbox_links SET status_code_family = '4xx'");
  await run(
    `INSERT INTO ledger_reversals (state, reason, on_shortfall, entries, total, users, requested_by, created_at)
       VALUES ('waiting_approval', 'x', 'skip', 2, 12345, 1, 'zoe', ?)`,
    at,
  );
}

describe("the list of what waits", () => {
  test("names conversions to settle with their number, their tokens and the oldest", async () => {
    await world.setPolicy({ enabled: true, salutes_per_token: "100" });
    const at = world.clock.now();
    const id = await world.pending();
    world.clock.advance(HOUR_MS);
    await world.pending();
    expect(find("conversions_to_settle")).toMatchObject({
      count: 2,
      sums: [{ amount: "6", unit: "tokens" }],
      oldestAt: at,
    });
    const list = (await owner.open("/admin/conversions?state=pending_settlement")).text;
    expect(list.match(/href="\/admin\/conversions\/\d+"/g)?.length).toBe(2);
    await owner.open(`/admin/conversions/${id}`);
    await owner.submit(`/admin/conversions/${id}/settle`, { demo: "1" });
    expect(find("conversions_to_settle")?.count).toBe(1);
  });

  test("names claims to settle with an exact sum for each currency", async () => {
    for (const [amount, currency] of [
      ["0.1", "USDC"],
      ["0.2", "USDC"],
      ["12.000000001", "SOL"],
    ] as const) {
      const body = { campaign: "spring", amount: Number(amount), currency, recipient: { name: "Ann" } };
      await world.call("POST", "/api/partner/donation-claim", { key: world.key, body });
    }
    const at = world.clock.now();
    await run("UPDATE donation_claims SET state = 'claimed', claimed_at = ?", at);
    expect(find("claims_to_settle")).toMatchObject({
      count: 3,
      oldestAt: at,
      sums: [
        { amount: "12.000000001", unit: "SOL" },
        { amount: "0.3", unit: "USDC" },
      ],
    });
  });

  test("is the same on the overview and in the digest, and every link answers", async () => {
    await makeEverythingWait();
    for (const id of [
      "conversions_to_settle",
      "reversals_to_approve",
      "dead_letters",
      "receivers_failing",
      "receivers_gone",
      "receivers_off",
      "alarm.disk_left",
      "incident.1",
      "backup_none",
      "owners_without_second_factor",
      "links",
      "readiness",
    ])
      expect(ids()).toContain(id);
    const { text } = await owner.open("/admin");
    const headers = { authorization: `Bearer ${(await makeOperator(world, "ann", "viewer")).token}` };
    const digest = (await world.call("GET", "/admin/ops/digest", { headers })).json;
    expect(digest.waiting.map(({ id }: { id: string }) => id)).toEqual(ids());
    for (const { path } of waiting()) {
      expect(text).toContain(`href="${path.replaceAll("&", "&amp;")}"`);
      expect([path, (await owner.open(path.split("#")[0] ?? "")).status]).toEqual([path, 200]);
    }
    expect(digest.waiting).toContainEqual(
      expect.objectContaining({ message: "Reversals that wait for a second operator: 1 (123.45 salutes)" }),
    );
  });

  test("leads to lists of exactly what it counts", async () => {
    await makeEverythingWait();
    const shown = async (path: string, pattern: RegExp) =>
      ((await owner.open(path)).text.match(pattern) ?? []).length;
    const webhook = /<a href="\/admin\/deliveries\?webhook_id=\d+">/g;
    for (const state of ["failing", "gone", "off"])
      expect([state, await shown(`/admin/receivers?state=${state}`, webhook)]).toEqual([state, 1]);
    expect(find("receivers_off")?.sums).toEqual([{ amount: "1", unit: "waiting deliveries" }]);
    expect(await shown("/admin/operators?role=owner&second_factor=no", />ops</g)).toBe(1);
    expect(await shown("/admin/operators?role=owner&second_factor=yes", />ops</g)).toBe(0);
    expect(await shown("/admin/ops/link-inbox?answer=failing", /example\.com\/report</g)).toBe(1);
    await run("UPDATE link_inbox_links SET status_code_family = '2xx'");
    expect(await shown("/admin/ops/link-inbox?answer=failing", /example\.com\/report</g)).toBe(0);
    const blocking = /blocks<\/div>/g;
    expect(await shown("/admin/ops/readiness?blocking=1", blocking)).toBe(find("readiness")?.count ?? -1);
    expect(await shown("/admin/ledger/reversals?state=done", /\/admin\/ledger\/reversals\/\d/g)).toBe(0);
    expect(
      await shown("/admin/ledger/reversals?state=waiting_approval", /\/admin\/ledger\/reversals\/\d/g),
    ).toBe(1);
  });

  test("is urgent about an incident without an update for 30 minutes, and not before", async () => {
    await makeEverythingWait();
    world.clock.advance(30 * MINUTE_MS - 1);
    expect(find("incident.1")?.status).toBe("warn");
    world.clock.advance(1);
    expect(find("incident.1")).toMatchObject({ status: "bad", title: expect.stringContaining("30 min") });
  });

  test("is counted in the navigation, the sum at the page that shows it", async () => {
    await world.setPolicy({ enabled: true, salutes_per_token: "100" });
    await world.pending();
    world.clock.advance(2_000);
    const { text } = await owner.open("/admin/account");
    expect(text).toMatch(/Settlements<\/a><span class="waiting-count">1</);
    expect(text).not.toMatch(/Deliveries<\/a><span class="waiting-count/);
  });
});
