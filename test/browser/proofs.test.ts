import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { PROOF_JOBS, runJobs } from "../harness/app/jobs.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { SCRATCH } from "../harness/processes/scratch.ts";
import { getter, logNumbers, readText } from "../modules/transparency/signed-log/fixture.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { collectFaults } from "./look.ts";

/** Verification of proofs in the browser, and their page with figures. */

const PAGE_MS = 60_000;
const DAY_MS = 86_400_000;
const executable = findChromium();

describe.skipIf(executable === null)("proofs in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;

  beforeAll(async () => {
    const off = {
      RATE_LIMIT_PAGES_PER_MIN: "0",
      RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
      RATE_LIMIT_LOG_PER_MIN: "0",
    };
    world = await createWorld(off);
    server = await listen(world);
    world.clock.advance(-9 * DAY_MS);
    for (let day = 0; day < 9; day++) {
      await runJobs(world, "holder_cache", "holder_growth");
      world.clock.advance(DAY_MS);
    }
    await runJobs(world, ...PROOF_JOBS, "proofs");
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  async function withPage(
    options: BrowserContextOptions,
    work: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options);
    try {
      await work(await context.newPage());
    } finally {
      await context.close();
    }
  }

  for (const width of [360, 1440]) {
    test(
      `${width} px: with figures and after verification: no axe violations in either scheme, nothing wider than the screen`,
      () =>
        withPage({ viewport: { width, height: 900 } }, async (page) => {
          for (const path of ["/proofs", "/proofs/verify"]) {
            await page.goto(server.baseUrl + path);
            if (path === "/proofs") {
              await page.getByRole("button", { name: "Verify all" }).click();
              await page.getByRole("button", { name: "8 of 8 verified" }).waitFor();
            }
            const faults = await collectFaults(page, `${path.slice(1).replace("/", "-")}-figures-${width}`);
            expect([path, faults]).toEqual([path, []]);
          }
        }),
      PAGE_MS,
    );
  }

  test(
    "a proof is verified step by step; the second time the log must extend the stored checkpoint",
    () =>
      withPage({}, async (page) => {
        await page.goto(`${server.baseUrl}/proofs`);
        const result = page.locator("#verified-token-mint-authorities");
        await page.getByRole("button", { name: "Verify Mint authorities" }).click();
        await result.getByText("Verified", { exact: true }).waitFor();
        expect(await result.locator("li").count()).toBe(6);
        expect(await result.locator("li").last().textContent()).toMatch(/All \d+ figures .* shown = logged/);
        expect(await result.locator("li").first().textContent()).toContain("This browser saved its key");
        await logNumbers(world, 0, 300);
        await page.reload();
        await page.getByRole("button", { name: "Verify Mint authorities" }).click();
        await result.getByText(/extends the checkpoint of \d+ entries/).waitFor();
      }),
    PAGE_MS,
  );

  test(
    "figures that differ from the logged ones, and a log with another key or history, are reported as not verified",
    () =>
      withPage({}, async (page) => {
        const result = page.locator("#verified-token-mint-authorities");
        const button = page.getByRole("button", { name: "Verify Mint authorities" });
        await page.goto(`${server.baseUrl}/proofs`);
        await page.route("**/api/public/token-mint-authorities.json", async (route) => {
          const response = await route.fetch();
          await route.fulfill({
            response,
            json: { ...(await response.json()), freeze_authority: "somebody" },
          });
        });
        await button.click();
        await result.getByText("Not verified").waitFor();
        expect(await result.textContent()).toContain("differ from those logged at");
        await page.unroute("**/api/public/token-mint-authorities.json");
        await page.route("**/api/public/token-mint-authorities.json", (route) =>
          route.fulfill({ json: { trust_context: { log: null } } }),
        );
        await button.click();
        await result.getByText("the figures are not in the log").waitFor();
        await page.unroute("**/api/public/token-mint-authorities.json");
        await page.evaluate(() => {
          const name = Object.keys(localStorage).find((each) => each.startsWith("salute key ")) ?? "";
          localStorage.setItem(name, "another+00000000+AA==");
        });
        await button.click();
        await result.getByText("the log presents a different key than before").waitFor();
        await page.evaluate(() => {
          const name = Object.keys(localStorage).find((each) => each.startsWith("salute key ")) ?? "";
          localStorage.removeItem(name);
          const other = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
          localStorage.setItem("salute key example.com/foo", other);
        });
        await button.click();
        await result.getByText("has another key than the known log example.com/foo").waitFor();
      }),
    PAGE_MS,
  );

  test(
    "a figure of the page that differs from the logged one is named in red, whether its text, its value or both are changed",
    () =>
      withPage({}, async (page) => {
        const cases = [
          ["holder-cache-freshness", "rows.0.unique_owners", "All, Owners", "Verify Holders"],
          ["holder-growth-freshness", "rows.3.unique_owners", "Owners", "Verify Holder growth"],
          ["token-distribution-freshness", "top_holders.1.amount", "Tokens", "Verify Distribution"],
          ["public-stats-cache-freshness", "stats.total_supply", "Supply", "Verify Supply and circulation"],
          [
            "token-mint-authorities",
            "rows.0.authority",
            "mint authority, Held by",
            "Verify Mint authorities",
          ],
        ] as const;
        for (const [slug, figure, name, button] of cases) {
          for (const changes of ["text", "value", "both"]) {
            await page.goto(`${server.baseUrl}/proofs`);
            const section = page.locator("section.proof").filter({ has: page.locator(`#${slug}`) });
            const shown = section.locator(`data[data-figure="${figure}"]`).last();
            await shown.evaluate((element, what) => {
              if (what !== "value") element.textContent = "999,999";
              if (what !== "text") element.setAttribute("value", "999999");
            }, changes);
            await section.getByRole("button", { name: button }).click();
            const result = page.locator(`#verified-${slug}`);
            await result.getByText("Not verified").waitFor();
            expect(await result.textContent()).toMatch(/1 of \d+ shown figures differ from the logged ones/);
            expect(await result.locator(".figure-differs").textContent()).toContain(`${name} (${figure})`);
            expect(await section.locator("data.figure-differs").count()).toBe(1);
            expect(await section.locator("data.figure-logged").count()).toBeGreaterThan(2);
          }
        }
        await page.goto(`${server.baseUrl}/proofs`);
        await page.evaluate(() => {
          for (const each of document.querySelectorAll("data[data-figure]")) each.remove();
        });
        await page.getByRole("button", { name: "Verify Jobs" }).click();
        await page.getByText("the page shows no figures of this proof").waitFor();
      }),
    PAGE_MS,
  );

  test(
    "a page that is older than the log is asked to be reloaded; a time or slot after the published one differs",
    () =>
      withPage({}, async (page) => {
        await page.goto(`${server.baseUrl}/proofs`);
        const result = page.locator("#verified-transaction-sync-freshness");
        const button = page.getByRole("button", { name: "Verify Transactions" });
        await world.services.live.writer.run((tx) =>
          tx.run(
            "UPDATE chain_figures SET data = json_set(data, '$.transactions', 7) WHERE kind = 'transaction_sync'",
          ),
        );
        await runJobs(world, "proofs");
        world.clock.advance(2_000);
        await button.click();
        await result.getByText("newer figures were logged since this page was loaded").waitFor();
        await page.reload();
        await button.click();
        await result.getByText("Verified", { exact: true }).waitFor();
        const section = page
          .locator("section.proof")
          .filter({ has: page.locator("#token-mint-authorities") });
        await section.locator('data[data-format="time"]').evaluate((element) => {
          element.setAttribute("value", "2027-01-01T00:00:00.000Z");
          element.textContent = "2027-01-01 00:00:00 UTC (now)";
        });
        await section.locator('data[data-format="slot"]').evaluate((element) => {
          element.setAttribute("value", "999999999999");
          element.textContent = "999999999999";
        });
        await section.getByRole("button", { name: "Verify Mint authorities" }).click();
        await page.locator("#verified-token-mint-authorities").getByText("2 of").waitFor();
      }),
    PAGE_MS,
  );

  test(
    "a saved offline proof verifies in the form, a false object does not; an old checkpoint is extended",
    () =>
      withPage({}, async (page) => {
        const { json } = await world.call("GET", "/api/public/token-mint-authorities.json");
        const { log } = json.trust_context;
        const kept = await readText(world, "/log/checkpoint");
        const bytes = Buffer.from(await getter(world.call)(log.entries));
        let at = 0;
        for (let index = log.index % 256; index > 0; index--) at += 2 + bytes.readUInt16BE(at);
        const entry = bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)).toString();
        await logNumbers(world, 900, 3);
        await page.goto(`${server.baseUrl}/proofs/verify`);
        await page.getByLabel("Proof (.tlog-proof)").fill(await readText(world, log.proof));
        await page.getByLabel(/^Entry/).fill(entry);
        const object = { name: "object.json", mimeType: "application/json" };
        const right = Buffer.from(await readText(world, log.object));
        await page.getByLabel(/^Object/).setInputFiles({ ...object, buffer: right });
        const form = page.locator("form[data-form=proof]");
        await form.getByRole("button", { name: "Verify proof" }).click();
        await form.getByText("Verified", { exact: true }).waitFor();
        expect(await form.locator("li").count()).toBe(3);
        await page.getByLabel(/^Object/).setInputFiles({ ...object, buffer: Buffer.from("{}") });
        await form.getByRole("button", { name: "Verify proof" }).click();
        await form.getByText("Not verified").waitFor();
        await page.getByLabel("Saved checkpoint").fill(kept);
        const extension = page.locator("form[data-form=extension]");
        await extension.getByRole("button").click();
        await extension.getByText("Verified", { exact: true }).waitFor();
      }),
    PAGE_MS,
  );

  test(
    "files downloaded from /proofs verify, alone and together, also after the log has grown; other files do not",
    () =>
      withPage({ acceptDownloads: true }, async (page) => {
        await page.goto(`${server.baseUrl}/proofs`);
        const saved = async (name: string) => {
          const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("link", { name, exact: true }).click(),
          ]);
          const path = join(SCRATCH, download.suggestedFilename());
          await download.saveAs(path);
          return path;
        };
        const offline = await saved("Offline proof of Mint authorities");
        const logged = await saved("Logged object of Mint authorities");
        const json = join(SCRATCH, "figures (1).json");
        await page.goto(`${server.baseUrl}/api/public/token-mint-authorities.json`);
        await Bun.write(json, (await page.evaluate(() => document.body.textContent)) ?? "");
        await logNumbers(world, 2_000, 300);
        await page.goto(`${server.baseUrl}/proofs/verify`);
        const form = page.locator("form[data-form=downloaded]");
        const verify = async (files: string[], end: string) => {
          await page.getByLabel("Downloaded files").setInputFiles(files);
          await form.getByRole("button", { name: "Verify files" }).click();
          await form.getByText(end, { exact: true }).waitFor();
          return (await form.locator(".verified").textContent()) ?? "";
        };
        expect(await verify([json], "Verified")).toContain("The published figures match those logged at");
        expect(await verify([offline], "Verified")).toContain("read from the log");
        expect(await verify([logged, offline], "Verified")).toContain("The logged object matches the entry");
        expect(await verify([logged], "Not verified")).toContain("together with its logged object");
        await Bun.write(
          json,
          (await Bun.file(json).text()).replace('"mint_authority":null', '"mint_authority":"x"'),
        );
        expect(await verify([json], "Not verified")).toContain("differ from those logged at");
        await Bun.write(json, "mint,authority");
        expect(await verify([json], "Not verified")).toContain("choose the JSON instead of a CSV");
      }),
    PAGE_MS,
  );

  test("without JavaScript the page shows the figures and how to verify them in a shell", () =>
    withPage({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${server.baseUrl}/proofs`);
      expect(await page.locator("button[data-verify]:visible").count()).toBe(0);
      expect(await page.getByText("Verification in this page requires JavaScript").isVisible()).toBe(true);
      await page.getByText("Verify in a shell").click();
      expect(await page.getByText("node verifier.mjs").isVisible()).toBe(true);
      expect(await page.locator("svg[role=img]").count()).toBeGreaterThanOrEqual(2);
    }));
});
