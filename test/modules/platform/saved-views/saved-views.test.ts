import { afterAll, beforeAll, expect, test } from "bun:test";
import { makeOperator, signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** Named views of lists, each operator's own. */

let world: World;
let eve: Visitor;
let bearer: Record<string, string>;
const PATH = "/admin/ops/saved-views";

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_ADMIN_PER_MIN: "0", RATE_LIMIT_PAGES_PER_MIN: "0" });
  eve = await signedIn(world, "eve", "viewer");
  bearer = { authorization: `Bearer ${(await makeOperator(world, "ops", "operator")).token}` };
});

afterAll(() => world.close());

const save = (body: object, headers = bearer) => world.call("POST", PATH, { body, headers });

test("a view is saved above its list, without its page, and shown there as a link", async () => {
  const list = await eve.open("/admin/deliveries?state=dead_letter&columns=id,state&before=9");
  expect(list.text).toContain('name="query" value="state=dead_letter&amp;columns=id%2Cstate"');
  const answer = await eve.submit("/admin/views", {
    path: "/admin/deliveries",
    query: "state=dead_letter&columns=id,state&before=9&format=csv",
    name: "Dead letters",
  });
  const href = "/admin/deliveries?state=dead_letter&columns=id%2Cstate";
  expect([answer.status, answer.headers.get("location")]).toEqual([303, href]);
  const shown = (await eve.open(href)).text;
  expect(shown).toContain("The view Dead letters is saved.");
  expect(shown).toContain(`<a href="${href.replace("&", "&amp;")}" aria-current="page">Dead letters</a>`);
  expect((await eve.open("/admin/conversions")).text).not.toContain("Dead letters</a>");
});

test("a name replaces the view that had it; deleted views are gone", async () => {
  await eve.open("/admin/audit");
  for (const query of ["action=key", "action=webhook"])
    await eve.submit("/admin/views", { path: "/admin/audit", query, name: "Mine" });
  const { text } = await eve.open("/admin/audit");
  expect(text).toContain('<a href="/admin/audit?action=webhook">Mine</a>');
  expect(text).not.toContain('action=key">Mine');
  const id = /action="\/admin\/views\/(\d+)\/delete"/.exec(text)?.[1];
  expect((await eve.submit(`/admin/views/${id}/delete`)).status).toBe(303);
  expect((await eve.open("/admin/audit")).text).not.toContain(">Mine</a>");
  expect((await eve.submit(`/admin/views/${id}/delete`)).status).toBe(404);
});

test("views are an operator's own: others neither see nor delete them", async () => {
  const { json } = await save({
    path: "/admin/conversions",
    name: "Waiting",
    query: "state=pending_settlement",
  });
  expect(json).toMatchObject({ href: "/admin/conversions?state=pending_settlement", name: "Waiting" });
  expect((await eve.open("/admin/conversions")).text).not.toContain("Waiting</a>");
  expect((await eve.submit(`/admin/views/${json.id}/delete`)).status).toBe(404);
  const own = await world.call("GET", `${PATH}?path=/admin/conversions`, { headers: bearer });
  expect([own.json.count, own.json.views[0].id]).toEqual([1, json.id]);
  const deleted = await world.call("DELETE", `${PATH}/${json.id}`, { headers: bearer });
  expect([deleted.status, deleted.json.deleted]).toEqual([200, true]);
  expect((await world.call("DELETE", `${PATH}/${json.id}`, { headers: bearer })).status).toBe(404);
});

test("a path that is no page of the desk is 400, and a list has at most 50 views", async () => {
  for (const path of ["/status", "/admin/nowhere", "https://evil.example/admin"]) {
    const { status, json } = await save({ path, name: "x", query: "" });
    expect([status, json.details[0].field]).toEqual([400, "path"]);
  }
  expect((await eve.submit("/admin/views", { path: "/status", name: "x", query: "" })).status).toBe(400);
  for (let n = 0; n < 50; n++) await save({ path: "/admin/claims", name: `n${n}`, query: "state=claimed" });
  const more = await save({ path: "/admin/claims", name: "one more", query: "" });
  expect([more.status, more.json.error]).toEqual([409, "state_conflict"]);
  expect((await save({ path: "/admin/claims", name: "n1", query: "" })).status).toBe(200);
  await eve.open("/admin/claims");
  const byPage = (name: string) =>
    eve.submit("/admin/views", { path: "/admin/claims", query: "state=claimed", name });
  for (let n = 0; n < 50; n++) await byPage(`n${n}`);
  expect((await byPage("one more")).status).toBe(409);
});

test("an Idempotency-Key belongs to one deletion", async () => {
  const [first, second] = [
    await save({ path: "/admin/conversions", name: "first", query: "" }),
    await save({ path: "/admin/conversions", name: "second", query: "" }),
  ].map(({ json }) => json.id);
  const headers = { ...bearer, "idempotency-key": "deletion-1" };
  expect((await world.call("DELETE", `${PATH}/${first}`, { headers })).status).toBe(200);
  const other = await world.call("DELETE", `${PATH}/${second}`, { headers });
  expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
});

test("a view by a user's external id is refused, because it would outlive the person", async () => {
  const view = { path: "/admin/ledger", name: "Zoe", query: "partner=acme&user=ext%3Azoe" };
  const { status, json } = await save(view);
  expect([status, json.details]).toEqual([
    400,
    [{ field: "query", message: expect.stringContaining("number") }],
  ]);
  await eve.open("/admin/ledger?partner=acme&user=7");
  expect((await eve.submit("/admin/views", view)).status).toBe(400);
  expect((await save({ ...view, query: "partner=acme&user=7" })).status).toBe(200);
  const { views } = (await world.call("GET", PATH, { headers: bearer })).json;
  expect(views.map(({ query }: { query: string }) => query)).not.toContain(view.query);
});
