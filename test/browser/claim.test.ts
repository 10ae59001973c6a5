import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { type ClaimWorld, createClaimWorld, WALLET } from "../modules/ledger/claims/fixture.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { collectFaults } from "./look.ts";

/** The recipient's page in Chromium without JavaScript: all states and both flows. */

const PAGE_MS = 180_000;
const executable = findChromium();

describe.skipIf(executable === null)("the claim page in Chromium", () => {
  let world: ClaimWorld;
  let server: ListeningWorld;
  let browser: Browser;

  beforeAll(async () => {
    world = await createClaimWorld({ RATE_LIMIT_PAGES_PER_MIN: "0", RATE_LIMIT_CLAIM_MISSES_PER_MIN: "0" });
    server = await listen(world);
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  const addressOf = (code: string) => `${server.baseUrl}/claim/${code}`;

  for (const width of [360, 1440]) {
    test(
      `${width} px: no axe violations in any state in either scheme, nothing wider than the screen`,
      async () => {
        const context = await browser.newContext({ viewport: { width, height: 900 } });
        const page = await context.newPage();
        const expectSound = async (state: string) =>
          expect([state, await collectFaults(page, `claim-${state}-${width}`)]).toEqual([state, []]);
        const campaign =
          "Autumn drive for the players of the northern league, second half, with thanks to all";
        const token = (
          await world.issueToken({ campaign: campaign.slice(0, 80), amount: "1234567.123456789" })
        ).json.claim_code;
        const salutes = (await world.issue()).json.claim_code;
        await page.goto(addressOf(token));
        await expectSound("address");
        await page.getByLabel("Your Solana address").fill("not an address");
        await page.getByRole("button").click();
        expect(await page.getByRole("alert").isVisible()).toBe(true);
        await expectSound("wrong");
        await page.getByLabel("Your Solana address").fill(WALLET);
        await page.getByRole("button").click();
        await page.getByText("claimed, to be paid").waitFor();
        await expectSound("claimed");
        await page.goto(addressOf(salutes));
        await expectSound("salutes");
        await page.getByRole("button").click();
        await page.getByText("redeemed", { exact: true }).waitFor();
        await expectSound("redeemed");
        await page.goto(addressOf("0000-0000-0000-0001"));
        await expectSound("unknown");
        await context.close();
      },
      PAGE_MS,
    );
  }

  test(
    "without JavaScript: a double click credits once, reloading sends nothing, a cross-site form is refused",
    async () => {
      const before = await world.balance();
      const { claim_code } = (await world.issue()).json;
      const { claim_code: other } = (await world.issue()).json;
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(addressOf(claim_code));
      await page.getByRole("button").dblclick();
      await page.getByText("redeemed", { exact: true }).waitFor();
      await page.reload();
      expect(page.url()).toBe(addressOf(claim_code));
      expect((await world.balance()) - before).toBe(25);

      const target = addressOf(other);
      const foreign = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: () =>
          new Response(`<form method="post" action="${target}"><button>Win</button></form>`, {
            headers: { "content-type": "text/html" },
          }),
      });
      await page.goto(`http://127.0.0.1:${foreign.port}/`);
      const refused = page.waitForResponse((response) => response.url() === target);
      await page.getByRole("button").click();
      expect((await refused).status()).toBe(403);
      expect((await world.balance()) - before).toBe(25);
      await context.close();
      await foreign.stop(true);
    },
    PAGE_MS,
  );
});
