import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createMessengerWorld, initData } from "../harness/app/messenger.ts";
import { DEFAULT_THEMES, OTHER_THEMES } from "../harness/app/telegram-themes.ts";
import type { World } from "../harness/app/world.ts";
import { collectViolations } from "./axe.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { keepScreenshot } from "./screenshots.ts";

/** The mini-app in the colours of Telegram's themes, of which clients send more or fewer. */

const PAGE_MS = 60_000;
const executable = findChromium();
const VIEWS = ["Wheel", "Grid", "Missions", "Leaders", "Wallet", "Fairness", "Shop"];
const THEMES = {
  "a dark background and a button": { bg_color: "#17212b", button_color: "#5288c1" },
  "a text colour without a background": { text_color: "#f5f5f5" },
} as const;

describe.skipIf(executable === null)("the mini-app in a theme that names only some colours", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;

  beforeAll(async () => {
    world = await createMessengerWorld({ RATE_LIMIT_PAGES_PER_MIN: "0" });
    server = await listen(world);
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  async function opened(id: number, theme: object, colorScheme: "light" | "dark"): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      reducedMotion: "reduce",
      colorScheme,
    });
    const page = await context.newPage();
    const launch = new URLSearchParams({
      tgWebAppData: initData(world, id),
      tgWebAppThemeParams: JSON.stringify(theme),
    });
    await page.goto(`${server.baseUrl}/miniapp#${launch}`);
    await page.locator("#spin:enabled").waitFor();
    return page;
  }

  let players = 200;
  for (const [name, theme] of Object.entries(THEMES))
    for (const colorScheme of ["light", "dark"] as const)
      test(
        `${name}: all is readable where the system is ${colorScheme}, the result too`,
        async () => {
          const page = await opened(++players, theme, colorScheme);
          await page.locator("#spin").click();
          await page.waitForFunction(() => (document.getElementById("message")?.textContent ?? "") !== "");
          await keepScreenshot(page, `theme-${players}`, { fullPage: false });
          for (const view of VIEWS) {
            await page.getByRole("button", { name: view, exact: true }).click();
            await page.waitForFunction(() => !document.body.hasAttribute("aria-busy"));
            const violations = await collectViolations(page);
            expect(violations.map(({ id, nodes }) => `${view} ${id} ${nodes[0]?.html}`)).toEqual([]);
          }
          await page.context().close();
        },
        PAGE_MS,
      );

  test(
    "every part is readable in Telegram's own themes and in those of players",
    async () => {
      const page = await opened(++players, {}, "light");
      const faults: string[] = [];
      for (const view of VIEWS) {
        await page.getByRole("button", { name: view, exact: true }).click();
        await page.waitForFunction(() => !document.body.hasAttribute("aria-busy"));
        for (const [name, theme_params] of Object.entries({ ...DEFAULT_THEMES, ...OTHER_THEMES })) {
          await page.evaluate(
            (theme) => Reflect.get(window, "TelegramGameProxy_receiveEvent")("theme_changed", theme),
            { theme_params },
          );
          const violations = await collectViolations(page, ["color-contrast"]);
          faults.push(...violations.map(({ nodes }) => `${view}, ${name}: ${nodes[0]?.html}`));
        }
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
    2 * PAGE_MS,
  );

  test(
    "a theme that follows another one leaves none of its colours behind",
    async () => {
      const full = { bg_color: "#ffffff", text_color: "#000000", secondary_bg_color: "#efeff3" };
      const page = await opened(++players, full, "light");
      const raised = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--raised").trim());
      expect(await raised()).toBe("#efeff3");
      await page.evaluate(() => {
        const theme_params = { bg_color: "#101418", text_color: "#f0f0f0" };
        Reflect.get(window, "TelegramGameProxy_receiveEvent")("theme_changed", { theme_params });
      });
      expect(await raised()).toMatch(/^#1[0-9a-f]2[0-9a-f]2[0-9a-f]$/);
      await page.context().close();
    },
    PAGE_MS,
  );
});
