import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { attempt, createWebhook, credit, records } from "../../webhooks/deliveries/fixture.ts";

let world: World;
let key: IssuedKey;
let viewer: Visitor;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  viewer = await signedIn(world, "eve", "viewer");
});

afterEach(() => world.close());

test("shows keys with last use and promotion, usage, errors by code, webhooks with health, deliveries and users", async () => {
  const sandbox = await world.createKey("acme", "sandbox");
  const other = await world.createKey("other");
  await createWebhook(world, key, "salutes.credit");
  await credit(world, key, await world.createUser(key, "zoe"));
  await attempt(world, records(world)[0]?.id ?? 0, "dead_letter");
  const refused = await world.call("GET", "/api/partner/users/999", { key });
  await world.call("GET", "/api/partner/users/998", { key: other });
  const { status, text } = await viewer.open("/admin/partners/acme");
  expect(status).toBe(200);
  for (const part of [
    `/admin/keys/${key.key_id}"`,
    `/admin/keys/${sandbox.key_id}/promotion"`,
    "checks passed",
    "none in 35 days",
    'id="usage-chart',
    "<code>user_not_found</code>",
    `/admin/search?q=${refused.headers.get("x-request-id")}`,
    "https://partner.example/hooks/salute",
    "1 of 1",
    '/admin/deliveries?partner=acme&amp;state=dead_letter"',
    '/admin/users/1"',
    "zoe",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain(other.key_id);
  expect(text).toContain('<td data-head="Count" class="numeric"><div>1</div>');
});

test("a partner with only a sandbox key has a page; errors and last use survive a restart", async () => {
  const sandbox = await world.createKey("novice", "sandbox");
  expect((await viewer.open("/admin/partners/novice")).text).toContain(sandbox.key_id);
  await world.call("GET", "/api/partner/users/999", { key });
  await world.restart();
  const { text } = await viewer.open("/admin/partners/acme");
  expect(text).toContain("<code>user_not_found</code>");
  expect(text).not.toContain("none in 35 days");
});

test("users are paged without gaps", async () => {
  for (let more = 0; more < 25; more++) await world.createUser(key, `u-${more}`);
  const ids = (text: string) =>
    [...text.matchAll(/<th scope="row"><a href="\/admin\/users\/(\d+)"/g)].map(([, id]) => id);
  const first = ids((await viewer.open("/admin/partners/acme")).text);
  const second = ids((await viewer.open(`/admin/partners/acme?before=${first.at(-1)}`)).text);
  expect(new Set([...first, ...second]).size).toBe(25);
});

test("404 for an unknown partner, 403 without access; lists and search link to the page", async () => {
  expect((await viewer.open("/admin/partners/nobody")).status).toBe(404);
  expect((await world.call("GET", "/admin/partners/acme")).status).toBe(403);
  for (const path of ["/admin/partners", `/admin/keys/${key.key_id}`, "/admin/search?q=acme"])
    expect((await viewer.open(path)).text).toContain('href="/admin/partners/acme"');
});
