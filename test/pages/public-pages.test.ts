import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { allOperations } from "../../src/compose/operations.ts";
import { MINUTE_MS } from "../../src/kit/clock.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { publicPages } from "../harness/checks/pages.ts";

let world: World;
let pages: string[];
beforeAll(async () => {
  world = await createWorld();
  pages = publicPages(allOperations(world.services));
});
afterAll(() => world.close());
/** Each test has the limit's minute to itself. */
beforeEach(() => world.clock.advance(MINUTE_MS));

function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map((match) => match[1] ?? "");
}

describe("every page without credentials", () => {
  test("there are some", () => {
    expect(pages).toContain("/");
    expect(pages).toContain("/developers");
  });

  test("allows nothing from other hosts, nothing inline, no frame and no foreign form", async () => {
    // The mini-app stands in the messenger's frame, the status in anybody's: their own tests hold their headers.
    for (const page of pages.filter((each) => !/^\/miniapp|^\/status\/embed$/.test(each))) {
      const { status, headers } = await world.call("GET", page);
      expect([page, status]).toEqual([page, 200]);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-ratelimit-limit")).toBe("300");
    }
  });

  test("links only to what is in the build, and to ids that it has", async () => {
    const known = new Map<string, number>();
    for (const page of pages) {
      const { text } = await world.call("GET", page);
      const ids = attributes(text, "id");
      expect(new Set(ids).size).toBe(ids.length);
      for (const link of [...attributes(text, "href"), ...attributes(text, "src")]) {
        const [path = "", fragment] = link.split("#");
        if (fragment !== undefined && path === "")
          expect([page, ids.includes(fragment)]).toEqual([page, true]);
        if (!path.startsWith("/")) continue;
        const status = known.get(path) ?? (await world.call("GET", path)).status;
        known.set(path, status);
        expect([page, link, status < 400 || status === 403]).toEqual([page, link, true]);
      }
    }
  });

  test("names its title, its language and what it is about", async () => {
    for (const page of pages) {
      const { text } = await world.call("GET", page);
      expect(text).toStartWith("<!doctype html>");
      expect(text).toMatch(
        /<html lang="en">.*<title>[^<]*salute[^<]*<\/title><meta name="description" content="[^"]{20,}"/s,
      );
      expect(text.match(/<h1/g)).toHaveLength(1);
    }
  });
});

describe("GET /assets/{file}", () => {
  test("a page's stylesheet, scripts and icon may be kept for a year", async () => {
    const { text } = await world.call("GET", "/");
    const assets = text.match(/\/assets\/[a-z]+\.[0-9a-f]{12}\.(css|js|svg)/g) ?? [];
    expect(assets).toHaveLength(4);
    for (const asset of assets) {
      const { status, headers } = await world.call("GET", asset);
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    }
  });

  test("404 for bytes that are not ours", async () => {
    expect((await world.call("GET", "/assets/pages.000000000000.css")).status).toBe(404);
  });
});

test("429 past the limit of pages", async () => {
  const limited = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: "1" });
  expect((await limited.call("GET", "/")).status).toBe(200);
  expect((await limited.call("GET", "/")).status).toBe(429);
  await limited.close();
});
