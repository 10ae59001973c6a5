import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createMessengerWorld, initData } from "../harness/app/messenger.ts";
import type { World } from "../harness/app/world.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { keepScreenshot } from "./screenshots.ts";

/** How the mini-app answers: connections that fail, messages, gains. */

const PAGE_MS = 60_000;
const executable = findChromium();

describe.skipIf(executable === null)("the mini-app in a player's hands", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;

  beforeAll(async () => {
    world = await createMessengerWorld({
      RATE_LIMIT_PAGES_PER_MIN: "0",
      TELEGRAM_BOT_USERNAME: "salute_bot",
    });
    server = await listen(world);
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  async function opened(id: number, reducedMotion: "reduce" | "no-preference" = "reduce"): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 }, reducedMotion });
    const page = await context.newPage();
    await page.goto(
      `${server.baseUrl}/miniapp#${new URLSearchParams({ tgWebAppData: initData(world, id) })}`,
    );
    await page.locator("#spin:enabled").waitFor();
    return page;
  }

  test(
    "without a connection the app says so, and a spin that was not answered is played once",
    async () => {
      const page = await opened(301);
      // The server plays the round, and its answer is lost on the way.
      await page.route("**/games/spin-wheel/play", async (route) => {
        await route.fetch();
        await page.context().setOffline(true);
        await route.abort();
      });
      await page.locator("#spin").click();
      await page.locator("#retry").waitFor();
      expect(await page.locator("#message").textContent()).toBe("You are offline. We will try again.");
      expect(await page.locator("#offline").isVisible()).toBe(true);
      await keepScreenshot(page, "miniapp-offline", { fullPage: false });
      await page.unroute("**/games/spin-wheel/play");
      await page.context().setOffline(false);
      await page.locator("#last-spin:not(:empty)").waitFor();
      expect(await page.locator("#offline").isVisible()).toBe(false);
      expect(await page.locator("#retry").isVisible()).toBe(false);
      const rounds = world.services.live.read.all(
        "SELECT r.id FROM messenger_rounds r JOIN messenger_players p ON p.id = r.player_id WHERE p.telegram_id = 301",
      );
      expect(rounds).toHaveLength(1);
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "a busy server is named in plain words, with a retry that works",
    async () => {
      const page = await opened(302);
      const busy = { error: "db_unavailable", message: "The database is locked." };
      await page.route("**/leaderboard-preview**", (route) => route.fulfill({ status: 503, json: busy }));
      await page.getByRole("button", { name: "Leaders" }).click();
      await page.locator("#retry").waitFor();
      expect(await page.locator("#message").textContent()).toBe("The server is busy. Try again in a moment.");
      expect(await page.locator("#view-leaders .skeleton").isVisible()).toBe(true);
      await page.unroute("**/leaderboard-preview**");
      await page.locator("#retry").click();
      await page.locator("#leader-note:not(:empty)").waitFor();
      expect(await page.locator("#view-leaders .skeleton").isVisible()).toBe(false);
      await page.context().close();
    },
    PAGE_MS,
  );

  for (const motion of ["no-preference", "reduce"] as const)
    test(
      `a rare win counts up and is celebrated where motion is ${motion}; sound is off until it is switched on`,
      async () => {
        const page = await opened(motion === "reduce" ? 303 : 304, motion);
        await page.route("**/games/spin-wheel/play", async (route) => {
          const answer = await (await route.fetch()).json();
          answer.round.segment_index = answer.round.segments.length - 1;
          answer.round.reward = { kind: "salutes", amount: 25 };
          answer.balances.salutes = 25;
          await route.fulfill({ json: answer });
          await page.route("**/games/spin-wheel/status", async (later) => {
            const status = await (await later.fetch()).json();
            await later.fulfill({ json: { ...status, balances: answer.balances } });
          });
        });
        expect(await page.locator("#sound").getAttribute("aria-pressed")).toBe("false");
        await page.locator("#sound").click();
        expect(await page.locator("#sound").getAttribute("aria-pressed")).toBe("true");
        await page.evaluate(() => {
          const balance = document.getElementById("balance-salutes") as HTMLElement;
          const values: string[] = [];
          Reflect.set(window, "values", values);
          new MutationObserver(() => values.push(balance.textContent ?? "")).observe(balance, {
            childList: true,
          });
        });
        await page.locator("#spin").click();
        await page.locator("#message:not(:empty)").waitFor();
        expect(await page.locator("#message").textContent()).toBe("You won 25 salutes.");
        const pieces = await page.locator(".confetti i").count();
        expect(pieces > 50).toBe(motion === "no-preference");
        if (motion === "no-preference") await keepScreenshot(page, "miniapp-win", { fullPage: false });
        await page.waitForFunction(() => Reflect.get(window, "values").includes("25"));
        const values = await page.evaluate<string[]>(() => Reflect.get(window, "values"));
        const isCounted = values.slice(0, values.indexOf("25")).some((value) => Number(value) > 0);
        expect(isCounted).toBe(motion === "no-preference");
        await page.locator(".confetti").waitFor({ state: "detached" });
        await page.context().close();
      },
      PAGE_MS,
    );
});
