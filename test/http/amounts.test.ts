import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { makeOperator } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Amounts are judged by their text, whatever a double would make of it. */

let world: World;
let live: IssuedKey;
let sandbox: IssuedKey;

beforeAll(async () => {
  world = await createWorld({
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
    PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0",
  });
  live = await world.createKey("acme");
  sandbox = await world.createKey("acme", "sandbox");
  await world.createUser(live, "zoe");
});

afterAll(() => world.close());

const REFUSED = [
  "1.0000000000000000000001",
  "1.999999999999999999999",
  "1.0000000000000001",
  "1.00000000000000000",
  "0.99999999999999999999",
  "10000000000000000000000000e-25",
  "1.0000000000000000000000000",
  "99999999999999999999999999",
  "1e-30",
  "1e-400",
  "1e400",
  "1.005",
  "1005e-3",
];
const ACCEPTED: [text: string, amount: number][] = [
  ["1", 1],
  ["1.10", 1.1],
  ["100e-2", 1],
  ["2.5E1", 25],
  ["0.1", 0.1],
  ["12.500", 12.5],
  ["999999999.99", 999_999_999.99],
];

/** Operations that take an amount of salutes, the field's name, and the body around an amount's text. */
const PLACES: [target: string, field: string, body: (text: string) => string, key: () => IssuedKey][] = [
  [
    "/api/salutes/credit",
    "amount",
    (text) => `{"user_id":"ext:zoe","amount":${text},"reason":"quest"}`,
    () => live,
  ],
  ["/api/salutes/debit", "amount", (text) => `{"reason":"quest","amount": ${text} ,"user_id":1}`, () => live],
  ["/api/salutes/convert", "amount", (text) => `{"user_id":"ext:zoe","amount":${text}}`, () => live],
  [
    "/api/partner/donation-claim",
    "amount",
    (text) => `{"campaign":"Autumn","amount":${text},"currency":"SALUTES","recipient":{"user_id":"ext:zoe"}}`,
    () => live,
  ],
  [
    "/api/partner/sandbox/salutes/credit",
    "amount",
    (text) => `{"user_id":1,"amount":${text},"reason":"quest"}`,
    () => sandbox,
  ],
];

describe.each(PLACES)("POST %s", (target, field, body, key) => {
  test.each(REFUSED)("400 naming the field for %s; nothing changes", async (text) => {
    const before = entries();
    const { status, json } = await world.call("POST", target, { key: key(), body: body(text) });
    expect([status, json.error, json.details?.[0].field]).toEqual([400, "invalid_payload", field]);
    expect(entries()).toBe(before);
  });
});

const entries = () =>
  world.services.live.read.get<{ entries: number }>("SELECT COUNT(*) AS entries FROM ledger_entries")
    ?.entries;

test.each(ACCEPTED)("a credit of %s is one of %d", async (text, amount) => {
  const body = `{"user_id":"ext:zoe","amount":${text},"reason":"quest"}`;
  const { status, json } = await world.call("POST", "/api/salutes/credit", { key: live, body });
  expect([status, json.delta]).toEqual([200, amount]);
});

test.each([
  "1.0000000000000000000001",
  "1.999999999999999999999",
  "123456789012.123456",
  "0.00000000000000000000000001",
])("a claim's text %s is refused like the number", async (amount) => {
  const body = { campaign: "Autumn", amount, currency: "SOL", recipient: { name: "Zoe" } };
  const { status, json } = await world.call("POST", "/api/partner/donation-claim", { key: live, body });
  expect([status, json.details?.[0].field]).toEqual([400, "amount"]);
});

test("amounts within objects and lists are named by their path", async () => {
  const wheel = (cost: string, amount: string) =>
    `{"key":"w","title":"Wheel","cost":${cost},"segments":[{"label":"a","weight":1,"reward":{"kind":"nothing"}},{"label":"b","weight":1,"reward":{"kind":"salutes","amount":${amount}}}]}`;
  const { token } = await makeOperator(world, "olga", "operator");
  const save = async (body: string) => {
    const { status, json } = await world.call("POST", "/api/messenger/admin/games/wheel-campaigns", {
      body,
      headers: { authorization: `Bearer ${token}` },
    });
    return [status, json.details?.[0].field ?? json.campaign.cost];
  };
  expect(await save(wheel("1.0000000000000000000001", "1"))).toEqual([400, "cost"]);
  expect(await save(wheel("2.50", "1.0000000000000000000001"))).toEqual([400, "segments.1.reward.amount"]);
  expect(await save(wheel("2.50", "1.5"))).toEqual([200, 2.5]);
});

test("an id that a double does not hold names nobody", async () => {
  for (const id of ["1.0000000000000000000001", "9007199254740993"]) {
    const body = `{"user_id":${id},"amount":1,"reason":"quest"}`;
    const { status, json } = await world.call("POST", "/api/salutes/credit", { key: live, body });
    expect([status, json.details?.[0].field]).toEqual([400, "user_id"]);
  }
});

test("texts with many digits are texts", async () => {
  const body = '{"user_id":"ext:zoe","amount":1,"reason":"1234567890123456789012345e9"}';
  expect((await world.call("POST", "/api/salutes/credit", { key: live, body })).status).toBe(200);
});

test("the filter of audit rows by amount takes 17 digits", async () => {
  const rows = (amount: string) =>
    world.call("GET", `/transparency/audit-anomalies/export.json?min_abs_delta=${amount}`);
  for (const amount of ["1.0000000000000000000001", "123456789012345678", "1e3"]) {
    const { status, json } = await rows(amount);
    expect([amount, status, json.details?.[0].field]).toEqual([amount, 400, "min_abs_delta"]);
  }
  for (const amount of ["0", "0.000000001", "12345678.123456789", "000000000000000000000001"])
    expect([amount, (await rows(amount)).status]).not.toEqual([amount, 400]);
});
