import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Glob } from "bun";
import { allOperations } from "../../../../src/compose/operations.ts";
import { Mounted } from "../../../../src/http/mounted.ts";
import { operator, partner, readOperation } from "../../../../src/http/operation.ts";
import { Links } from "../../../../src/http/schema/shapes.ts";
import { readErrorCatalog } from "../../../../src/modules/developers/error-catalog/read.ts";
import { WALLET_ERRORS } from "../../../../src/modules/ledger/wallets/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { deadLinks } from "../../../harness/checks/dead-links.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { createScheduledWorld } from "../deprecations/fixture.ts";
import { SCENARIOS } from "./scenarios.ts";

const TARGET = "/api/partner/errors.json";
const SOURCES = resolve(import.meta.dir, "../../../../src");

interface Entry {
  error_code: string;
  http_status: number;
  retry_class: string;
  available_in_modes: string[];
  endpoint_groups: string[];
  recovery_links: Record<string, string>;
}

let world: World;

async function served(): Promise<Entry[]> {
  const key = await world.createKey("reader", "live", { scopes: [] });
  return (await world.call("GET", TARGET, { key })).json.entries;
}

/** Share links have their own catalog, since their codes never occur for partners. */
async function servedForShareLinks(): Promise<string[]> {
  return codesOf((await world.call("GET", "/api/public/audio-share-links/errors.json")).json.entries);
}

const codesOf = (entries: Entry[]) => entries.map((entry) => entry.error_code);

/** The code of each `new Problem(` in the sources, and the files that pass it otherwise. */
function thrownCodes(): { codes: Set<string>; unnamed: string[] } {
  const codes = new Set<string>();
  const unnamed: string[] = [];
  for (const file of new Glob("**/*.{ts,tsx}").scanSync(SOURCES)) {
    const text = readFileSync(join(SOURCES, file), "utf8");
    for (const [, shared, own] of text.matchAll(/new Problem\(\s*(?:"([a-z_]+)"|[A-Z_]+\.([a-z_]+))?/g)) {
      const code = shared ?? own;
      if (code === undefined) unnamed.push(file);
      else codes.add(code);
    }
  }
  return { codes, unnamed };
}

describe("GET /api/partner/errors.json", () => {
  afterEach(() => world.close());

  test("200 for any key: entries sorted by status and code, with the interface's members", async () => {
    world = await createWorld();
    for (const mode of ["live", "sandbox"] as const) {
      const key = await world.createKey("acme", mode, { scopes: [] });
      const { status, json } = await world.call("GET", TARGET, { key });
      expect([status, json.count]).toEqual([200, json.entries.length]);
      const limited = json.entries.find((entry: Entry) => entry.error_code === "rate_limited");
      expect(limited).toMatchObject({
        title: "Too many requests",
        category: "throttling",
        http_status: 429,
        retry_class: "retry_after",
        retry_behavior: expect.stringContaining("Retry-After"),
        retry_after_seconds: 60,
        available_in_modes: ["live", "sandbox"],
        recovery_links: { usage: "/api/partner/analytics/usage" },
      });
      expect(Object.keys(limited)).toEqual([
        "error_code",
        "title",
        "category",
        "http_status",
        "retry_class",
        "retry_behavior",
        "retry_after_seconds",
        "available_in_modes",
        "endpoint_groups",
        "recovery_links",
      ]);
      for (const { error_code, retry_after_seconds } of json.entries)
        expect([error_code, Number.isInteger(retry_after_seconds)]).toEqual([error_code, true]);
      const order = json.entries.map(({ http_status, error_code }: Entry) => `${http_status} ${error_code}`);
      expect(order).toEqual([...order].sort());
      expect(new Set(order).size).toBe(order.length);
    }
  });

  test("is complete: api-errors.json lists exactly the codes that the sources throw", async () => {
    world = await createScheduledWorld();
    const { codes, unnamed } = thrownCodes();
    expect(unnamed).toEqual([]);
    const { json } = await world.call("GET", "/developers/api-errors.json");
    expect(Object.keys(json.by_code).sort()).toEqual([...codes].sort());
    const partners = [...codesOf(await served()), ...(await servedForShareLinks())];
    expect(partners.filter((code) => !codes.has(code))).toEqual([]);
  });

  test("is complete: every listed code has a scenario, tested below", async () => {
    world = await createWorld();
    expect(codesOf(await served()).sort()).toEqual(Object.keys(SCENARIOS).sort());
  });

  test.each(Object.entries(SCENARIOS))("%s occurs as its entry describes", async (code, scenario) => {
    world = await createWorld(scenario.environment ?? {});
    const entry = (await served()).find((each) => each.error_code === code);
    const key = await world.createKey("acme");
    await world.createUser(key, "zoe");
    const answer = await scenario.run(world, key);
    expect([answer.json.error, answer.status]).toEqual([code, entry?.http_status ?? Number.NaN]);
    if (answer.json.retry_class !== undefined) expect(answer.json.retry_class).toBe(entry?.retry_class ?? "");
  });

  test("recovery links and groups exist in the build", async () => {
    world = await createWorld();
    const groups = new Set(allOperations(world.services).map(({ group }) => group));
    for (const entry of await served()) {
      expect(deadLinks(world, Object.values(entry.recovery_links))).toEqual([]);
      expect(entry.endpoint_groups.filter((group) => group === "pages" || !groups.has(group))).toEqual([]);
      expect([entry.endpoint_groups.length > 0, entry.available_in_modes.length > 0]).toEqual([true, true]);
    }
  });

  test("Last-Modified is the start of the process", async () => {
    world = await createWorld();
    const key = await world.createKey("acme");
    world.clock.advance(60_000);
    await expectValidators(
      world,
      TARGET,
      { key },
      { lastModified: "Sat, 21 Nov 2026 10:00:00 GMT", cacheControl: "private, max-age=300" },
    );
  });

  test("401 unsigned, 400 for an unknown parameter", async () => {
    world = await createWorld();
    const key = await world.createKey("acme");
    expect((await world.call("GET", TARGET)).json.error).toBe("unauthorized");
    const unknown = await world.call("GET", `${TARGET}?mode=live`, { key });
    expect([unknown.status, unknown.json.details[0].field]).toEqual([400, "mode"]);
  });
});

describe("the catalog of a reduced build", () => {
  test("a code is listed once an operation has it, with the modes in which it can occur", () => {
    const withErrors = (mode: "live" | "sandbox" | null) =>
      readOperation({
        id: `read-${mode}`,
        method: "GET",
        path: `/${mode}`,
        group: `${mode}`,
        summary: "x",
        access: mode === null ? operator("viewer") : partner(null, { mode }),
        response: Links,
        errors: [WALLET_ERRORS.wallet_not_found],
        read: () => ({}),
      });
    const entryIn = (...modes: Parameters<typeof withErrors>[0][]) =>
      readErrorCatalog(new Mounted(modes.map(withErrors))).entries.find(
        ({ error_code }) => error_code === "wallet_not_found",
      );
    expect(entryIn()).toBeUndefined();
    expect(entryIn(null)).toBeUndefined();
    expect(entryIn("sandbox")?.available_in_modes).toEqual(["sandbox"]);
    expect(entryIn("live", "sandbox")).toMatchObject({
      available_in_modes: ["live", "sandbox"],
      endpoint_groups: ["live", "sandbox"],
      http_status: WALLET_ERRORS.wallet_not_found.http_status,
    });
  });
});
