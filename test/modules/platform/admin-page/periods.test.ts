import { afterAll, beforeAll, expect, test } from "bun:test";
import { DAY_MS, utcDay } from "../../../../src/kit/clock.ts";
import { portalVisitor } from "../../../harness/app/portal.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { createWebhook, credit } from "../../webhooks/deliveries/fixture.ts";

/** The period of a list's filter means the same on every page. */

let world: World;
let visitors: Record<string, Visitor>;
let today: string;
let yesterday: string;

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_ADMIN_PER_MIN: "0", RATE_LIMIT_PAGES_PER_MIN: "0" });
  const key = await world.createKey("acme");
  await createWebhook(world, key, "salutes.credit");
  await credit(world, key, await world.createUser(key, "zoe"));
  visitors = { admin: await signedIn(world, "boss", "owner"), partners: await portalVisitor(world, key) };
  today = utcDay(world.clock.now());
  yesterday = utcDay(world.clock.now() - DAY_MS);
});

afterAll(() => world.close());

const open = (path: string) => {
  const visitor = visitors[path.split("/")[1] ?? ""];
  if (visitor === undefined) throw new Error(`nobody reads ${path}`);
  return visitor.open(path);
};

const LISTS = [
  "/admin/ledger",
  "/admin/audit",
  "/admin/deliveries",
  "/partners/audit",
  "/partners/deliveries",
  "/partners/requests",
];

test.each(LISTS)("%s: a day as its end is included", async (path) => {
  const rows = async (query: string) => {
    const { text, status } = await open(`${path}?${query}`);
    expect(status).toBe(200);
    return [...text.matchAll(/<th scope="row"/g)].length;
  };
  const all = await rows("");
  expect(all).toBeGreaterThan(0);
  expect(await rows(`from=${today}&to=${today}`)).toBe(all);
  expect(await rows(`to=${yesterday}`)).toBeLessThan(all);
});

test.each(LISTS)("%s: a period that ends before it starts is a fault of its end", async (path) => {
  for (const [from, to] of [
    [today, yesterday],
    [`${today} 10:01`, `${today} 10:00`],
    [`${today} 10:00:01`, `${today} 10:00:00`],
  ]) {
    const { text, status } = await open(`${path}?from=${from}&to=${to}`);
    expect(status).toBe(400);
    expect(text).toMatch(new RegExp(`name="from"[^>]*value="${from}"`));
    expect(text).toMatch(new RegExp(`name="to"[^>]*value="${to}"[^>]*aria-invalid="true"`));
    expect(text).toContain("It must not be earlier than from.");
  }
});

test("the ledger's sums and the files of both trails cover the same entries as the pages", async () => {
  const period = `from=${today}&to=${today}`;
  expect((await open(`/admin/ops/ledger/entries.json?${period}`)).json.sums.count).toBe(1);
  for (const path of ["/admin/ops/ledger/entries.csv", "/admin/ops/audit-trail.csv"]) {
    expect((await open(`${path}?${period}`)).text.trim().split("\n").length).toBeGreaterThan(1);
    expect((await open(`${path}?from=${today}&to=${yesterday}`)).status).toBe(400);
  }
});
