import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { addMonths, toMonth } from "../../src/kit/formats/month.ts";
import { continueArchives } from "../../src/modules/desk/month-archives/index.ts";
import { settleByDemoTransfer } from "../../src/modules/ledger/conversions/index.ts";
import { runJob } from "../harness/app/jobs.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { signedIn } from "../harness/app/visitor.ts";
import { unzip } from "../harness/unzip.ts";
import {
  type ConversionWorld,
  createConversionWorld,
  OPERATOR,
} from "../modules/ledger/conversions/fixture.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { collectFaults, measureOverflow } from "./look.ts";

/** An ended month: its job closes and verifies it and makes each partner's ZIP; an operator only reads and downloads. */

const PAGE_MS = 120_000;
const executable = findChromium();

describe.skipIf(executable === null)("a month's end in Chromium", () => {
  let world: ConversionWorld;
  let server: ListeningWorld;
  let browser: Browser;
  let context: BrowserContext;
  let month = "";

  beforeAll(async () => {
    world = await createConversionWorld();
    server = await listen(world);
    await world.setPolicy({ enabled: true, salutes_per_token: "100" });
    const beta = await world.createKey("beta");
    await world.createUser(beta, "ann");
    await world.call("POST", "/api/salutes/credit", {
      key: beta,
      body: { user_id: "ext:ann", amount: 12.5, reason: "quest" },
    });
    const id = await world.pending();
    await settleByDemoTransfer(world.services, OPERATOR, id);
    await world.services.usage.flush();
    month = toMonth(world.clock.now());
    world.clock.advance(Date.parse(`${addMonths(month, 1)}-01T08:00:00Z`) - world.clock.now());
    await runJob(world, "month_figures");
    await continueArchives(world.services);
    const cookie = (await signedIn(world, "ops", "operator")).cookie() ?? "";
    browser = await launchChromium(executable ?? "");
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: server.baseUrl }]);
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  /** The file that a click on the link downloads. */
  async function downloaded(page: Page, link: Locator): Promise<Buffer> {
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    return readFileSync(await file.path());
  }

  test(
    "six clicks from the overview to the report and its files, which agree with each other",
    async () => {
      const page = await context.newPage();
      await page.goto(`${server.baseUrl}/admin`);
      await page.getByRole("link", { name: "Monthly reports" }).click();
      await page.getByRole("link", { name: `The month before, ${month}` }).click();
      await page.getByText("The closing agrees with the month's 3 entries").waitFor();
      await page.getByText("Deliveries that still wait are counted again until").waitFor();
      expect(await collectFaults(page, "month-end-report")).toEqual([]);

      const ledger = String(await downloaded(page, page.getByRole("link", { name: `ledger of ${month}` })));
      expect(ledger.trimEnd().split("\r\n")).toHaveLength(1 + 3);
      const trail = String(
        await downloaded(page, page.getByRole("link", { name: `audit trail of ${month}` })),
      );
      expect(trail).toContain("conversion.settle");
      expect(trail).not.toContain("report.request");

      const archives = page.getByRole("table", { name: `Archives of ${month}` });
      const acme = archives.getByRole("row", { name: "acme" });
      const files = unzip(world.dataDir, await downloaded(page, acme.getByRole("link", { name: "ZIP" })));
      expect((files["ledger.csv"] ?? "").trimEnd()).toEndWith(",700");
      expect(files["settlements.csv"]).toContain(demoSignatureOf(world));
      expect(files["usage.csv"]).toContain(world.key.key_id);

      const cover = await context.newPage();
      await cover.setViewportSize({ width: 794, height: 1123 });
      await cover.emulateMedia({ media: "print" });
      await cover.setContent(files["cover.html"] ?? "");
      expect(await cover.getByText("The closing agrees with the month's 2 entries").count()).toBe(1);
      expect(await measureOverflow(cover)).toEqual([]);
      expect(String((await cover.pdf({ format: "A4" })).subarray(0, 5))).toBe("%PDF-");

      await page.getByRole("link", { name: "beta" }).click();
      await page.getByRole("heading", { name: `beta, ${month}` }).waitFor();
      await page.emulateMedia({ media: "print" });
      expect(await page.getByText("One ZIP per partner").isVisible()).toBe(false);
      expect(await page.getByText("12.5").first().isVisible()).toBe(true);
      await page.close();
    },
    PAGE_MS,
  );
});

function demoSignatureOf(world: ConversionWorld): string {
  const [row] = world.rows<{ signature: string }>(
    "SELECT settlement_signature AS signature FROM conversions",
  );
  return row?.signature ?? "none";
}
