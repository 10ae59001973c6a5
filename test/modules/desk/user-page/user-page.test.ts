import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const WALLET = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

let world: World;
let key: IssuedKey;
let viewer: Visitor;
let user: number;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  const made = await world.call("POST", "/api/partner/users", {
    key,
    body: { external_id: "zoe", username: "zoe_k", email: "recognisable@example.org" },
  });
  user = made.json.user.id;
  viewer = await signedIn(world, "eve", "viewer");
});

afterEach(() => world.close());

const creditAll = async (times: number) => {
  for (let each = 0; each < times; each++)
    await world.call("POST", "/api/salutes/credit", {
      key,
      idempotencyKey: `order-${each}`,
      body: { user_id: user, amount: 1.5, reason: "quest" },
    });
};

test("shows balance, entries, wallets, claims and conversions, but not the e-mail address", async () => {
  await creditAll(2);
  const body = { blockchain: "solana", wallet_address: WALLET };
  await world.call("POST", `/api/partner/users/${user}/wallets`, { key, body });
  await world.call("POST", "/api/partner/donation-claim", {
    key,
    body: { campaign: "spring", amount: 4, currency: "SALUTES", recipient: { user_id: user } },
  });
  await world.services.live.writer.run((tx) =>
    tx.run(
      `INSERT INTO conversions (partner_id, user_id, state, amount, mint, decimals, token_amount, fee, wallet_address, ledger_entry_id, created_at)
         VALUES (1, ?, 'pending_settlement', 100, 'm', 0, '1', '0', ?, 1, ?)`,
      user,
      WALLET,
      tx.now,
    ),
  );
  const { status, text } = await viewer.open(`/admin/users/${user}`);
  expect(status).toBe(200);
  for (const part of [
    "3 salutes",
    "+1.5",
    "order-1",
    key.key_id,
    WALLET,
    "spring",
    '/admin/claims/1"',
    '/admin/conversions/1"',
    "pending settlement",
    '/admin/partners/acme"',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("recognisable");
  expect((await viewer.open("/admin/conversions")).text).toContain('href="/admin/partners/acme"');
  expect((await viewer.open("/admin/conversions/1")).text).toContain(`href="/admin/users/${user}"`);
  expect((await viewer.open("/admin/claims/1")).text).toContain(`href="/admin/users/${user}"`);
});

test("entries are paged without gaps, and search links to each", async () => {
  await creditAll(55);
  const ids = (text: string) =>
    [...text.matchAll(/<tr><th scope="row">(\d+)<\/th><td data-head="Salutes"/g)].map(([, id]) => id);
  const first = ids((await viewer.open(`/admin/users/${user}`)).text);
  expect(first).toHaveLength(50);
  const second = ids((await viewer.open(`/admin/users/${user}?before=${first.at(-1)}`)).text);
  expect(new Set([...first, ...second]).size).toBe(55);
  expect((await viewer.open("/admin/search?q=zoe_k")).text).toContain(`href="/admin/users/${user}"`);
  expect((await viewer.open("/admin/search?q=order-7")).text).toContain(
    `href="/admin/users/${user}?before=9#entries"`,
  );
});

test("a deleted user's page keeps the ledger; 404 for an unknown user, 403 without access", async () => {
  await world.call("DELETE", `/api/partner/users/${user}`, { key });
  const { text } = await viewer.open(`/admin/users/${user}`);
  expect(text).toContain("deleted");
  expect(text).not.toContain("zoe");
  expect((await viewer.open("/admin/users/999")).status).toBe(404);
  expect((await world.call("GET", `/admin/users/${user}`)).status).toBe(403);
});
