import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { DAY_MS } from "../../src/kit/clock.ts";
import { seedDemoGames } from "../../src/modules/messenger/demo-games/index.ts";
import { runJob } from "../harness/app/jobs.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createMessengerWorld, initData } from "../harness/app/messenger.ts";
import { messengerDesk } from "../harness/app/messenger-desk.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { collectViolations } from "./axe.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { keepScreenshot } from "./screenshots.ts";

/** The mini-app at phone size, with Telegram's init data and with demo players. */

const PAGE_MS = 60_000;
const PHONE = { viewport: { width: 360, height: 740 }, reducedMotion: "reduce" } as const;
const executable = findChromium();

describe.skipIf(executable === null)("the mini-app in Chromium", () => {
  let world: World;
  let demo: World;
  let server: ListeningWorld;
  let demoServer: ListeningWorld;
  let browser: Browser;

  beforeAll(async () => {
    const off = {
      RATE_LIMIT_PAGES_PER_MIN: "0",
      RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
      RATE_LIMIT_MESSENGER_PER_MIN: "0",
    };
    world = await createMessengerWorld(off);
    demo = await createWorld(off);
    await demo.services.live.writer.run((tx) => seedDemoGames(tx));
    server = await listen(world);
    demoServer = await listen(demo);
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await demoServer.stop();
    await world.close();
    await demo.close();
  });

  async function withPage(
    options: BrowserContextOptions,
    work: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext({ ...PHONE, ...options });
    try {
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !/40[19]/.test(message.text())) faults.push(message.text());
      });
      await work(page);
      expect(faults).toEqual([]);
    } finally {
      await context.close();
    }
  }

  const launched = (id: number) => {
    const theme = JSON.stringify({ bg_color: "#101418", text_color: "#f0f0f0" });
    const launch = new URLSearchParams({ tgWebAppData: initData(world, id), tgWebAppThemeParams: theme });
    return `${server.baseUrl}/miniapp#${launch}`;
  };

  test(
    "a player signed in by Telegram spins the wheel and sees the reward",
    async () => {
      await withPage({}, async (page) => {
        await page.goto(launched(41));
        await page.locator("#spin:enabled").click();
        await page.waitForFunction(() => (document.getElementById("message")?.textContent ?? "") !== "");
        expect(await page.locator("#message").textContent()).toMatch(/You won|Nothing this time/);
        const paper = await page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue("--paper"),
        );
        expect(paper.trim()).toBe("#101418");
        await keepScreenshot(page, "miniapp-wheel");
      });
    },
    PAGE_MS,
  );

  test(
    "outside of Telegram a demo player plays the grid with only the keyboard",
    async () => {
      await withPage({}, async (page) => {
        await page.goto(`${demoServer.baseUrl}/miniapp`);
        await page.locator("#spin:enabled").waitFor();
        await page.getByRole("button", { name: "Ben" }).click();
        await page.locator('[data-demo-player="2"][aria-pressed="true"]').waitFor();
        await demo.services.live.writer.run((tx) =>
          tx.run("UPDATE messenger_players SET missiles = 9 WHERE first_name = 'Ben'"),
        );
        await page.getByRole("button", { name: "Grid" }).click();
        await page.locator("#start:enabled").focus();
        await page.keyboard.press("Enter");
        await page.locator("#cells button").first().waitFor();
        await page.waitForFunction(() => document.activeElement?.matches("#cells button"));
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelector("#cells .open") !== null);
        expect(await page.locator("#cells .open").getAttribute("aria-label")).toStartWith(
          "Row 2, column 2: ",
        );
        expect(await page.locator("#message").textContent()).toMatch(/Empty|Target|mine/);
        await keepScreenshot(page, "miniapp-grid");
      });
    },
    PAGE_MS,
  );

  test(
    "a session that has ended is followed by the next one, without a word to the player",
    async () => {
      await withPage({}, async (page) => {
        await page.goto(launched(45));
        await page.locator("#spin:enabled").waitFor();
        await world.services.live.writer.run((tx) => tx.run("UPDATE messenger_sessions SET expires_at = 1"));
        await page.locator("#spin").click();
        await page.waitForFunction(() => (document.getElementById("message")?.textContent ?? "") !== "");
        expect(await page.locator("#message").textContent()).toMatch(/You won|Nothing this time/);
        const sessions = () =>
          world.services.live.read.get<{ n: number }>("SELECT COUNT(*) AS n FROM messenger_sessions")?.n;
        const before = Number(sessions());
        await world.services.live.writer.run((tx) => tx.run("UPDATE messenger_sessions SET expires_at = 1"));
        await page.getByRole("button", { name: "Missions" }).click();
        await page.locator("#mission-list li").first().waitFor();
        expect(sessions()).toBe(before + 1);
      });
    },
    PAGE_MS,
  );

  test(
    "a grid round that expires while the app is open makes room for the next; an unknown part is the wheel",
    async () => {
      await withPage({}, async (page) => {
        await page.goto(`${demoServer.baseUrl}/miniapp#constructor`);
        await page.locator("#view-spin-wheel").waitFor();
        await page.getByRole("button", { name: "Chloe" }).click();
        await page.locator('[data-demo-player="3"][aria-pressed="true"]').waitFor();
        await page.getByRole("button", { name: "Grid" }).click();
        await page.locator("#start:enabled").click();
        await page.locator("#start").waitFor({ state: "hidden" });
        await demo.services.live.writer.run((tx) =>
          tx.run("UPDATE messenger_rounds SET expires_at = ?", demo.clock.now() - 1),
        );
        await page.getByRole("button", { name: "Wheel" }).click();
        await page.getByRole("button", { name: "Grid" }).click();
        await page.locator("#start:enabled").waitFor();
        expect(await page.locator("#grid-note").textContent()).toBe("The round has expired.");
      });
    },
    PAGE_MS,
  );

  test(
    "the revealed seed recomputes the player's rounds in the browser",
    async () => {
      await withPage({}, async (page) => {
        await page.goto(launched(42));
        await page.locator("#spin:enabled").click();
        await page.waitForFunction(() => (document.getElementById("message")?.textContent ?? "") !== "");
        await page.getByRole("button", { name: "Fairness" }).click();
        await page.locator("#commitment code").first().waitFor();
        await page.locator("#rotate").click();
        await page.locator('#checked [data-ok="true"]').waitFor();
        expect(await page.locator("#message").textContent()).toBe("1 of 1 round matches its seeds.");
      });
    },
    PAGE_MS,
  );

  test(
    "navigation during a spin is followed once the spin has ended; the result waits where it belongs",
    async () => {
      await withPage({}, async (page) => {
        await page.goto(launched(44));
        await page.locator("#spin:enabled").click();
        await page.getByRole("button", { name: "Fairness" }).click();
        await page.locator("#commitment code").first().waitFor();
        expect(await page.locator("#view-spin-wheel").isVisible()).toBe(false);
        expect(await page.locator("#message").textContent()).toBe("");
        await page.getByRole("button", { name: "Wheel", exact: true }).click();
        await page.locator("#message:not(:empty)").waitFor();
      });
    },
    PAGE_MS,
  );

  test(
    "the page that recomputes rounds distinguishes fair from altered rounds",
    async () => {
      const { createPlayer } = await import("../harness/app/messenger.ts");
      const player = createPlayer(world, 43);
      await player.post("init/verify");
      const { id } = (await player.act("games/spin-wheel/play")).json.round;
      await player.act("games/fairness/rotate");
      const answer = (await player.get(`games/rounds/${id}`)).json;
      const forged = { round: { ...answer.round, segment_index: (answer.round.segment_index + 1) % 7 } };
      await withPage({}, async (page) => {
        await page.goto(`${server.baseUrl}/miniapp/verify`);
        await page.locator("#rounds").fill(JSON.stringify([answer, forged]));
        await page.getByRole("button", { name: "Recompute" }).click();
        await page.locator("#verdicts li").nth(1).waitFor();
        expect(await page.locator("#message").textContent()).toStartWith("1 of 2 rounds match their seeds;");
        const violations = await collectViolations(page);
        expect(violations.map(({ id: name }) => name)).toEqual([]);
      });
    },
    PAGE_MS,
  );

  test(
    "missions show their goals, and completed missions remain visible",
    async () => {
      const { newPlayer } = await import("../harness/app/messenger.ts");
      const desk = await messengerDesk(world);
      for (const [mission_key, target] of [
        ["one", 1],
        ["five", 5],
      ] as const) {
        const goal = { kind: "visit", target };
        const reward = { kind: "missiles", amount: 2 };
        await desk.post("admin/missions", {
          mission_key,
          title: `M ${mission_key}`,
          state: "active",
          goal,
          reward,
        });
      }
      const player = await newPlayer(world, 61);
      await player.post("missions/enroll", { mission_key: "one" });
      await player.post("missions/progress", { mission_key: "one", event_id: "a", kind: "visit" });
      await withPage({}, async (page) => {
        await page.goto(launched(61));
        await page.locator("#spin:enabled").waitFor();
        await page.getByRole("button", { name: "Missions" }).click();
        await page.locator("#mission-history li").waitFor();
        expect(await page.locator("#mission-list").textContent()).toContain(
          "Visit 5 times. Reward: 2 missiles.",
        );
        expect(await page.locator("#mission-history").textContent()).toMatch(
          /M one\s*Finished .*: 2 missiles\./,
        );
        await keepScreenshot(page, "miniapp-missions-done");
      });
    },
    PAGE_MS,
  );

  test(
    "the page verifies a commitment in the signed log, and reports a missing one",
    async () => {
      const { newPlayer } = await import("../harness/app/messenger.ts");
      const [player] = await Promise.all([51, 52, 53].map((id) => newPlayer(world, id)));
      if (player === undefined) throw new Error("there is no player");
      const { id } = (await player.act("games/spin-wheel/play")).json.round;
      await player.act("games/fairness/rotate");
      world.clock.advance(DAY_MS);
      expect(await runJob(world, "fair_play")).toContain("logged 20");
      const { round } = (await player.get(`games/rounds/${id}`)).json;
      const { inclusion } = round.fairness;
      const hashes = ["00".repeat(32), ...inclusion.proof.hashes.slice(1)];
      const proof = { ...inclusion.proof, hashes };
      const moved = { ...round, fairness: { ...round.fairness, inclusion: { ...inclusion, proof } } };
      await withPage({}, async (page) => {
        await page.goto(`${server.baseUrl}/miniapp/verify`);
        await page.locator("#rounds").fill(JSON.stringify([round, moved]));
        await page.getByRole("button", { name: "Recompute" }).click();
        await page.locator("#verdicts li").nth(1).waitFor();
        const [fair, unproved] = await page.locator("#verdicts li").allTextContents();
        expect(fair).toStartWith("Fair Wheel, round");
        expect(fair).toContain(`entry ${inclusion.log_index} of the signed log.`);
        expect(unproved).toStartWith("Not in the log Wheel, round");
        expect(await page.locator("#message").textContent()).toBe(
          "2 of 2 rounds match their seeds; the commitments of 1 are in the signed log.",
        );
        await keepScreenshot(page, "miniapp-verify");
      });
    },
    PAGE_MS,
  );

  for (const colorScheme of ["light", "dark"] as const)
    test(
      `every part passes axe, ${colorScheme}`,
      async () => {
        await withPage({ colorScheme }, async (page) => {
          await page.goto(`${demoServer.baseUrl}/miniapp`);
          await page.locator("#spin:enabled, #spin-note:not(:empty)").first().waitFor();
          for (const view of ["Wheel", "Grid", "Missions", "Leaders", "Wallet", "Fairness", "Shop"]) {
            await page.getByRole("button", { name: view, exact: true }).click();
            await page.waitForFunction(() => !document.body.hasAttribute("aria-busy"));
            const violations = await collectViolations(page);
            expect(violations.map(({ id, nodes }) => `${view} ${id} ${nodes[0]?.html}`)).toEqual([]);
            await keepScreenshot(page, `miniapp-${view}-${colorScheme}`, { fullPage: false });
          }
        });
      },
      PAGE_MS,
    );

  test(
    "the first load is under 100 KB, only from this server, and explains itself without JavaScript",
    async () => {
      await withPage({ javaScriptEnabled: false }, async (page) => {
        await page.goto(`${server.baseUrl}/miniapp`);
        expect(await page.locator("noscript").textContent()).toContain("need JavaScript");
      });
      await withPage({}, async (page) => {
        const bodies: Promise<Buffer>[] = [];
        const hosts = new Set<string>();
        page.on("response", (response) => {
          hosts.add(new URL(response.url()).origin);
          bodies.push(response.body());
        });
        await page.goto(launched(44));
        await page.locator("#spin:enabled").waitFor();
        const bytes = Buffer.concat(await Promise.all(bodies)).length;
        expect(bytes).toBeGreaterThan(10_000);
        expect(bytes).toBeLessThan(100_000);
        expect([...hosts]).toEqual([new URL(server.baseUrl).origin]);
      });
      const { headers } = await fetch(`${server.baseUrl}/miniapp`);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors https://web.telegram.org");
      expect(headers.get("set-cookie")).toBeNull();
    },
    PAGE_MS,
  );
});
