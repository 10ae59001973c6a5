import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { recordAudit } from "../../src/modules/platform/audit/index.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { signedIn } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { collectViolationTexts } from "./axe.ts";
import { findChromium, launchChromium } from "./chromium.ts";

/** The audit trail can be read on a desk's screen and on a phone's. */

const PAGE_MS = 120_000;
const executable = findChromium();

describe.skipIf(executable === null)("the audit trail in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;
  let cookie = "";

  beforeAll(async () => {
    world = await createWorld();
    server = await listen(world);
    await world.services.live.writer.run((tx) =>
      recordAudit(
        tx,
        { kind: "command", name: "serve" },
        {
          action: "audio_share_policy.change",
          subject: "audio_share_policy",
          details: { before: null, after: "built-in-1" },
        },
      ),
    );
    cookie = (await signedIn(world, "zoe", "owner")).cookie() ?? "";
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  test.each([1280, 360])(
    "%i px: nothing runs out of its cell or the screen, and axe finds nothing",
    async (width) => {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      const [name = "", value = ""] = cookie.split("=", 2);
      await context.addCookies([{ name, value, url: server.baseUrl }]);
      const page = await context.newPage();
      await page.goto(`${server.baseUrl}/admin/audit`);
      expect(await page.getByRole("link", { name: "audio_share_policy.change" }).count()).toBe(1);
      const wide = await page.evaluate(() => {
        const main = document.querySelector("main") ?? document.body;
        const right =
          main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight);
        return [...main.querySelectorAll("td a, td span")]
          .filter((each) => each.getBoundingClientRect().right > right + 1)
          .map((each) => each.textContent);
      });
      expect(wide).toEqual([]);
      expect(await collectViolationTexts(page)).toEqual([]);
      await context.close();
    },
    PAGE_MS,
  );
});
