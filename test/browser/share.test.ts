import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { collectFaults } from "./look.ts";

const PAGE_MS = 60_000;
const executable = findChromium();

describe.skipIf(executable === null)("share links in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;

  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: "0" });
    server = await listen(world);
    world.services.listensOn(Number(new URL(server.baseUrl).port));
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  const links = () => world.services.live.read.all("SELECT 1 FROM audio_share_links").length;

  test(
    "the links follow the input, and drafts create no short link",
    async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${server.baseUrl}/share`);
      await page.getByLabel("Track", { exact: false }).first().fill("/tracks/42");
      await page.getByLabel("Create one").check();
      const x = page.locator("#link-x");
      await x.waitFor();
      await page.getByLabel("Text", { exact: true }).fill("Listen to this");
      await page
        .locator("#links a", { hasText: "Open X" })
        .and(page.locator('[href*="Listen%20to%20this"]'))
        .waitFor();
      const copy = page.getByRole("button", { name: "Copy Link for X" });
      expect(await copy.isVisible()).toBe(true);
      expect(links()).toBe(0);
      await page.getByRole("button", { name: "Build links" }).click();
      await page.locator("dd", { hasText: "/s/audio/" }).waitFor();
      expect(links()).toBe(1);
    },
    PAGE_MS,
  );

  test(
    "without JavaScript the button builds them",
    async () => {
      const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await page.goto(`${server.baseUrl}/share`);
      await page.locator('input[name="track_url"]').fill("/tracks/7");
      await page.getByRole("button", { name: "Build links" }).click();
      expect(await page.locator("#link-telegram").isVisible()).toBe(true);
    },
    PAGE_MS,
  );

  test(
    "the player loads in a frame of another site, with audio only from the destination",
    async () => {
      const built = await world.call(
        "GET",
        "/api/public/audio-share-links?file_url=/files/1.mp3&title=Winter&use_short=1",
      );
      const { short_url } = built.json.short;
      const page = await (await browser.newContext()).newPage();
      const refused: string[] = [];
      page.on("console", (message) => refused.push(message.text()));
      const elsewhere = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: () =>
          new Response(`<iframe src="${short_url}/player" title="player"></iframe>`, {
            headers: { "content-type": "text/html" },
          }),
      });
      await page.goto(elsewhere.url.href);
      const frame = page.frameLocator("iframe");
      await frame.locator("h1", { hasText: "Winter" }).waitFor();
      expect(await frame.locator("audio").getAttribute("src")).toEndWith("/files/1.mp3");
      expect(refused.filter((text) => text.includes("Content Security Policy"))).toEqual([]);
      await elsewhere.stop(true);
    },
    PAGE_MS,
  );

  test(
    "a landing page is accessible, fits a phone, works without JavaScript, and its link is copied with it",
    async () => {
      const services = JSON.stringify({
        spotify: "https://open.spotify.com/track/1",
        tidal: "https://tidal.com/1",
      });
      const query = new URLSearchParams({
        track_url: "/tracks/42",
        file_url: "/files/42.mp3",
        title: "Winter in the Harbour (Donaudampfschifffahrtsgesellschaftsremix)",
        text: "Out now",
        artist: "Mira",
        landing: "1",
        services,
      });
      const { json } = await world.call("GET", `/api/public/audio-share-links?${query}`);
      const { short_url, stats_url } = json.short;
      for (const width of [390, 1280]) {
        const context = await browser.newContext({ viewport: { width, height: 844 } });
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        const page = await context.newPage();
        await page.goto(short_url);
        await page.getByText("QR code", { exact: true }).click();
        expect(await collectFaults(page, `landing-${width}`)).toEqual([]);
        await page.getByRole("button", { name: "Copy the link" }).click();
        await page.getByRole("button", { name: "Copied" }).or(page.getByText("Copied")).waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(short_url);
        await page.goto(stats_url);
        expect(await collectFaults(page, `link-statistics-${width}`)).toEqual([]);
        await context.close();
      }
      const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await plain.goto(short_url);
      expect(await plain.getByRole("link", { name: "Spotify" }).getAttribute("href")).toContain(
        "open.spotify.com",
      );
      await plain.getByText("QR code", { exact: true }).click();
      expect(await plain.getByRole("img", { name: "QR code of this page" }).isVisible()).toBe(true);
      await plain.goto(stats_url);
      await plain.getByLabel("New destination").fill("/tracks/43");
      await plain.getByRole("button", { name: "Change the destination" }).click();
      await plain.getByRole("status").waitFor();
      expect(await plain.locator("dd", { hasText: "/tracks/43" }).isVisible()).toBe(true);
    },
    PAGE_MS,
  );
});
