import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { DEMO_MINT, DEMO_TREASURY, demoSignature } from "../../src/chain/demo-reader.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { signedIn } from "../harness/app/visitor.ts";
import {
  type ConversionWorld,
  createConversionWorld,
  WALLET,
} from "../modules/ledger/conversions/fixture.ts";
import { collectViolationTexts } from "./axe.ts";
import { findChromium, launchChromium } from "./chromium.ts";

/** Many payments are settled from a file, on a desk's screen and on a phone's. */

const PAGE_MS = 120_000;
const executable = findChromium();

describe.skipIf(executable === null)("the import of settlements in Chromium", () => {
  let world: ConversionWorld;
  let server: ListeningWorld;
  let browser: Browser;
  let cookie = "";

  beforeAll(async () => {
    world = await createConversionWorld();
    await world.setPolicy({ enabled: true, salutes_per_token: "100" });
    server = await listen(world);
    cookie = (await signedIn(world, "ops", "operator")).cookie() ?? "";
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  test.each([1280, 390])(
    "a chosen file is verified and settled, %i px wide",
    async (width) => {
      const id = await world.pending();
      world.clock.advance(60_000);
      const signature = demoSignature(`payment ${id}`);
      world
        .demo()
        .recordTransfer(signature, [
          { mint: DEMO_MINT, from: DEMO_TREASURY, to: WALLET, amount: 3_000_000_000n },
        ]);
      const [name = "", value = ""] = cookie.split("=");
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await page.context().addCookies([{ name, value, url: server.baseUrl }]);
      const isWhole = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        expect(await collectViolationTexts(page)).toEqual([]);
      };
      await page.goto(`${server.baseUrl}/admin/settlements/import`);
      const csv = `kind,id,signature\nconversion,${id},${signature}\nconversion,999,${signature}\n`;
      const file = { name: "payments.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
      await page.locator("input[type=file]").setInputFiles(file);
      await page.waitForFunction(() => document.querySelector("textarea")?.value !== "");
      await isWhole();
      await page.getByRole("button", { name: "Verify payments" }).click();
      await page.getByText("The chain proves 1 payment").waitFor();
      await isWhole();
      await page.getByRole("button", { name: "Settle 1 payment" }).click();
      await page.getByText("1 payment settled, 0 settled before, 1 refused.").waitFor();
      await isWhole();
      expect(world.rows(`SELECT state FROM conversions WHERE id = ${id}`)).toEqual([{ state: "settled" }]);
      await page.close();
    },
    PAGE_MS,
  );
});
