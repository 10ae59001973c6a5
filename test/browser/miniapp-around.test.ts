import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { createStarterMissions } from "../../src/modules/messenger/starter-missions/index.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createMessengerWorld, initData, newPlayer } from "../harness/app/messenger.ts";
import { messengerDesk } from "../harness/app/messenger-desk.ts";
import { newWallet } from "../harness/app/wallets.ts";
import type { World } from "../harness/app/world.ts";
import { collectViolations } from "./axe.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { keepScreenshot } from "./screenshots.ts";

/** What surrounds the games: missions, friends, shop, wallets, and the grid's first round. */

const PAGE_MS = 60_000;
const executable = findChromium();

describe.skipIf(executable === null)("around the mini-app's games", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;

  beforeAll(async () => {
    world = await createMessengerWorld({
      RATE_LIMIT_PAGES_PER_MIN: "0",
      TELEGRAM_BOT_USERNAME: "salute_bot/play",
      MINIAPP_GIFT_MISSILES: "3",
    });
    await world.services.live.writer.run((tx) =>
      createStarterMissions(tx, { kind: "command", name: "test" }),
    );
    server = await listen(world);
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  async function phone(): Promise<BrowserContext> {
    return browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
  }

  async function opened(id: number, context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(
      `${server.baseUrl}/miniapp#${new URLSearchParams({ tgWebAppData: initData(world, id) })}`,
    );
    await page.locator("#spin:enabled").waitFor();
    return page;
  }

  async function open(page: Page, view: string): Promise<void> {
    await page.locator(`[data-view="${view}"]`).click();
    await page.locator(`#view-${view}:not([aria-busy])`).waitFor();
    await settled(page);
  }

  const settled = (page: Page) => page.waitForFunction(() => !document.body.hasAttribute("aria-busy"));
  const message = (page: Page) => page.locator("#message").textContent();

  test(
    "a player takes a mission, redeems its code, and is told of the rewards",
    async () => {
      const context = await phone();
      const page = await opened(401, context);
      await open(page, "missions");
      await page.getByRole("button", { name: "Enroll in Redeem your first code" }).click();
      await page.locator("#mission-list progress").first().waitFor();
      await page.locator("#promo-code").fill("welcome");
      await page.getByRole("button", { name: "Redeem", exact: true }).click();
      await page.locator("#mission-history li").waitFor();
      await settled(page);
      expect(await message(page)).toBe(
        "Welcome: you got 1 missile. Redeem your first code is finished: 2 missiles!",
      );
      expect(await page.locator("#balance-missiles").textContent()).toBe("6");
      await page.getByRole("button", { name: "Enroll in Come back" }).click();
      await page.getByText("1 of 3").waitFor();
      await keepScreenshot(page, "miniapp-missions-around");
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "a player's link is shown with its code, copied, and shared in Telegram, which counts for a mission",
    async () => {
      const context = await phone();
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.baseUrl });
      const page = await opened(402, context);
      await page.evaluate(() => {
        const sent: string[] = [];
        Reflect.set(window, "sent", sent);
        Reflect.set(window, "TelegramWebviewProxy", {
          postEvent: (type: string, data: string) => sent.push(`${type} ${data}`),
        });
      });
      await open(page, "missions");
      const link = await page.locator("#invite-link").inputValue();
      expect(link).toMatch(/^https:\/\/t\.me\/salute_bot\/play\?startapp=r\w+$/);
      const isDrawn = () =>
        page.locator("#invite-code").evaluate((image) => (image as HTMLImageElement).naturalWidth > 100);
      expect(await isDrawn()).toBe(true);
      await page.getByRole("button", { name: "Copy link" }).click();
      await page.getByText("Copied.").waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await page.getByRole("button", { name: "Enroll in Tell somebody" }).click();
      await page.locator("#mission-list progress").first().waitFor();
      await settled(page);
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.getByText("Tell somebody is finished: 1 missile!").waitFor();
      const sent = await page.evaluate<string[]>(() => Reflect.get(window, "sent"));
      expect(sent.filter((each) => each.startsWith("web_app_open_tg_link"))).toEqual([
        expect.stringContaining(`/share/url?url=${encodeURIComponent(link)}`),
      ]);
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "the shop says what is paid, what is left and what returns before a purchase",
    async () => {
      const player = await newPlayer(world, 403);
      await player.give(20);
      const context = await phone();
      const page = await opened(403, context);
      await open(page, "shop");
      expect(await page.locator("#spin-return").textContent()).toMatch(
        /^Of 100 salutes spent, (prizes worth |up to )?\d/,
      );
      await page.locator("#spin-quantity").fill("6");
      expect(await page.locator("#shop-spin-note").textContent()).toBe("You lack 4 salutes.");
      await page.locator("#spin-quantity").fill("2");
      expect(await page.locator("#shop-spin-note").textContent()).toBe("12 salutes are left after that.");
      await page.getByRole("button", { name: "Buy for 8 salutes" }).click();
      await page.getByText("You bought 2 free spins.").waitFor();
      expect(await page.locator("#balance-free-spins").textContent()).toBe("2");
      await page.locator("#missile-quantity").fill("1");
      await page.getByRole("button", { name: "Buy for 2 salutes" }).click();
      await page.getByText("You bought 1 missile.").waitFor();
      expect(await page.locator("#balance-salutes").textContent()).toBe("10");
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "the chances and the return stand beside what is paid, and the grid explains itself once",
    async () => {
      const context = await phone();
      const page = await opened(404, context);
      expect(await page.locator("#return").textContent()).toMatch(
        /^76 % of spins win something\. Of 100 salutes spent, prizes worth [\d.]+ come back on average\. Missiles count at their price\.$/,
      );
      await open(page, "recon-grid");
      const lesson = page.locator("#lesson-text");
      expect(await page.locator("#grid-odds").textContent()).toBe("The next cell: 20 % target, 12 % mine.");
      expect(await lesson.textContent()).toStartWith("New here? Start a round");
      await page.locator("#start").click();
      await page.getByText("Tap any cell.").waitFor();
      await settled(page);
      await page.locator("#cells button").nth(12).click();
      await page.locator("#cells .open").waitFor();
      await settled(page);
      expect(await lesson.textContent()).toMatch(/^(Nothing there|A target!|That was a round)/);
      expect((await collectViolations(page)).map(({ id }) => id)).toEqual([]);
      await keepScreenshot(page, "miniapp-lesson");
      await page.getByRole("button", { name: "Got it" }).click();
      expect(await page.locator("#lesson").isVisible()).toBe(false);
      await page.reload();
      await page.locator("#view-spin-wheel:not([aria-busy])").waitFor();
      await open(page, "recon-grid");
      expect(await page.locator("#lesson").isVisible()).toBe(false);
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "a wallet signs in its own browser, and the app greets the player on the way back",
    async () => {
      const wallet = newWallet();
      const context = await phone();
      const page = await opened(405, context);
      await page.evaluate(() => {
        Reflect.set(window, "TelegramWebviewProxy", {
          postEvent: (type: string, data: string) => {
            if (type === "web_app_open_link") Reflect.set(window, "opened", JSON.parse(data).url);
          },
        });
      });
      await open(page, "wallet");
      await page.getByRole("button", { name: "Link with Phantom" }).click();
      const address = await (
        await page.waitForFunction<string>(() => Reflect.get(window, "opened"))
      ).jsonValue();
      const [, target = ""] = /^https:\/\/phantom\.app\/ul\/browse\/([^?]+)\?ref=/.exec(address) ?? [];
      const signing = await context.newPage();
      await signing.exposeFunction("signText", (text: string) => [...wallet.sign(text)]);
      await signing.addInitScript((key) => {
        const provider = {
          connect: async () => ({ publicKey: { toString: () => key } }),
          signMessage: async (bytes: Uint8Array) => ({
            signature: Uint8Array.from(
              await Reflect.get(window, "signText")(new TextDecoder().decode(bytes)),
            ),
          }),
        };
        Reflect.set(window, "phantom", { solana: provider });
      }, wallet.address);
      const { hash, pathname } = new URL(decodeURIComponent(target));
      await signing.goto(`${server.baseUrl}${pathname}${hash}`);
      await signing.getByRole("button", { name: "Connect and sign" }).click();
      await signing.getByText("is linked. Go back to the game.").waitFor();
      expect(await signing.locator("#player").textContent()).toBe("For the player Player405.");
      expect(await signing.locator("#back").getAttribute("href")).toBe("https://t.me/salute_bot/play");
      expect((await collectViolations(signing)).map(({ id }) => id)).toEqual([]);
      await keepScreenshot(signing, "miniapp-wallet-page");
      await signing.close();
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await page.getByText("Your wallet is linked.").waitFor();
      expect(await page.locator("#wallet-list").textContent()).toContain(wallet.address);
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "what cannot be played says why, and all rounds are recomputed without leaving the app",
    async () => {
      const desk = await messengerDesk(world);
      const goal = { kind: "spins", target: 10 };
      const mission = { mission_key: "gone", title: "Gone", goal, reward: { kind: "missiles", amount: 1 } };
      await desk.post("admin/missions", { ...mission, state: "active" });
      const player = await newPlayer(world, 407);
      await player.post("missions/enroll", { mission_key: "gone" });
      await player.act("games/spin-wheel/play");
      await player.give(10);
      await desk.post("admin/missions/gone/deactivate");
      await desk.post("admin/games/pause", { game_key: "recon-grid", reason: "test" });
      const context = await phone();
      const links: string[] = [];
      await context.exposeFunction("noteEvent", (type: string, data: string) => {
        if (type === "web_app_open_link") links.push(JSON.parse(data).url);
      });
      await context.addInitScript(
        "window.TelegramWebviewProxy = { postEvent: (type, data) => window.noteEvent(type, data) }",
      );
      const page = await opened(407, context);
      await open(page, "missions");
      expect(await page.locator("#mission-list").textContent()).toContain("Closed: it no longer counts.");
      await open(page, "recon-grid");
      expect(await page.locator("#missile-note").textContent()).toBe("The grid is paused.");
      await open(page, "fairness");
      const address = page.url();
      await page.locator("#recompute").click();
      expect([page.url(), links]).toEqual([address, [`${server.baseUrl}/miniapp/verify`]]);
      let refusals = 0;
      await page.route("**/games/rounds", (route) =>
        ++refusals > 1
          ? route.continue()
          : route.fulfill({ status: 429, headers: { "retry-after": "1" }, json: { error: "rate_limited" } }),
      );
      await page.locator("#rotate").click();
      await page.locator("#revealed code").waitFor();
      await settled(page);
      expect(await message(page)).toBe("1 of 1 round matches its seeds.");
      await page.unroute("**/games/rounds");
      let waits = 0;
      await page.route("**/games/rounds", (route) =>
        ++waits > 4
          ? route.fulfill({ status: 500, json: { error: "server_error" } })
          : route.fulfill({ status: 429, headers: { "retry-after": "0" }, json: { error: "rate_limited" } }),
      );
      await page.locator("#rotate").click();
      await page.getByText("Something failed on our side.").waitFor();
      expect(waits).toBe(8);
      const { user_id } = (await player.post("init/verify")).json.linked_user;
      const key = await world.createKey("house");
      await world.call("PATCH", `/api/partner/users/${user_id}`, { key, body: { status: "suspended" } });
      await desk.post("admin/games/resume", { game_key: "recon-grid" });
      const suspended = "Your account is suspended: you can look around, but not play.";
      await open(page, "recon-grid");
      expect(await page.locator("#missile-note").textContent()).toBe(suspended);
      await open(page, "spin-wheel");
      expect(await page.locator("#spin-note").textContent()).toBe(suspended);
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "every player has a line on the leaderboard",
    async () => {
      const context = await phone();
      const page = await opened(406, context);
      await open(page, "leaders");
      const own = page.locator('#leader-list [aria-current="true"]');
      expect(await own.textContent()).toMatch(/^You: no place yet/);
      await context.close();
    },
    PAGE_MS,
  );
});
