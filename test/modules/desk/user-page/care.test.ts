import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { listExportUsage } from "../../../../src/modules/platform/exports/index.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { brokenInvariants } from "../../../harness/checks/invariants.ts";

const WALLET = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const ZOE = { external_id: "zoe", username: "zoe_k", email: "recognisable@example.org" };

let world: World;
let key: IssuedKey;
let user: number;
let token: string;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  user = (await world.call("POST", "/api/partner/users", { key, body: ZOE })).json.user.id;
  token = (await makeOperator(world, "ops", "operator")).token;
});

afterEach(() => world.close());

const act = (verb: string, body: object | undefined, { id = user, bearer = token } = {}) =>
  world.call("POST", `/admin/ops/users/${id}/${verb}`, {
    ...(body === undefined ? {} : { body }),
    nonce: null,
    idempotencyKey: null,
    headers: { authorization: `Bearer ${bearer}` },
  });
const post = (verb: "credit" | "debit", amount: number) =>
  world.call("POST", `/api/salutes/${verb}`, { key, body: { user_id: user, amount, reason: "quest" } });
const events = () =>
  world.services.live.read
    .all<{ event_type: string; data: string }>("SELECT event_type, data FROM events ORDER BY id")
    .map(({ event_type, data }) => ({ type: event_type, ...JSON.parse(data) }));
const audited = (action: string) =>
  world.services.live.read
    .all<{ actor: string; subject: string; details: string }>(
      "SELECT actor, subject, details FROM audit_entries WHERE action = ?",
      action,
    )
    .map(({ details, ...entry }) => ({ ...entry, ...JSON.parse(details) }));
const outcome = ({ status, json }: { status: number; json: { error?: string } }) => [status, json.error];

test("a suspension stops debits and leaves credits; the partner is told, the trail has the reason", async () => {
  await post("credit", 5);
  const { status, json } = await act("suspend", { reason: "chargeback" });
  expect([status, json.status, json.user_id, json.partner]).toEqual([200, "suspended", String(user), "acme"]);
  expect(outcome(await post("debit", 1))).toEqual([409, "state_conflict"]);
  expect((await post("credit", 1)).status).toBe(200);
  expect(events().filter(({ type }) => type === "users.updated")).toMatchObject([
    { user_id: String(user), status: "suspended", changed_fields: ["status"] },
  ]);
  expect(audited("user.suspend")).toEqual([
    { actor: "ops", subject: `user:${user}`, partner: "acme", reason: "chargeback" },
  ]);
  expect(outcome(await act("suspend", { reason: "again" }))).toEqual([409, "state_conflict"]);
  expect((await act("reactivate", { reason: "settled" })).json.status).toBe("active");
  expect(outcome(await act("reactivate", { reason: "again" }))).toEqual([409, "state_conflict"]);
  expect((await post("debit", 1)).status).toBe(200);
  expect(audited("user.reactivate")).toHaveLength(1);
});

test("an export holds the person's data with every entry, and the trail says who took it, without the data", async () => {
  for (let each = 1; each <= 3; each++) await post("credit", each);
  await world.call("POST", `/api/partner/users/${user}/wallets`, {
    key,
    body: { blockchain: "solana", wallet_address: WALLET },
  });
  await world.call("POST", "/api/partner/donation-claim", {
    key,
    body: {
      campaign: "spring",
      amount: 4,
      currency: "SALUTES",
      recipient: { user_id: user, name: "Zoe K." },
    },
  });
  const { status, json, headers } = await act("export", undefined);
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toBe(`attachment; filename="user-${user}.json"`);
  expect(json.user).toMatchObject({ ...ZOE, user_id: String(user), partner: "acme", balance: 6 });
  expect(json.wallets).toMatchObject([{ wallet_address: WALLET }]);
  expect(json.claims).toMatchObject([{ campaign: "spring", recipient_name: "Zoe K." }]);
  expect([json.player, json.conversions]).toEqual([null, []]);
  expect(json.ledger_entries.map(({ delta }: { delta: number }) => delta)).toEqual([3, 2, 1]);
  expect(json.count).toBe(3);
  expect(audited("user.export")).toEqual([{ actor: "ops", subject: `user:${user}`, partner: "acme" }]);
  const uses = listExportUsage(world.services.live.read, 0, null);
  expect(uses).toMatchObject([
    { operator: "ops", export: "users/export", format: "json", count: 1, rows: json.count },
  ]);
});

test("an erasure refuses a balance, or forfeits it by one entry of the system before the deletion", async () => {
  await post("credit", 12.5);
  const refused = await act("erase", { balance: "refuse", reason: "request 7" });
  expect(outcome(refused)).toEqual([409, "state_conflict"]);
  expect(refused.json.message).toContain("12.5");
  const { status, json } = await act("erase", { balance: "forfeit", reason: "request 7" });
  expect([status, json.forfeited, json.user_id]).toEqual([200, 12.5, String(user)]);
  const [entry] = world.services.live.read.all<{ delta: number }>(
    "SELECT id, delta, balance_after, origin, reason, idempotency_key, partner_key_id FROM ledger_entries WHERE id = ?",
    json.ledger_entry_id,
  );
  expect(entry).toEqual({
    id: json.ledger_entry_id,
    delta: -1250,
    balance_after: 0,
    origin: "system",
    reason: "balance_forfeited",
    idempotency_key: `user:${user}:forfeit`,
    partner_key_id: null,
  } as never);
  expect(
    events()
      .slice(-2)
      .map(({ type }) => type),
  ).toEqual(["salutes.debit", "users.deleted"]);
  expect(audited("user.erase")).toEqual([
    {
      actor: "ops",
      subject: `user:${user}`,
      partner: "acme",
      reason: "request 7",
      forfeited: 12.5,
      ledger_entry_id: json.ledger_entry_id,
    },
  ]);
  const after = (await act("export", undefined)).json;
  expect([after.user.external_id, after.user.email, after.wallets, after.count]).toEqual([null, null, [], 2]);
  expect((await world.call("GET", `/api/partner/users/${user}`, { key })).status).toBe(404);
  for (const verb of ["suspend", "reactivate"])
    expect(outcome(await act(verb, { reason: "late" }))).toEqual([409, "state_conflict"]);
  expect(outcome(await act("erase", { balance: "refuse", reason: "late" }))).toEqual([409, "state_conflict"]);
  expect(brokenInvariants(world.dataDir)).toEqual([]);
});

test("a balance that one operator may not take alone is not forfeited", async () => {
  await post("credit", 10_000.01);
  const refused = await act("erase", { balance: "forfeit", reason: "request 7" });
  expect([...outcome(refused), refused.json.message]).toEqual([
    409,
    "state_conflict",
    expect.stringContaining("by an adjustment first"),
  ]);
  await post("debit", 0.01);
  expect((await act("erase", { balance: "forfeit", reason: "request 7" })).json.forfeited).toBe(10_000);
});

test("an erasure waits for an open claim, and then nothing is forfeited", async () => {
  await post("credit", 3);
  await world.call("POST", "/api/partner/donation-claim", {
    key,
    body: { campaign: "spring", amount: 4, currency: "SALUTES", recipient: { user_id: user } },
  });
  const { status, json } = await act("erase", { balance: "forfeit", reason: "request 7" });
  expect([status, json.message.includes("claim")]).toEqual([409, true]);
  const balance = await world.call("GET", `/api/salutes/balance?user_id=${user}`, { key });
  expect(balance.json.balance).toBe(3);
  expect(audited("user.erase")).toEqual([]);
});

test("404 for an unknown user, 403 for a viewer, 400 without a reason, 503 in safe mode", async () => {
  const { token: viewer } = await makeOperator(world, "eve", "viewer");
  const bodies = {
    suspend: { reason: "x" },
    reactivate: { reason: "x" },
    export: undefined,
    erase: { balance: "refuse", reason: "x" },
  };
  for (const [verb, body] of Object.entries(bodies)) {
    expect([verb, (await act(verb, body, { id: 999 })).status]).toEqual([verb, 404]);
    expect([verb, (await act(verb, body, { bearer: viewer })).status]).toEqual([verb, 403]);
    if (body !== undefined) expect((await act(verb, { ...body, reason: "  " })).status).toBe(400);
  }
  expect((await act("erase", { balance: "keep", reason: "x" })).status).toBe(400);
  const owner = await signedIn(world, "boss", "owner");
  await owner.open("/admin/safe-mode");
  await owner.submit("/admin/safe-mode", { state: "on", reason: "test" });
  for (const [verb, body] of Object.entries(bodies))
    expect([verb, (await act(verb, body)).status]).toEqual([verb, 503]);
});

test("without a reason they are carried out, too, also without a body", async () => {
  expect((await act("suspend", {})).status).toBe(200);
  const headers = { authorization: `Bearer ${token}` };
  const bare = await world.call("POST", `/admin/ops/users/${user}/reactivate`, { nonce: null, headers });
  expect(bare.status).toBe(200);
  expect((await act("erase", { balance: "refuse" })).status).toBe(200);
  expect(audited("user.suspend")).toEqual([expect.objectContaining({ reason: null })]);
});

test("an Idempotency-Key erases once and is refused for another intent", async () => {
  const send = (verb: string, body: object) =>
    world.call("POST", `/admin/ops/users/${user}/${verb}`, {
      body,
      nonce: null,
      headers: { authorization: `Bearer ${token}`, "idempotency-key": `one-${verb}` },
    });
  for (const [verb, more] of [
    ["suspend", {}],
    ["reactivate", {}],
    ["erase", { balance: "refuse" }],
  ] as const) {
    const first = await send(verb, { ...more, reason: "request 7" });
    expect([verb, first.status]).toEqual([verb, 200]);
    expect((await send(verb, { ...more, reason: "request 7" })).json).toEqual(first.json);
    expect(outcome(await send(verb, { ...more, reason: "other" }))).toEqual([409, "idempotency_conflict"]);
  }
});

test("the user's page leads to confirmations that state the effect in figures", async () => {
  await post("credit", 1250);
  const operator = await signedIn(world, "second", "operator");
  const at = `/admin/users/${user}`;
  expect((await operator.open(at)).text).toContain(`href="${at}/suspend"`);
  expect((await operator.open(`${at}/suspend`)).text).toContain("1,250 salutes");
  expect((await operator.submit(`${at}/suspend`, { reason: "chargeback" })).status).toBe(303);
  const suspended = (await operator.open(at)).text;
  expect(suspended).toContain("The user is suspended.");
  expect(suspended).toContain(`href="${at}/reactivate"`);
  expect((await operator.open(`${at}/suspend`)).text).toContain("This user is suspended.");
  await operator.open(`${at}/reactivate`);
  expect((await operator.submit(`${at}/reactivate`, { reason: "settled" })).status).toBe(303);
  const download = await operator.submit(`${at}/export`);
  expect([download.status, download.json.user.email]).toEqual([200, ZOE.email]);
});

test("the erasure's form needs the user's reference typed, and the balance that its page showed", async () => {
  await post("credit", 10);
  const operator = await signedIn(world, "second", "operator");
  const at = `/admin/users/${user}/erase`;
  const { text } = await operator.open(at);
  expect(text).toContain("10 salutes");
  expect(text).toContain("Enter ext:zoe to confirm.");
  const seen = /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? "";
  const erase = (confirm: string, mark = seen) =>
    operator.submit(at, { balance: "forfeit", reason: "request 7", seen: mark, confirm });
  const mistyped = await erase("zoe");
  expect([mistyped.status, mistyped.text.includes("It must be ext:zoe")]).toEqual([400, true]);
  await post("credit", 1);
  expect((await erase("ext:zoe")).status).toBe(409);
  const again = /name="seen" value="([^"]*)"/.exec((await operator.open(at)).text)?.[1] ?? "";
  expect((await erase("ext:zoe", again)).status).toBe(303);
  const after = (await operator.open(`/admin/users/${user}`)).text;
  expect(after).toContain("11 salutes are forfeited");
  expect(after).not.toContain("/erase");
  expect((await operator.open(at)).text).toContain("This user is deleted.");
});

test("the forms answer 404 for an unknown user and 409 for one who is as wanted already", async () => {
  const operator = await signedIn(world, "second", "operator");
  for (const verb of ["suspend", "reactivate", "erase"])
    expect([verb, (await operator.open(`/admin/users/999/${verb}`)).status]).toEqual([verb, 404]);
  await operator.open(`/admin/users/${user}`);
  const more = { balance: "refuse", seen: "x", confirm: "999" };
  for (const verb of ["suspend", "reactivate", "erase", "export"]) {
    const fields = { suspend: { reason: "x" }, reactivate: { reason: "x" }, erase: { reason: "x", ...more } };
    const sent = await operator.submit(`/admin/users/999/${verb}`, fields[verb as "erase"] ?? {});
    expect([verb, sent.status]).toEqual([verb, 404]);
  }
  const at = `/admin/users/${user}`;
  expect((await operator.submit(`${at}/reactivate`, { reason: "x" })).status).toBe(409);
  await operator.submit(`${at}/suspend`, { reason: "x" });
  expect((await operator.submit(`${at}/suspend`, { reason: "x" })).status).toBe(409);
});

test("a viewer sees neither the actions nor their pages", async () => {
  const viewer = await signedIn(world, "eve", "viewer");
  const { text } = await viewer.open(`/admin/users/${user}`);
  expect(text).not.toContain("Actions");
  expect(text).not.toContain("Credit or debit");
  expect((await viewer.open(`/admin/users/${user}/erase`)).status).toBe(403);
});
