import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page, Route } from "playwright-core";
import { createCatalogRevision, createWheelRevision } from "../../src/modules/messenger/campaigns/index.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createMessengerWorld, createPlayer, initData } from "../harness/app/messenger.ts";
import type { World } from "../harness/app/world.ts";
import { collectViolations } from "./axe.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { keepScreenshot } from "./screenshots.ts";

/** What a player finds again in the mini-app: rounds, seeds, spins closed midway, and a way out of a round. */

const PAGE_MS = 60_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const ONE = { kind: "salutes", amount: 100 } as const;
const executable = findChromium();

describe.skipIf(executable === null)("the mini-app on return", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;

  beforeAll(async () => {
    world = await createMessengerWorld({
      RATE_LIMIT_PAGES_PER_MIN: "0",
      RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
    });
    await world.services.live.writer.run((tx) => {
      createCatalogRevision(tx, {
        key: "safe",
        game_key: "recon-grid",
        title: "Without mines",
        description: null,
        audience: null,
        starts_at: null,
        ends_at: null,
        position: -1,
        enabled: 1,
        rules: {
          algorithm: "reject-v1",
          tiles: 25,
          mines: 0,
          targets: 5,
          reward_per_target: 100,
          clear_bonus: 0,
          missile_price: 200,
          max_missiles_per_purchase: 20,
        },
      });
      createWheelRevision(tx, {
        key: "sure",
        title: "Sure",
        cost: 400,
        free_spin_every_hours: 4,
        algorithm: "reject-v1",
        segments: ["One", "Uno"].map((label) => ({ label, weight: 1, reward: ONE })),
        audience: null,
        starts_at: 1,
        ends_at: null,
        enabled: 1,
      });
    });
    server = await listen(world);
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  async function withPlayer(
    id: number,
    options: BrowserContextOptions,
    work: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext({ ...PHONE, reducedMotion: "reduce", ...options });
    try {
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      await page.goto(
        `${server.baseUrl}/miniapp#${new URLSearchParams({ tgWebAppData: initData(world, id) })}`,
      );
      await page.locator("#spin:enabled").waitFor();
      await work(page);
      expect(faults).toEqual([]);
    } finally {
      await context.close();
    }
  }

  const atRest = (page: Page) => page.waitForFunction(() => !document.body.hasAttribute("aria-busy"));

  async function open(page: Page, part: string): Promise<void> {
    await page.getByRole("button", { name: part, exact: true }).tap();
    await atRest(page);
  }

  for (const colorScheme of ["light", "dark"] as const)
    test(
      `a grid round begins with bought missiles, and is given up without, ${colorScheme}`,
      async () => {
        const id = colorScheme === "light" ? 61 : 62;
        const player = createPlayer(world, id);
        await player.post("init/verify");
        await player.give(100);
        await withPlayer(id, { colorScheme }, async (page) => {
          await open(page, "Grid");
          expect(await page.locator("#start").isDisabled()).toBe(true);
          expect(await page.locator("#missile-note").textContent()).toBe(
            "Each reveal takes a missile. Buy some to start.",
          );
          await keepScreenshot(page, `miniapp-grid-empty-${colorScheme}`);
          await page.locator("#quantity").fill("1");
          await page.getByRole("button", { name: "Buy at 2 each" }).tap();
          await page.locator("#start:enabled").tap();
          await page.locator("#abandon").waitFor();
          await page.locator("#cells button").first().tap();
          await page.locator("#cells .open").waitFor();
          await atRest(page);
          expect(await page.locator("#missile-note").textContent()).toContain("give the round up");
          await keepScreenshot(page, `miniapp-grid-stuck-${colorScheme}`);
          await page.locator("#abandon").tap();
          await page.getByRole("button", { name: "Give up? Tap again" }).tap();
          await page.locator("#start").waitFor();
          expect(await page.locator("#grid-note").textContent()).toContain("Given up");
          expect(await collectViolations(page)).toEqual([]);
          await keepScreenshot(page, `miniapp-grid-given-up-${colorScheme}`);
        });
      },
      PAGE_MS,
    );

  /** Taps Spin while the start waits for the missions, which it then gets or does not. */
  async function tapDuringStart(
    id: number,
    end: (missions: Route) => Promise<void>,
    check: (page: Page, goOn: () => void) => Promise<void>,
  ): Promise<void> {
    const player = createPlayer(world, id);
    await player.post("init/verify");
    await withPlayer(id, {}, async (page) => {
      const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
      await page.route("**/missions/list", async (missions) => {
        await mayGoOn;
        await end(missions);
      });
      await page.reload({ waitUntil: "commit" });
      await page.locator("#spin:enabled").tap();
      await check(page, goOn);
    });
  }

  test(
    "a tap before all is loaded plays once all is",
    () =>
      tapDuringStart(
        68,
        (missions) => missions.continue(),
        async (page, goOn) => {
          const answer = page.waitForResponse((response) => response.url().endsWith("/play"));
          goOn();
          expect((await answer).status()).toBe(200);
        },
      ),
    PAGE_MS,
  );

  test(
    "a tap before all is loaded is dropped if the start fails, whose message stays",
    () =>
      tapDuringStart(
        69,
        (missions) => missions.abort(),
        async (page, goOn) => {
          const plays: string[] = [];
          page.on("request", (request) => {
            if (request.url().endsWith("/play")) plays.push(request.url());
          });
          goOn();
          await page.locator("#retry:visible").waitFor();
          await page.locator("body:not([aria-busy])").waitFor();
          expect(plays).toEqual([]);
        },
      ),
    PAGE_MS,
  );

  test(
    "the new balance appears when the wheel stops",
    async () => {
      const player = createPlayer(world, 63);
      await player.post("init/verify");
      await player.act("games/spin-wheel/play");
      await player.give(100);
      await withPlayer(63, { reducedMotion: "no-preference" }, async (page) => {
        const shown = () => page.locator("#balance-salutes").textContent();
        const before = await shown();
        const answer = page.waitForResponse((response) => response.url().endsWith("/play"));
        await page.locator("#spin").tap();
        await answer;
        await page.waitForFunction(() => document.getAnimations().length > 0);
        expect([before, await shown()]).toEqual(["101", "101"]);
        await page.evaluate(() => {
          for (const each of document.getAnimations()) each.finish();
        });
        await atRest(page);
        expect(await shown()).toBe("98");
      });
    },
    PAGE_MS,
  );

  test(
    "a spin that was closed midway is shown on return, and the player's own seed is kept",
    async () => {
      const player = createPlayer(world, 64);
      await player.post("init/verify");
      await player.give(100);
      await withPlayer(64, { reducedMotion: "no-preference" }, async (page) => {
        await open(page, "Fairness");
        await page.locator("#client-seed").fill("my-own-seed");
        await page.getByRole("button", { name: "Use this seed" }).tap();
        await atRest(page);
        await open(page, "Wheel");
        const answer = page.waitForResponse((response) => response.url().endsWith("/play"));
        await page.locator("#spin").tap();
        const { round } = await (await answer).json();
        expect(round.fairness.client_seed).toBe("my-own-seed");
        await page.reload();
        await page.locator("#last-spin:not(:empty)").waitFor();
        expect(await page.locator("#last-spin").textContent()).toBe("Your last spin: 1 salute.");
        const turn = await page.locator("#wheel").evaluate((wheel) => wheel.style.transform);
        expect(turn).not.toBe("rotate(0deg)");
        await open(page, "Fairness");
        expect(await page.locator("#client-seed").inputValue()).toBe("my-own-seed");
      });
    },
    PAGE_MS,
  );

  for (const colorScheme of ["light", "dark"] as const)
    test(
      `every round since the seed's start is listed and verified by one tap, ${colorScheme}`,
      async () => {
        const id = colorScheme === "light" ? 65 : 66;
        const player = createPlayer(world, id);
        await player.post("init/verify");
        await player.give(200);
        for (let spin = 0; spin < 23; spin++) await player.act("games/spin-wheel/play", { pay: "salutes" });
        await withPlayer(id, { colorScheme }, async (page) => {
          await open(page, "Fairness");
          await page.locator("#checked li").nth(19).waitFor();
          await page.getByRole("button", { name: "Older rounds" }).tap();
          await page.locator("#checked li").nth(22).waitFor();
          await page.locator("#checked button").first().tap();
          await atRest(page);
          expect(await page.locator("#message").textContent()).toBe("23 of 23 rounds match their seeds.");
          expect(await page.locator('#checked [data-ok="true"]').count()).toBe(23);
          expect(await collectViolations(page)).toEqual([]);
          await keepScreenshot(page, `miniapp-rounds-${colorScheme}`);
          await page.reload();
          await page.locator("#spin:enabled").waitFor();
          await open(page, "Fairness");
          await page.locator("#checked button").first().tap();
          await page.locator('#checked [data-ok="true"]').waitFor();
          expect(await page.locator("#message").textContent()).toStartWith("Fair. Segment ");
        });
      },
      PAGE_MS,
    );

  test(
    "a player sets a daily limit, and sees the days played",
    async () => {
      const player = createPlayer(world, 67);
      await player.post("init/verify");
      await player.act("games/spin-wheel/play");
      await player.give(100);
      await withPlayer(67, {}, async (page) => {
        await open(page, "Missions");
        expect(await page.locator("#streak-note").textContent()).toBe("1 day in a row. Longest: 1.");
        expect(await page.locator('#streak [data-played="true"]').count()).toBe(1);
        await keepScreenshot(page, "miniapp-streak");
        await open(page, "Fairness");
        await page.locator("#daily-salutes").fill("1");
        await page.getByRole("button", { name: "Set" }).tap();
        await atRest(page);
        expect(await page.locator("#limit-note").textContent()).toBe("Spent today: 0 salutes, 1 left.");
        await open(page, "Wheel");
        expect(await page.locator("#spin-note").textContent()).toContain("own limit");
        await keepScreenshot(page, "miniapp-limit");
      });
    },
    PAGE_MS,
  );
});
