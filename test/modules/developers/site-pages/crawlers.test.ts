import { afterAll, beforeAll, expect, test } from "bun:test";
import { allOperations } from "../../../../src/compose/operations.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { publicPages } from "../../../harness/checks/pages.ts";

const BASE = "https://salute.example.com";

let world: World;
beforeAll(async () => {
  world = await createWorld({ PUBLIC_BASE_URL: BASE, RATE_LIMIT_PAGES_PER_MIN: "0" });
});
afterAll(() => world.close());

const open = (path: string) => world.call("GET", path, { headers: { accept: "text/html" } });
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? null;

async function sitemap(): Promise<string[]> {
  const { text } = await world.call("GET", "/sitemap.xml");
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? "");
}

test("robots.txt leads to the sitemap and keeps crawlers from the desk, not from shared links", async () => {
  const { status, text, headers } = await world.call("GET", "/robots.txt");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text.split("\n")).toEqual([
    "User-agent: *",
    "Disallow: /admin",
    "Disallow: /api/partner/",
    "",
    `Sitemap: ${BASE}/sitemap.xml`,
    "",
  ]);
});

test("the sitemap lists pages that exist, each under its canonical address", async () => {
  const { headers } = await world.call("GET", "/sitemap.xml");
  expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const addresses = await sitemap();
  for (const page of ["/", "/status", "/transparency", "/docs/salutes"])
    expect(addresses).toContain(BASE + page);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const address of addresses) {
    const { status, text } = await open(address.slice(BASE.length));
    expect([address, status, canonicalOf(text)]).toEqual([address, 200, address]);
    expect(text).not.toContain('name="robots"');
  }
});

test("a page is in the sitemap, or not for search engines", async () => {
  const listed = await sitemap();
  const others = publicPages(allOperations(world.services)).filter((path) => !listed.includes(BASE + path));
  expect(others).toContain("/claim");
  for (const path of others.filter((each) => !each.startsWith("/miniapp"))) {
    const { text } = await open(path);
    expect([path, canonicalOf(text)]).toEqual([path, null]);
    expect([path, text.includes('<meta name="robots" content="noindex"/>')]).toEqual([path, true]);
  }
});

test("a query is no part of the canonical address, and an error has none", async () => {
  expect(canonicalOf((await open("/share?title=x")).text)).toBe(`${BASE}/share`);
  const missing = await open("/nowhere");
  expect([missing.status, canonicalOf(missing.text)]).toEqual([404, null]);
});
