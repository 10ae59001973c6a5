import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { seedDemoGames } from "../../src/modules/messenger/demo-games/index.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { findChromium, launchChromium } from "./chromium.ts";

/** The mini-app on a touch screen, with and without animations. */

const PAGE_MS = 60_000;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const executable = findChromium();

describe.skipIf(executable === null)("the mini-app on a touch screen", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;

  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: "0", RATE_LIMIT_PUBLIC_API_PER_MIN: "0" });
    await world.services.live.writer.run((tx) => seedDemoGames(tx));
    server = await listen(world);
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  async function opened(reducedMotion: "reduce" | "no-preference", player: string): Promise<Page> {
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE messenger_players SET last_free_spin_at = NULL"),
    );
    const context = await browser.newContext({ ...PHONE, reducedMotion });
    const page = await context.newPage();
    await page.goto(`${server.baseUrl}/miniapp`);
    await page.locator("#spin:enabled").waitFor();
    await page.getByRole("button", { name: player }).tap();
    await page.locator(`[data-demo-player][aria-pressed="true"]`, { hasText: player }).waitFor();
    await page.waitForFunction(() => !document.body.hasAttribute("aria-busy"));
    return page;
  }

  const animated = (page: Page) =>
    page.evaluate(() =>
      document.getAnimations().flatMap((each) => {
        const frames = each.effect instanceof KeyframeEffect ? each.effect.getKeyframes() : [];
        const common = ["offset", "computedOffset", "easing", "composite"];
        return frames.flatMap((frame) => Object.keys(frame).filter((name) => !common.includes(name)));
      }),
    );

  test(
    "the first wheel's segments are in the player's language",
    async () => {
      const context = await browser.newContext({ ...PHONE, reducedMotion: "reduce" });
      const page = await context.newPage();
      await page.goto(`${server.baseUrl}/miniapp?lang=de`);
      await page.locator("#spin:enabled").waitFor();
      const labels = await page.locator("#odds tbody td:first-child").allTextContents();
      expect(labels.slice(0, 3)).toEqual(["2 Salutes", "1 Rakete", "Nichts"]);
      expect(await page.locator(".slice-label").allTextContents()).not.toContain("Free spin");
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "letters of twice the size break no word in tabs, balances and demo players",
    async () => {
      const page = await opened("reduce", "Ada");
      const broken = await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
        const texts = document.querySelectorAll("nav button, .balances dt, .demo span, .demo button");
        return [...texts].flatMap((each) => {
          const range = document.createRange();
          range.selectNodeContents(each);
          const words = each.textContent?.trim() ?? "";
          const lines = new Set(
            [...range.getClientRects()].filter((box) => box.width > 0).map((box) => box.top),
          );
          const icons = each.querySelectorAll("svg").length === 0 ? 0 : 1;
          const isCut = each.scrollWidth > each.clientWidth && each.clientWidth > 0;
          return lines.size - icons > words.split(/\s+/).length || isCut ? [words] : [];
        });
      });
      expect(broken).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "a tap spins the wheel with an animation of its transform only, which scripts cannot delay",
    async () => {
      const page = await opened("no-preference", "Ada");
      await page.locator("#spin").tap();
      await page.waitForFunction(() => document.getAnimations().length > 0);
      expect([...new Set(await animated(page))]).toEqual(["transform"]);
      // Animating parts of an SVG repaints every frame; rotating the whole SVG does not.
      expect(
        await page.evaluate(() =>
          document
            .getAnimations()
            .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.id : null)),
        ),
      ).toEqual(["wheel"]);
      const overflow = await page.evaluate(() => {
        for (const each of document.getAnimations()) each.currentTime = 300;
        return document.documentElement.scrollWidth - window.innerWidth;
      });
      expect(overflow).toBeLessThanOrEqual(0);
      await page.waitForFunction(() => (document.getElementById("message")?.textContent ?? "") !== "");
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "with reduced motion a tap shows the outcome without animation",
    async () => {
      const page = await opened("reduce", "Ben");
      await page.evaluate(() => {
        const original = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
          document.body.dataset.moved = "yes";
          return original.apply(this, given);
        };
      });
      await page.locator("#spin").tap();
      await page.waitForFunction(() => (document.getElementById("message")?.textContent ?? "") !== "");
      expect(await page.evaluate(() => document.body.dataset.moved ?? "no")).toBe("no");
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "every tap target is large enough, and the page is not wider than the screen",
    async () => {
      const page = await opened("reduce", "Chloe");
      for (const view of ["Wheel", "Grid", "Missions", "Leaders", "Wallet", "Fairness"]) {
        await page.getByRole("button", { name: view, exact: true }).tap();
        await page.waitForFunction(() => !document.body.hasAttribute("aria-busy"));
        const small = await page.evaluate(() =>
          [...document.querySelectorAll("button, input, select, a.button")]
            .map((each) => ({ name: each.id || each.textContent?.trim(), box: each.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 40)
            .map(({ box, name }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
        );
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([view, small, overflow > 0]).toEqual([view, [], false]);
      }
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "the first load transfers less than 60 KB",
    async () => {
      await world.services.live.writer.run((tx) =>
        tx.run("UPDATE messenger_players SET last_free_spin_at = NULL"),
      );
      const context = await browser.newContext(PHONE);
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send("Network.enable");
      let bytes = 0;
      devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await page.goto(`${server.baseUrl}/miniapp`);
      await page.locator("#spin:enabled").waitFor();
      console.log(`first load: ${bytes} bytes over the wire`);
      expect(bytes).toBeGreaterThan(5_000);
      expect(bytes).toBeLessThan(60_000);
      await context.close();
    },
    PAGE_MS,
  );
});
