import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { Locale } from "../../src/kit/language/locale.ts";
import { runJobs } from "../harness/app/jobs.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createMessengerWorld, initData } from "../harness/app/messenger.ts";
import type { World } from "../harness/app/world.ts";
import { putRuns, signature, WALLET } from "../modules/transparency/public-audits/fixture.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { collectFaults, collectTextFaults } from "./look.ts";

/**
 * The ten most telling pages and views, as holders, players and fans see them: on a phone and a desktop, light and dark, in
 * English, German with its long words, and Russian. SCREENSHOTS names a folder to keep them in.
 */

const FACE_MS = 240_000;
const LOCALES: readonly Locale[] = ["en", "de", "ru"];
const SCREENS = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } } as const;
const FRAME = ["header", "main h1", "footer"];
const executable = findChromium();

interface Face {
  name: string;
  /** Address, after the server's; null for the mini-app. */
  path: string | null;
  /** Button of the mini-app's view. */
  view?: string;
  /** What a reader meets from top to bottom. */
  landmarks: readonly string[];
  /** Pages for readers of English only. */
  isEnglish?: boolean;
}

const view = (name: string): Face => ({
  name: `app-${name}`,
  path: null,
  view: name,
  landmarks: ["header h1", "header .balances", `main #view-${name} h2`, "body > nav"],
});

const FACES: readonly Face[] = [
  { name: "front", path: "/", landmarks: ["header", "main h1", "#holders", "footer"] },
  { name: "status", path: "/status", landmarks: FRAME },
  {
    name: "transparency",
    path: "/transparency",
    landmarks: ["header", "main h1", ".verdicts", "#figures", "#records", "#documents", "footer"],
    isEnglish: true,
  },
  {
    name: "anomalies",
    path: "/transparency/audit-anomalies",
    landmarks: ["header", "main h1", "#run", "#anomalies", ".anomalies table", "#glossary", "footer"],
    isEnglish: true,
  },
  { name: "share", path: "/share", landmarks: ["header", "main h1", "main form", "footer"] },
  { name: "track", path: "/s/audio/", landmarks: ["h1"] },
  view("spin-wheel"),
  view("recon-grid"),
  view("missions"),
  view("wallet"),
];

describe.skipIf(executable === null)("the face of the project", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;
  let track = "";

  beforeAll(async () => {
    world = await createMessengerWorld({
      RATE_LIMIT_PAGES_PER_MIN: "0",
      RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
      TELEGRAM_BOT_USERNAME: "salute_bot",
    });
    server = await listen(world);
    world.services.listensOn(Number(new URL(server.baseUrl).port));
    await runJobs(world, "mint_authorities", "public_stats", "holder_cache", "token_distribution");
    await runJobs(world, "holder_growth", "solvency", "proofs");
    await putRuns(world, {
      run: "20261121T011000Z",
      rows: [
        { signature: null, type: "failed_burst", severity: "warn", details: { failed: 31, minutes: 4 } },
        {
          signature: signature("Aaaaaaaaa"),
          wallet: WALLET,
          delta: "-1234567.5",
          severity: "bad",
          details: { share_of_supply_pct: "5.25" },
        },
      ],
    });
    const query = new URLSearchParams({
      track_url: "/tracks/42",
      title: "Winter in der Straßenbahnendhaltestelle",
      artist: "Zebra and the Long Names",
      landing: "1",
      use_short: "1",
    });
    const built = await world.call("GET", `/api/public/audio-share-links?${query}`);
    track = new URL(built.json.short.short_url).pathname;
    browser = await launchChromium(executable ?? "");
  }, FACE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  /** Each view has a player of its own. */
  let players = 900;

  async function open(page: Page, face: Face, language: Locale): Promise<void> {
    if (face.path !== null) {
      await page.goto(server.baseUrl + (face.name === "track" ? track : face.path));
      return;
    }
    const launch = new URLSearchParams({ tgWebAppData: initData(world, ++players, { language }) });
    await page.goto(`${server.baseUrl}/miniapp#${launch}`);
    await page.locator("#spin:enabled").waitFor();
    await page.locator(`[data-view="${face.view}"]`).click();
    await page.waitForFunction(() => !document.body.hasAttribute("aria-busy"));
  }

  for (const face of FACES)
    test(
      `${face.name}: readable in all languages, nothing cut off or covered, in its order`,
      async () => {
        const found: string[] = [];
        for (const locale of face.isEnglish === true ? LOCALES.slice(0, 1) : LOCALES) {
          for (const [screen, viewport] of Object.entries(SCREENS)) {
            const context = await browser.newContext({ viewport, locale, reducedMotion: "reduce" });
            const page = await context.newPage();
            await open(page, face, locale);
            const place = `${face.name}-${locale}-${screen}`;
            const faults = await collectFaults(page, place);
            faults.push(...(await collectTextFaults(page)));
            expect([place, await page.locator("html").getAttribute("lang")]).toEqual([place, locale]);
            expect([place, await orderOf(page, face.landmarks)]).toEqual([place, [...face.landmarks]]);
            found.push(...faults.map((fault) => `${place}: ${fault}`));
            await context.close();
          }
        }
        expect(found).toEqual([]);
      },
      FACE_MS,
    );
});

/** The landmarks that are shown, from top to bottom; of those that begin together, in their given order. */
async function orderOf(page: Page, landmarks: readonly string[]): Promise<string[]> {
  const tops = await page.evaluate(
    (selectors) =>
      selectors.flatMap((selector) => {
        const found = document.querySelector(selector);
        const isShown = found?.checkVisibility() === true;
        return isShown ? [{ selector, top: found.getBoundingClientRect().top }] : [];
      }),
    [...landmarks],
  );
  return tops.sort((a, b) => a.top - b.top).map(({ selector }) => selector);
}
