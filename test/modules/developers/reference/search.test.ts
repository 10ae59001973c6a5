import { afterEach, beforeEach, expect, test } from "bun:test";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

/** The names that a search finds, in their order. */
async function found(words: string): Promise<string[]> {
  const { status, text } = await world.call("GET", `/docs?q=${encodeURIComponent(words)}`);
  expect(status).toBe(200);
  const table = /<table><caption class="visually-hidden">What holds[\s\S]*?<\/table>/.exec(text)?.[0] ?? "";
  return [...table.matchAll(/<th scope="row"><code>([^<]+)<\/code>/g)].map(([, name = ""]) => name);
}

test("operations, events, codes and fields are found by a part of their name or meaning, the best first", async () => {
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

test("what is found leads to where it is told of, and what is not says so; words are shown as text", async () => {
  const { text } = await world.call("GET", "/docs?q=creditSalutes");
  expect(text).toContain('<a href="/docs/salutes#creditSalutes">POST /api/salutes/credit</a>');
  const none = await world.call("GET", `/docs?q=${encodeURIComponent("<b>zzz")}`);
  expect(none.text).toContain("Nothing holds &lt;b>zzz");
  expect(none.text).not.toContain("<b>zzz");
  expect((await world.call("GET", `/docs?q=${"x".repeat(101)}`)).status).toBe(400);
  expect((await world.call("GET", "/docs?q=")).status).toBe(200);
});
