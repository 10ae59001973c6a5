import { afterEach, describe, expect, test } from "bun:test";
import { openIncident } from "../../../../src/modules/status/incidents/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** Public pages that all readers of a language share. */

const OWNER = { kind: "operator", name: "ada", role: "owner", session: null } as const;

let world: World;
afterEach(() => world.close());

const open = (path: string, headers: Record<string, string> = {}) =>
  world.call("GET", path, { headers: { accept: "text/html", ...headers } });

describe.each(["/", "/status"])("the page at %s", (path) => {
  test("is answered with validators and the headers of every page, and with 304 to those who have it", async () => {
    world = await createWorld();
    const first = await open(path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(first.headers.get("content-security-policy")).toContain("default-src 'none'");
    world.clock.advance(1_000);
    const again = await open(path);
    expect([again.headers.get("etag"), again.text]).toEqual([etag, first.text]);
    const known = await open(path, { "if-none-match": etag });
    expect([known.status, known.text]).toEqual([304, ""]);
    expect(known.headers.get("vary")).toContain("Accept-Language, Cookie");
  });

  test("is another one in each language, and the choice is remembered", async () => {
    world = await createWorld();
    const english = await open(path);
    const etag = english.headers.get("etag") ?? "";
    const german = await open(path, { "accept-language": "de", "if-none-match": etag });
    expect(german.status).toBe(200);
    expect(german.text).toContain('<html lang="de">');
    expect((await open(path)).text).toBe(english.text);
    const chosen = await open(`${path}?lang=de`);
    expect(chosen.headers.get("set-cookie")).toStartWith("salute_lang=de");
    expect(chosen.text).toBe(german.text);
    expect((await open(path, { "accept-language": "de" })).headers.get("set-cookie")).toBeNull();
  });

  test("is made again when figures are old, an incident opens, or the brand changes", async () => {
    world = await createWorld();
    const { live } = world.services;
    const seen = [(await open(path)).text];
    world.clock.advance(6_000);
    seen.push((await open(path)).text);
    await live.writer.run((tx) =>
      openIncident(tx, OWNER, {
        title: "Payments wait",
        state: "identified",
        severity: "bad",
        checks: ["webhooks"],
        isPublic: true,
        message: "We are on it.",
      }),
    );
    seen.push((await open(path)).text);
    world.services.brand.useSettings({
      name: "Zebra",
      text: null,
      colour: null,
      links: [],
      logo: null,
    });
    seen.push((await open(path)).text);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.at(-1)).toContain("Zebra");
    expect(seen.at(-2)).not.toContain("Zebra");
  });
});
