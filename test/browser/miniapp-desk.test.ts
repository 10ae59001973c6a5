import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createMessengerWorld, newPlayer } from "../harness/app/messenger.ts";
import { messengerDesk } from "../harness/app/messenger-desk.ts";
import { signedIn } from "../harness/app/visitor.ts";
import type { World } from "../harness/app/world.ts";
import { collectViolationTexts } from "./axe.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { keepScreenshot } from "./screenshots.ts";

/** The mini-app's admin pages on a desktop and a phone screen. */

const PAGE_MS = 120_000;
const HOME = "/admin/miniapp";
const SIZES = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
] as const;
const executable = findChromium();

describe.skipIf(executable === null)("the operators' pages of the mini-app in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;
  let cookie = "";

  beforeAll(async () => {
    world = await createMessengerWorld({ RATE_LIMIT_PAGES_PER_MIN: "0", RATE_LIMIT_PUBLIC_API_PER_MIN: "0" });
    server = await listen(world);
    await playSome(world);
    cookie = (await signedIn(world, "zoe", "operator")).cookie() ?? "";
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  async function open(size: (typeof SIZES)[number]): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ viewport: size, hasTouch: size.width < 500 });
    const [name = "", value = ""] = cookie.split("=", 2);
    await context.addCookies([{ name, value, url: server.baseUrl }]);
    return { context, page: await context.newPage() };
  }

  async function looked(page: Page, name: string): Promise<void> {
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([name, await collectViolationTexts(page), overflow]).toEqual([name, [], 0]);
    await keepScreenshot(page, name);
  }

  for (const size of SIZES) {
    test(
      `every page fits and passes axe, ${size.width} px`,
      async () => {
        const { context, page } = await open(size);
        for (const [name, path] of Object.entries({
          overview: "",
          campaigns: "/campaigns",
          wheel: "/campaigns/wheel?key=zz-demo-wheel",
          grid: "/campaigns/grid?key=zz-demo-grid",
          audience: "/campaigns/audience?key=en",
          missions: "/missions",
          mission: "/missions/visits",
          players: "/players",
          player: "/players/501",
          bot: "/bot",
        })) {
          const answer = await page.goto(`${server.baseUrl}${HOME}${path}`);
          expect([path, answer?.status()]).toEqual([path, 200]);
          await looked(page, `desk-${name}-${size.width}`);
        }
        await context.close();
      },
      PAGE_MS,
    );

    test(
      `a promo is created, previewed before it is saved, and changed, ${size.width} px`,
      async () => {
        const { context, page } = await open(size);
        const code = `P${size.width}`;
        await page.goto(`${server.baseUrl}${HOME}/campaigns?kind=promos`);
        await page.getByRole("link", { name: "New promo" }).click();
        await page.getByLabel("Code").fill(code);
        await page.getByLabel("Title").fill("Autumn gift");
        await page.getByLabel("Amount").fill("two");
        await page.getByRole("button", { name: "Show odds" }).click();
        expect(await page.locator(".fault").textContent()).toStartWith("It ");
        expect(await page.getByLabel("Code").inputValue()).toBe(code);
        await page.getByLabel("Amount").fill("2.5");
        await page.getByLabel("Maximum claims").fill("100");
        await page.getByRole("button", { name: "Show odds" }).click();
        expect(await page.locator(".tiles").textContent()).toContain("250 salutes");
        await looked(page, `desk-promo-${size.width}`);
        await page.getByLabel("Amount").fill("3");
        await page.getByRole("button", { name: "Save promo" }).click();
        expect(await page.locator("[role=alert]").textContent()).toContain("Not saved yet");
        expect(await page.locator(".tiles").textContent()).toContain("300 salutes");
        await page.getByRole("button", { name: "Save promo" }).click();
        expect(await page.getByRole("status").textContent()).toContain(`Saved promo ${code}.`);
        await page.getByRole("link", { name: code, exact: true }).click();
        expect(await page.getByLabel("Amount").inputValue()).toBe("3");
        await page.getByRole("button", { name: "Save promo" }).click();
        expect(await page.getByRole("status").textContent()).toContain(`Saved promo ${code}.`);
        await context.close();
      },
      PAGE_MS,
    );
  }

  test.each([
    ["wheel", "zz-demo-wheel"],
    ["grid", "zz-demo-grid"],
    ["audience", "en"],
  ])("a stored %s is saved unchanged at the first press", async (name, key) => {
    const { context, page } = await open(SIZES[1]);
    await page.goto(`${server.baseUrl}${HOME}/campaigns/${name}?key=${key}`);
    await page.getByRole("button", { name: `Save ${name}` }).click();
    expect(await page.getByRole("status").textContent()).toContain(`Saved ${name} ${key}.`);
    await context.close();
  });

  test(
    "the kill switch pauses and resumes the wheel",
    async () => {
      const { context, page } = await open(SIZES[1]);
      await page.goto(`${server.baseUrl}${HOME}`);
      const wheel = page.locator(`form[action="${HOME}/pause"]`).first();
      await wheel.getByLabel("Reason").fill("odd payouts");
      await wheel.getByRole("button").click();
      expect(await page.locator("main").textContent()).toContain("odd payouts, by zoe");
      await looked(page, "desk-paused-360");
      await page.locator(`form[action="${HOME}/resume"] button`).first().click();
      expect(await page.locator("main").textContent()).not.toContain("odd payouts, by zoe");
      await context.close();
    },
    PAGE_MS,
  );
});

/** Creates players with rounds, a mission with a funnel, and an audience. */
async function playSome(world: World): Promise<void> {
  const desk = await messengerDesk(world);
  const rule = { any: [{ language: "en" }, { min_salutes: 100 }, { percent: 10, salt: "autumn" }] };
  await desk.post("admin/games/audience-groups", { key: "en", title: "English", rule });
  const [goal, reward] = [
    { kind: "visit", target: 1 },
    { kind: "missiles", amount: 5 },
  ];
  await desk.post("admin/missions", {
    mission_key: "visits",
    title: "Visit us",
    state: "active",
    goal,
    reward,
  });
  for (let id = 501; id < 513; id++) {
    const player = await newPlayer(world, id);
    await player.act("games/spin-wheel/play");
    if (id % 2 === 0) continue;
    await player.post("missions/enroll", { mission_key: "visits" });
    if (id % 3 !== 0) continue;
    await player.post("missions/progress", { mission_key: "visits", event_id: "a", kind: "visit" });
    const { id: round } = (await player.act("games/recon-grid/start")).json.round;
    for (const cell of [0, 7]) await player.act("games/recon-grid/reveal", { round_id: round, cell });
  }
}
