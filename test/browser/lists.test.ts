import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { signedIn } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { attempt, credit, records } from "../modules/webhooks/deliveries/fixture.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { faultsOf } from "./look.ts";

/** Operators' lists are usable from a phone to a wide screen, also with long names and addresses. */

const PAGE_MS = 120_000;
const executable = findChromium();
const PARTNER = "a-partner-with-a-name-of-forty-character";

describe.skipIf(executable === null)("lists in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;
  let cookie = "";

  beforeAll(async () => {
    world = await createWorld();
    server = await listen(world);
    const key = await world.createKey(PARTNER);
    const path = "a-long-path-without-a-place-to-break".repeat(6);
    await world.call("POST", "/api/partner/webhooks", {
      key,
      body: { event_type: "*", target_url: `https://receiver.partner-of-salute.example/${path}` },
    });
    await world.createUser(key, "zoe");
    for (let more = 0; more < 12; more++) await credit(world, key, "ext:zoe");
    for (const [index, { id }] of records(world).entries())
      if (index % 3 < 2) await attempt(world, id, index % 3 === 0 ? "failed" : "dead_letter");
    cookie = (await signedIn(world, "zoe", "owner")).cookie() ?? "";
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  const paths = [
    "/admin/deliveries?columns=id,state,partner,event,webhook,url,error,next,made,event_id",
    "/admin/partners",
  ];
  test.each([1280, 1920, 390, 360])(
    "%i px: nothing is wider than the screen, and axe finds nothing serious",
    async (width) => {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      const [name = "", value = ""] = cookie.split("=", 2);
      await context.addCookies([{ name, value, url: server.baseUrl }]);
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(`${server.baseUrl}${path}`);
        expect(await faultsOf(page, `list-${path.split(/[/?]/)[2]}-${width}`)).toEqual([]);
      }
      await context.close();
    },
    PAGE_MS,
  );
});
