import { afterEach, beforeEach, expect, test } from "bun:test";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

/** Names of the search results, in order. */
async function found(words: string): Promise<string[]> {
  const { status, text } = await world.call("GET", `/docs?q=${encodeURIComponent(words)}`);
  expect(status).toBe(200);
  const table = /<table><caption class="visually-hidden">Results for[\s\S]*?<\/table>/.exec(text)?.[0] ?? "";
  return [...table.matchAll(/<th scope="row"><code>([^<]+)<\/code>/g)].map(([, name = ""]) => name);
}

test("finds operations, events, codes and fields by part of their name or meaning, best first", async () => {
  expect(await found("/api/salutes/credit")).toContain("POST /api/salutes/credit");
  expect((await found("rate_limited"))[0]).toBe("rate_limited");
  expect((await found("ledger_entry_id"))[0]).toBe("ledger_entry_id");
  expect((await found("salutes.credit"))[0]).toBe("salutes.credit");
  expect(await found("creditSalutes")).toEqual([
    "POST /api/salutes/credit",
    "POST /api/partner/sandbox/salutes/credit",
  ]);
  expect(await found("wallet zzz")).toEqual([]);
  expect((await found("e")).length).toBe(50);
});

test("results link to their sections, no results are reported, and queries are escaped", async () => {
  const { text } = await world.call("GET", "/docs?q=creditSalutes");
  expect(text).toContain('<a href="/docs/salutes#creditSalutes">POST /api/salutes/credit</a>');
  const none = await world.call("GET", `/docs?q=${encodeURIComponent("<b>zzz")}`);
  expect(none.text).toContain("No results for &lt;b>zzz");
  expect(none.text).not.toContain("<b>zzz");
  expect((await world.call("GET", `/docs?q=${"x".repeat(101)}`)).status).toBe(400);
  expect((await world.call("GET", "/docs?q=")).status).toBe(200);
});
