import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Route } from "playwright-core";
import type { OperatorActor } from "../../src/http/operation.ts";
import { openIncident } from "../../src/modules/status/incidents/index.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { collectFaults } from "./look.ts";

/** Visitors read times in their own zone, and in UTC without scripts. */

const PAGE_MS = 120_000;
const ACTOR: OperatorActor = { kind: "operator", name: "zoe", role: "operator", session: null };
const executable = findChromium();

describe.skipIf(executable === null)("the status page in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;

  beforeAll(async () => {
    world = await createWorld();
    await world.services.live.writer.run((tx) =>
      openIncident(tx, ACTOR, {
        title: "Payments are late",
        severity: "bad",
        state: "investigating",
        checks: ["webhooks"],
        isPublic: true,
        message: "We look.",
      }),
    );
    server = await listen(world);
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  test.each([
    ["/status", 1280],
    ["/status", 390],
    ["/status/incidents/1", 390],
  ])(
    "%s shows the reader's time with its zone, exact UTC on hover, at %i px",
    async (path, width) => {
      const page = await browser.newPage({
        viewport: { width, height: 900 },
        timezoneId: "Asia/Tokyo",
      });
      await page.goto(`${server.baseUrl}${path}`);
      await page.getByText("Times are Asia/Tokyo").waitFor();
      const time = page.locator("main time").first();
      expect(await time.textContent()).toMatch(/\d\d:\d\d GMT\+9/);
      expect(await time.getAttribute("title")).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
      expect(await collectFaults(page, `status-${width}`)).toEqual([]);
      await page.close();
    },
    PAGE_MS,
  );

  test(
    "an open page shows a new incident by itself, in the reader's time, and keeps what is unfolded",
    async () => {
      const page = await browser.newPage({ timezoneId: "Asia/Tokyo" });
      await page.clock.install();
      await page.goto(`${server.baseUrl}/status`);
      await page
        .locator("main details")
        .last()
        .evaluate((details: HTMLDetailsElement) => {
          details.open = true;
        });
      await world.services.live.writer.run((tx) =>
        openIncident(tx, ACTOR, {
          title: "The chain answers slowly",
          severity: "warn",
          state: "investigating",
          checks: ["rpc"],
          isPublic: true,
          message: "We look at that, too.",
        }),
      );
      await page.clock.fastForward(60_000);
      const incident = page.getByText("The chain answers slowly");
      await incident.first().waitFor();
      await page.waitForFunction(() => document.querySelector("main time:not([data-local])") === null);
      expect(await page.locator("main details[open]").count()).toBe(1);
      await page.close();
    },
    PAGE_MS,
  );

  test.each(["/status", "/status/embed", "/status?lang=de"])(
    "an open page says since when it is out of date, until a look succeeds: %s",
    async (path) => {
      const page = await browser.newPage();
      await page.clock.install({ time: new Date("2026-11-21T10:02:00Z") });
      await page.goto(`${server.baseUrl}${path}`);
      const note = page.locator("[data-note=stale]");
      const look = async (answer: "down" | "busy" | "up") => {
        await page.unroute("**/status*");
        await page.unroute("**/status/embed");
        const reply = (route: Route) => (answer === "busy" ? route.fulfill({ status: 503 }) : route.abort());
        if (answer !== "up")
          for (const each of ["**/status*", "**/status/embed"]) await page.route(each, reply);
        const asked = answer === "down" ? page.waitForEvent("requestfailed") : page.waitForEvent("response");
        await page.clock.fastForward(60_000);
        await asked;
      };
      await look("down");
      expect(await note.isVisible()).toBe(false);
      await look("busy");
      await note.waitFor();
      expect(await note.textContent()).toContain("10:02 UTC");
      expect(await note.textContent()).toContain(path.includes("de") ? "Neu laden" : "Reload");
      expect(await page.locator(".is-stale h1").count()).toBe(1);
      await look("up");
      await note.waitFor({ state: "hidden" });
      expect(await page.locator(".is-stale").count()).toBe(0);
      await page.close();
    },
    PAGE_MS,
  );

  test(
    "after a sleep the first look in vain marks last night's state, with its day",
    async () => {
      const page = await browser.newPage();
      await page.clock.install({ time: new Date("2026-11-20T22:02:00Z") });
      await page.goto(`${server.baseUrl}/status`);
      await page.route("**/status*", (route) => route.abort());
      await page.clock.fastForward(8 * 3_600_000);
      await page.locator("[data-note=stale]").waitFor();
      expect(await page.locator("[data-note=stale]").textContent()).toContain("2026-11-20 22:02 UTC");
      await page.close();
    },
    PAGE_MS,
  );

  test(
    "another site's page may frame the state, which nothing is wrong with",
    async () => {
      const page = await browser.newPage({ viewport: { width: 360, height: 240 } });
      const body = `<iframe src="${server.baseUrl}/status/embed" title="Status"></iframe>`;
      const other = Bun.serve({
        port: 0,
        fetch: () => new Response(body, { headers: { "content-type": "text/html" } }),
      });
      await page.goto(other.url.href);
      const frame = page.frameLocator("iframe");
      expect(await frame.locator("h1").textContent()).toBe("Not everything works");
      await other.stop(true);
      await page.goto(`${server.baseUrl}/status/embed`);
      expect(await collectFaults(page, "status-embed")).toEqual([]);
      await page.close();
    },
    PAGE_MS,
  );

  test(
    "without scripts, times are relative and UTC",
    async () => {
      const page = await browser.newPage({ javaScriptEnabled: false, timezoneId: "Asia/Tokyo" });
      await page.goto(`${server.baseUrl}/status`);
      expect(await page.locator("footer").textContent()).toContain("All times are UTC");
      expect(await page.locator("main time").first().textContent()).toContain(" UTC (");
      await page.close();
    },
    PAGE_MS,
  );
});
