import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import type { ReceivedAnswer } from "../../../harness/app/caller.ts";
import { signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { broken, credit, records, switchTo } from "../deliveries/fixture.ts";

let world: World;
let key: IssuedKey;

const WEBHOOKS = "/api/partner/webhooks";
const TARGET = "https://partner.example/hooks/salute";
const TOKEN = "Bearer 5d2c81f0";

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
});

afterEach(() => world.close());

const create = (body: object = {}) =>
  world.call("POST", WEBHOOKS, { key, body: { event_type: "*", target_url: TARGET, ...body } });
const patch = (body: object, id = 1) => world.call("PATCH", `${WEBHOOKS}/${id}`, { key, body });
const listed = async (query = "") => (await world.call("GET", `${WEBHOOKS}${query}`, { key })).json.webhooks;
const fault = ({ status, json }: ReceivedAnswer) => [status, json.error, json.details?.[0]?.field];
const rows = () =>
  world.services.live.read.all<Record<string, unknown>>("SELECT * FROM webhooks ORDER BY id");

test("a webhook is made with a list of names, a note, headers and a rate, and each answer shows them", async () => {
  const settings = {
    event_types: ["users.created", "salutes.*"],
    description: "Shop, production",
    max_per_second: 20,
  };
  const made = await create({ ...settings, event_type: undefined, headers: { Authorization: TOKEN } });
  const shown = { ...settings, event_type: "users.created", headers: { Authorization: "***" } };
  expect([made.status, made.json.webhook]).toEqual([201, expect.objectContaining(shown)]);
  expect(await listed()).toEqual([expect.objectContaining(shown)]);
  expect((await patch({ is_active: false })).json.webhook).toMatchObject(shown);
  expect((await world.call("POST", `${WEBHOOKS}/1/rotate-secret`, { key })).json.webhook).toMatchObject(
    shown,
  );
});

test("values of headers are sealed in the database and stand in no answer, log or recorded answer", async () => {
  const send = () =>
    world.call("POST", WEBHOOKS, {
      key,
      idempotencyKey: "hook-1",
      body: { event_type: "*", target_url: TARGET, headers: { Authorization: TOKEN } },
    });
  const answers = [await send(), await send(), await patch({ headers: { Authorization: TOKEN } })];
  const stored = JSON.stringify([rows(), world.services.live.read.all("SELECT * FROM idempotency_records")]);
  for (const text of [...answers.map((each) => each.text), stored, world.logged.join("\n")])
    expect(text).not.toContain("5d2c81f0");
  const [row] = rows();
  const { keyring } = world.services;
  expect(JSON.parse(keyring.unseal(String(row?.headers_sealed), String(row?.uid)))).toEqual({
    Authorization: TOKEN,
  });
});

describe("a subscription", () => {
  const heard = async (event_types: string[]) => {
    await create({ event_type: undefined, event_types });
    await world.createUser(key, "zoe");
    await credit(world, key, "ext:zoe");
    return world.services.live.read
      .all<{ event_type: string }>(
        "SELECT event_type FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id ORDER BY d.id",
      )
      .map(({ event_type }) => event_type);
  };

  test.each([
    [["salutes.*"], ["salutes.credit"]],
    [["salutes.debit", "users.*"], ["users.created"]],
    [
      ["users.created", "salutes.credit", "donation.claim"],
      ["users.created", "salutes.credit"],
    ],
    [
      ["wallets.*", "*"],
      ["users.created", "salutes.credit"],
    ],
    [["salutes.debit"], []],
  ])("to %j hears %j, each once", async (names, expected) => {
    expect(await heard(names)).toEqual(expected);
    expect(broken(world)).toEqual([]);
  });

  test("can be changed: later events follow it, earlier deliveries stay", async () => {
    expect(await heard(["salutes.*"])).toEqual(["salutes.credit"]);
    expect((await patch({ event_type: "users.*" })).json.webhook).toMatchObject({ event_types: ["users.*"] });
    await credit(world, key, "ext:zoe");
    await world.createUser(key, "max");
    expect(records(world)).toHaveLength(2);
    expect((await patch({ event_types: ["salutes.credit", "users.*"] })).json.webhook.event_type).toBe(
      "salutes.credit",
    );
  });

  test("is found in the list by any of its names", async () => {
    await create({ event_type: undefined, event_types: ["users.created", "salutes.*"] });
    await create();
    const ids = async (query: string) => (await listed(query)).map(({ id }: { id: number }) => id);
    expect(await ids("?event_type=salutes.*")).toEqual([1]);
    expect(await ids("?event_type=users.created&event_type=*")).toEqual([2, 1]);
    expect(await ids("?event_type=users.*")).toEqual([]);
  });

  test.each([
    ["no name", { event_type: undefined, event_types: [] }, "event_types"],
    ["a name twice", { event_type: undefined, event_types: ["*", "*"] }, "event_types"],
    ["an unknown name", { event_type: undefined, event_types: ["*", "salutes.gift"] }, "event_types.1"],
    ["an unknown prefix", { event_type: "games.*" }, "event_type"],
    ["two that differ", { event_type: "*", event_types: ["salutes.*", "*"] }, "event_type"],
  ])("400 for %s", async (_, body, field) => {
    expect(fault(await create(body))).toEqual([400, "invalid_payload", field]);
    expect(rows()).toEqual([]);
  });
});

describe("headers", () => {
  const sealed = () => {
    const [row] = rows();
    return JSON.parse(world.services.keyring.unseal(String(row?.headers_sealed), String(row?.uid)));
  };

  test("a masked value keeps the stored one of that name, and is refused where there is none to keep", async () => {
    expect(fault(await create({ headers: { "X-Tag": "***" } }))).toEqual([
      400,
      "invalid_payload",
      "headers.X-Tag",
    ]);
    await create({ headers: { Authorization: TOKEN, "X-Tag": "a" } });
    const kept = await patch({ headers: { authorization: "***", "X-Tag": "b" } });
    expect([kept.status, sealed()]).toEqual([200, { authorization: TOKEN, "X-Tag": "b" }]);
    const unknown = { headers: { authorization: "***", "X-Other": "***" } };
    expect(fault(await patch(unknown))).toEqual([400, "invalid_payload", "headers.X-Other"]);
    const elsewhere = { target_url: "https://evil.example/", headers: { authorization: "***" } };
    expect(fault(await patch(elsewhere))).toEqual([400, "invalid_payload", "headers.authorization"]);
    expect(sealed()).toEqual({ authorization: TOKEN, "X-Tag": "b" });
  });

  const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`X-Tag-${index}`, "a"]));

  test.each([
    ["a line break in a value", { "X-Tag": "a\r\nX-Admin: 1" }, "headers.X-Tag"],
    ["a bare line feed", { "X-Tag": "a\nb" }, "headers.X-Tag"],
    ["a null byte", { "X-Tag": "a\u0000" }, "headers.X-Tag"],
    ["spaces at the ends", { "X-Tag": " a" }, "headers.X-Tag"],
    ["an empty value", { "X-Tag": "" }, "headers.X-Tag"],
    ["text that is not ASCII", { "X-Tag": "Zoé" }, "headers.X-Tag"],
    ["a number", { "X-Tag": 7 }, "headers.X-Tag"],
    ["a value of 1,025 characters", { "X-Tag": "a".repeat(1_025) }, "headers.X-Tag"],
    ["a name with a colon", { "X-Tag: 1": "a" }, "headers.X-Tag: 1"],
    ["a name with a line break", { "X-Tag\r\nX-Admin": "a" }, "headers.X-Tag\r\nX-Admin"],
    ["an empty name", { "": "a" }, "headers."],
    ["a name of the language", JSON.parse('{"__proto__": "a"}'), "headers.__proto__"],
    ["one name in two cases", { "x-tag": "a", "X-Tag": "b" }, "headers.X-Tag"],
    ["host", { Host: "evil.example" }, "headers.Host"],
    ["content-length", { "Content-Length": "0" }, "headers.Content-Length"],
    ["content-type", { "content-type": "text/plain" }, "headers.content-type"],
    ["transfer-encoding", { "Transfer-Encoding": "chunked" }, "headers.Transfer-Encoding"],
    ["connection", { Connection: "close" }, "headers.Connection"],
    ["a header of ours", { "X-Webhook-Signature": "00" }, "headers.X-Webhook-Signature"],
    ["a header of Standard Webhooks", { "webhook-id": "a" }, "headers.webhook-id"],
    ["eleven", many, "headers"],
    ["a list", ["a"], "headers"],
  ])("400 for %s, at creation and in a change", async (_, headers, field) => {
    expect(fault(await create({ headers }))).toEqual([400, "invalid_payload", field]);
    expect(rows()).toEqual([]);
    await create();
    expect(fault(await patch({ headers }))).toEqual([400, "invalid_payload", field]);
    expect(rows()[0]).toMatchObject({ header_names: null, revision: 1 });
  });

  test("ten are accepted; a change replaces all of them, an empty object or null removes them", async () => {
    const { "X-Tag-10": _, ...ten } = many;
    expect(Object.keys((await create({ headers: ten })).json.webhook.headers)).toHaveLength(10);
    expect((await patch({ headers: { "X-Other": "b" } })).json.webhook.headers).toEqual({ "X-Other": "***" });
    for (const headers of [{}, null]) {
      expect((await patch({ headers })).json.webhook.headers).toEqual({});
      expect(rows()[0]).toMatchObject({ header_names: null, headers_sealed: null });
    }
  });
});

test.each([0, 1_001, 1.5, "20"])("400 for a max_per_second of %p", async (max_per_second) => {
  expect(fault(await create({ max_per_second }))).toEqual([400, "invalid_payload", "max_per_second"]);
});

test.each(["", "a".repeat(201), "a\nb"])("400 for a description of %p", async (description) => {
  expect(fault(await create({ description }))).toEqual([400, "invalid_payload", "description"]);
});

test("a new target is checked as at creation; held deliveries keep waiting and show it", async () => {
  await create();
  await world.createUser(key, "zoe");
  await switchTo(world, key, 1, false);
  await credit(world, key, "ext:zoe");
  expect(fault(await patch({ target_url: "https://169.254.169.254/" }))).toEqual([
    400,
    "invalid_payload",
    "target_url",
  ]);
  expect(rows()[0]?.target_url).toBe(TARGET);
  const target_url = "https://partner.example/hooks/v2";
  const changed = (await patch({ target_url, description: "moved" })).json.webhook;
  expect(changed).toMatchObject({ target_url, description: "moved", is_active: false, event_types: ["*"] });
  expect((await patch({ description: null })).json.webhook).toMatchObject({ target_url, description: null });
  const { events } = (await world.call("GET", "/api/partner/webhook-events", { key })).json;
  expect(events[0]).toMatchObject({ status: "held", target_url });
});

test("another scheme, host or port gets no header's value that was not given with it", async () => {
  await world.close();
  world = await createWorld({ WEBHOOK_ALLOW_HTTP: "1" });
  key = await world.createKey("acme");
  await create({ headers: { Authorization: TOKEN } });
  const elsewhere = { target_url: "https://elsewhere.example/hook" };
  for (const target_url of [
    elsewhere.target_url,
    "https://partner.example:8443/in",
    "http://partner.example/hooks/salute",
  ]) {
    const refused = await patch({ target_url });
    expect([target_url, ...fault(refused)]).toEqual([target_url, 400, "invalid_payload", "headers"]);
    expect(refused.text).toContain("another scheme, host or port");
  }
  expect(rows()[0]).toMatchObject({ target_url: TARGET, revision: 1 });
  const moved = await patch({ target_url: "https://partner.example:443/in" });
  expect(moved.json.webhook.headers).toEqual({ Authorization: "***" });
  expect((await patch({ ...elsewhere, headers: { Authorization: TOKEN } })).status).toBe(200);
  expect((await patch({ target_url: TARGET, headers: null })).json.webhook).toMatchObject({
    target_url: TARGET,
    headers: {},
  });
  expect((await patch(elsewhere)).status).toBe(200);
});

test("the partner's page shows operators the names, the note, the rate and the headers' names", async () => {
  await create({
    event_type: undefined,
    event_types: ["users.created", "salutes.*"],
    description: "Shop, production",
    headers: { Authorization: TOKEN },
    max_per_second: 20,
  });
  const { text } = await (await signedIn(world, "ops", "viewer")).open("/admin/partners/acme");
  for (const shown of [
    "users.created, salutes.*",
    "Shop, production",
    "headers: Authorization",
    "at most 20 a second",
  ])
    expect(text).toContain(shown);
  expect(text).not.toContain("5d2c81f0");
});
