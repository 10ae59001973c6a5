import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { signedIn } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { collectFaults } from "./look.ts";

/** Operators read times in UTC, or in their own zone if they chose it in this browser. */

const PAGE_MS = 120_000;
const executable = findChromium();

describe.skipIf(executable === null)("the zone of the desk's times in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;
  let cookie: { name: string; value: string; url: string };

  beforeAll(async () => {
    world = await createWorld();
    server = await listen(world);
    await world.createKey("acme");
    const [name = "", value = ""] = (await signedIn(world, "zoe", "owner")).cookie()?.split("=", 2) ?? [];
    cookie = { name, value, url: server.baseUrl };
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  test.each([1280, 390])(
    "is UTC until the own one is chosen, which the next page remembers, at %i px",
    async (width) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        timezoneId: "Asia/Tokyo",
      });
      await context.addCookies([cookie]);
      const page = await context.newPage();
      const first = () => page.locator("main time").first();
      await page.goto(`${server.baseUrl}/admin/partners`);
      await page.getByText("All times are UTC").waitFor();
      const sent = await first().innerHTML();
      expect(sent).toContain(" UTC (");
      await page.getByLabel("my zone").check();
      await page.getByText("Times are Asia/Tokyo").waitFor();
      expect(await first().textContent()).toMatch(/\d\d:\d\d GMT\+9/);
      expect(await first().getAttribute("title")).toEndWith(" UTC");
      expect(await collectFaults(page, `zone-${width}`)).toEqual([]);
      await page.goto(`${server.baseUrl}/admin/audit`);
      await page.getByText("Times are Asia/Tokyo").waitFor();
      expect(await first().textContent()).toMatch(/GMT\+9/);
      await page.getByLabel("UTC", { exact: true }).check();
      await page.getByText("All times are UTC").waitFor();
      await page.goto(`${server.baseUrl}/admin/partners`);
      expect(await first().innerHTML()).toBe(sent);
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "stays the own one in a part that updates itself",
    async () => {
      const context = await browser.newContext({ timezoneId: "Asia/Tokyo" });
      await context.addCookies([cookie]);
      const page = await context.newPage();
      await page.addInitScript(() => localStorage.setItem("choice:zone", "local"));
      await page.goto(`${server.baseUrl}/admin`);
      await page.getByText("Times are Asia/Tokyo").waitFor();
      const time = page.locator("[data-live] time").first();
      expect(await time.textContent()).toMatch(/GMT\+9/);
      await time.evaluate((element) => {
        element.dataset.mark = "before the update";
        document.dispatchEvent(new Event("visibilitychange"));
      });
      await page.locator("time[data-mark]").waitFor({ state: "detached" });
      expect(await time.textContent()).toMatch(/GMT\+9/);
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "a part that updates itself says that its reader is signed out, and asks no more",
    async () => {
      const context = await browser.newContext();
      await context.addCookies([cookie]);
      const page = await context.newPage();
      await page.clock.install();
      await page.goto(`${server.baseUrl}/admin`);
      await context.clearCookies();
      let asked = 0;
      page.on("request", () => asked++);
      await page.clock.fastForward(15_000);
      await page.getByText("You are signed out").waitFor();
      await page.clock.fastForward(60_000);
      expect(asked).toBe(1);
      await page.getByRole("link", { name: "Sign in again" }).click();
      await page.getByLabel("Password").waitFor();
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "is UTC without scripts, and there is no choice",
    async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, timezoneId: "Asia/Tokyo" });
      await context.addCookies([cookie]);
      const page = await context.newPage();
      await page.goto(`${server.baseUrl}/admin/partners`);
      expect(await page.locator("main time").first().textContent()).toContain(" UTC (");
      expect(await page.getByText("my zone").isVisible()).toBe(false);
      await context.close();
    },
    PAGE_MS,
  );
});
