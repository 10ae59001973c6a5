import { afterEach, beforeEach, expect, test } from "bun:test";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let owner: Visitor;

beforeEach(async () => {
  world = await createWorld();
  owner = await signedIn(world, "boss", "owner");
  await owner.open("/admin/partners");
});

afterEach(() => world.close());

const secretIn = (text: string) => /<code>(sk_\w+)<\/code>/.exec(text)?.[1] ?? "";
const keyIn = (text: string) => /<code>(pk_\w+)<\/code>/.exec(text)?.[1] ?? "";
const balance = (key: { key_id: string; secret: string }) =>
  world.call("GET", "/api/salutes/ledger", { key });

async function make(fields: Record<string, string> = {}) {
  const { text } = await owner.submit("/admin/partners", {
    partner: "acme",
    mode: "live",
    scopes: "ledger",
    ...fields,
  });
  return { key_id: keyIn(text), secret: secretIn(text) };
}

test("an owner makes a key, whose secret is shown once and signs", async () => {
  const key = await make();
  expect((await balance(key)).status).toBe(200);
  for (const path of ["/admin/partners", `/admin/keys/${key.key_id}`]) {
    const page = await owner.open(path);
    expect([page.text.includes(key.key_id), page.text.includes(key.secret)]).toEqual([true, false]);
  }
});

test.each([
  [{ partner: "Not A Name" }, "partner"],
  [{ mode: "other" }, "mode"],
  [{ allowed_ips: "10.0.0.0/99" }, "allowed_ips"],
  [{ domains: "UPPER" }, "domains"],
  [{ scopes: "everything" }, "scopes"],
])("400 for %p, naming %s, and no key is made", async (fields, field) => {
  const before = (await owner.open("/admin/partners")).text;
  const answer = await owner.submit(
    "/admin/partners",
    { partner: "acme", mode: "live", scopes: "ledger", ...fields },
    { accept: "application/json" },
  );
  expect([answer.status, answer.json.details[0].field]).toEqual([400, field]);
  const keysOf = (text: string) => text.match(/pk_(live|sandbox)_\w+/g)?.length ?? 0;
  expect(keysOf((await owner.open("/admin/partners")).text)).toBe(keysOf(before));
});

test("settings, a new secret, disabling and enabling take effect at once", async () => {
  const key = await make();
  const at = `/admin/keys/${key.key_id}`;
  await owner.submit(`${at}/settings`, { scopes: "read" });
  expect((await balance(key)).status).toBe(403);
  await owner.submit(`${at}/settings`, { scopes: "ledger", rate_limit: "1", daily_credit_limit: "2.50" });
  expect((await balance(key)).headers.get("x-ratelimit-limit")).toBe("1");
  await owner.submit(`${at}/settings`, { scopes: "ledger" });
  expect((await balance(key)).headers.get("x-ratelimit-limit")).toBe("600");
  const rotated = secretIn((await owner.submit(`${at}/rotate`)).text);
  expect((await balance({ ...key, secret: rotated })).status).toBe(200);
  await owner.submit(`${at}/disable`);
  expect((await balance({ ...key, secret: rotated })).status).toBe(403);
  await owner.submit(`${at}/enable`);
  expect((await balance({ ...key, secret: rotated })).status).toBe(200);
});

test("a page opened before another owner's change does not undo it", async () => {
  const key = await make();
  const at = `/admin/keys/${key.key_id}`;
  const seen = /name="seen" value="(\w+)"/.exec((await owner.open(at)).text)?.[1] ?? "";
  const fields = { scopes: "ledger", allowed_ips: "10.1.2.3" };
  expect((await owner.submit(`${at}/settings`, { ...fields, seen })).status).toBe(303);
  const late = await owner.submit(`${at}/settings`, { scopes: "ledger", rate_limit: "5", seen });
  expect([late.status, late.text.includes("somebody changed it")]).toEqual([409, true]);
  expect((await owner.open(at)).text).toContain("10.1.2.3");
});

test.each(["much", "70000000000000.01", "99999999999999999999", "1.00000000000000000000"])(
  "a ceiling of %s is 400",
  async (daily_credit_limit) => {
    const key = await make();
    const answer = await owner.submit(
      `/admin/keys/${key.key_id}/settings`,
      { scopes: "ledger", daily_credit_limit },
      { accept: "application/json" },
    );
    expect([answer.status, answer.json.details[0].field]).toEqual([400, "daily_credit_limit"]);
  },
);

test("without a scope is no key: an emptied choice means neither all nor none", async () => {
  const key = await make();
  const forms: [string, Record<string, string>][] = [
    ["/admin/partners", { partner: "acme", mode: "live" }],
    [`/admin/keys/${key.key_id}/settings`, {}],
  ];
  for (const [path, fields] of forms) {
    const answer = await owner.submit(path, fields, { accept: "application/json" });
    expect([path, answer.status, answer.json.details[0].field]).toEqual([path, 400, "scopes"]);
  }
});

test("404 for a key that is none", async () => {
  const at = "/admin/keys/pk_live_0000000000000000";
  expect((await owner.open(at)).status).toBe(404);
  await owner.open("/admin/partners");
  expect((await owner.submit(`${at}/settings`, { scopes: "read" })).status).toBe(404);
  for (const verb of ["rotate", "disable", "enable"])
    expect([verb, (await owner.submit(`${at}/${verb}`)).status]).toEqual([verb, 404]);
});

test("an operator reads keys and changes none", async () => {
  const key = await make();
  const operator = await signedIn(world, "ops", "operator");
  const page = await operator.open(`/admin/keys/${key.key_id}`);
  expect([page.status, page.text.includes("/rotate")]).toEqual([200, false]);
  await operator.open("/admin/account");
  expect((await operator.submit(`/admin/keys/${key.key_id}/rotate`)).status).toBe(403);
  expect((await operator.submit("/admin/partners", { partner: "x", mode: "live" })).status).toBe(403);
});

test("the list of keys is in the order that its address names, and its form has a page of its own", async () => {
  await make({ partner: "bravo" });
  await make({ partner: "alpha" });
  const partnersIn = async (query: string) =>
    [
      ...(await owner.open(`/admin/partners${query}`)).text.matchAll(
        /href="\/admin\/partners\/(alpha|bravo)"/g,
      ),
    ].map(([, name]) => name);
  expect(await partnersIn("?sort=partner")).toEqual(["alpha", "bravo"]);
  expect(await partnersIn("?sort=-partner")).toEqual(["bravo", "alpha"]);
  const list = (await owner.open("/admin/partners")).text;
  expect(list).toContain('href="/admin/keys/new"');
  expect(list).not.toContain('action="/admin/partners"');
  expect((await owner.open("/admin/keys/new")).text).toContain('action="/admin/partners"');
});
