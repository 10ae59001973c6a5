import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type Listening, listen } from "../harness/listening.ts";
import { createWorld, type World } from "../harness/world.ts";
import { findChromium, launchChromium } from "./chromium.ts";

const PAGE_MS = 60_000;
const executable = findChromium();

describe.skipIf(executable === null)("/docs/try in Chromium", () => {
  let world: World;
  let server: Listening;
  let browser: Browser;

  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: "0" });
    server = await listen(world);
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  test(
    "shows every group without asking another host, and calls an operation without an operator's cookie",
    async () => {
      const context = await browser.newContext();
      const { hostname } = new URL(server.baseUrl);
      await context.addCookies([{ name: "salute_session", value: "secret", domain: hostname, path: "/" }]);
      const page = await context.newPage();
      const faults: string[] = [];
      const cookies: (string | undefined)[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
      });
      page.on("request", async (request) => {
        const url = new URL(request.url());
        if (url.protocol === "data:" || url.protocol === "blob:") return;
        if (url.origin !== server.baseUrl) faults.push(`request to ${url.origin}`);
        if (url.pathname === "/healthz") cookies.push((await request.allHeaders()).cookie);
      });
      await page.goto(`${server.baseUrl}/docs/try`);
      await page.locator("#operations-tag-health").click();
      await page.locator("#operations-health-health").waitFor();
      const groups = await page.locator(".opblock-tag").allTextContents();
      expect(groups.some((text) => text.startsWith("salutes"))).toBe(true);
      expect(await page.locator(".errors-wrapper, .version-pragma__message").count()).toBe(0);

      await page.locator("#operations-health-health .opblock-summary-control").click();
      await page.getByRole("button", { name: "Try it out" }).click();
      await page.getByRole("button", { name: "Execute" }).click();
      await page.locator(".live-responses-table .response-col_status", { hasText: "200" }).waitFor();
      expect(cookies).toEqual([undefined]);
      expect(faults).toEqual([]);
      await context.close();
    },
    PAGE_MS,
  );
});
