import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { Services } from "../../src/compose/services.ts";
import { JobRunner } from "../../src/jobs/runner.ts";
import type { Job } from "../../src/modules/platform/jobs/job.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { signedIn } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { attempt, credit, records } from "../modules/webhooks/deliveries/fixture.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { collectFaults } from "./look.ts";

/** Operators' lists are usable from a phone to a wide screen, also with long names and addresses. */

const PAGE_MS = 120_000;
const executable = findChromium();
const PARTNER = "a-partner-with-a-name-of-forty-character";

function job(name: string): Job<Services> {
  return {
    name,
    schedule: "0 3 * * *",
    timeoutMs: 1_000,
    description: "Does what its long description says in a sentence that fills more than one line. ".repeat(
      2,
    ),
    run: async () => "4 things are in order and 17,512 were looked at since the last run. ".repeat(3),
  };
}

describe.skipIf(executable === null)("lists in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;
  let cookie = "";
  let runner: JobRunner<Services>;

  /** A page of an operator who is signed in, in a context of its own. */
  async function openPage(viewport: { width: number; height: number }): Promise<Page> {
    const context = await browser.newContext({ viewport });
    const [name = "", value = ""] = cookie.split("=", 2);
    await context.addCookies([{ name, value, url: server.baseUrl }]);
    return context.newPage();
  }

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
    const body = { external_id: "e".repeat(100), username: "u".repeat(64), display_name: "Zoë ".repeat(30) };
    await world.call("POST", "/api/partner/users", { key, body });
    const reason = "a-reason-of-many-words-without-a-space-that-is-as-long-as-it-may";
    await world.call("POST", "/api/salutes/credit", {
      key,
      body: { user_id: `ext:${body.external_id}`, amount: 9_999_999.99, reason, source: reason },
      idempotencyKey: "k".repeat(200),
    });
    for (let more = 0; more < 12; more++) await credit(world, key, "ext:zoe");
    for (const [index, { id }] of records(world).entries())
      if (index % 3 < 2) await attempt(world, id, index % 3 === 0 ? "failed" : "dead_letter");
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE webhooks SET is_active = 0, off_reason = 'gone', consecutive_failures = 3"),
    );
    const owner = await signedIn(world, "zoe", "owner");
    cookie = owner.cookie() ?? "";
    await owner.open("/admin/deliveries");
    for (const name of ["Dead letters of the partner with the long name", "Failed"])
      await owner.submit("/admin/views", {
        path: "/admin/deliveries",
        query: name === "Failed" ? "state=failed" : "state=dead_letter",
        name,
      });
    const ids = records(world).map(({ id }) => String(id));
    await owner.submit("/admin/bulk", {
      kind: "discard_deliveries",
      id: ids,
      reason: "shut down ".repeat(12),
    });
    for (const { id } of records(world).slice(0, 3)) await attempt(world, id, "dead_letter");
    await owner.submit("/admin/operators", {
      name: "an.operator-with-a-name-of-forty-letters",
      role: "viewer",
    });
    const work = { title: "A larger disk for the ledger, and a newer database. ".repeat(2), minutes: "30" };
    await owner.submit("/admin/maintenance", work);
    const word = "Deliveriesarelate".repeat(7);
    const incident = { title: word, severity: "warn", message: word.repeat(7) };
    await owner.submit("/admin/ops/incidents/open", incident);
    runner = new JobRunner(world.services, [job("tidy-up"), job("a-job-with-a-name-too")], () => ({
      stop: () => undefined,
    }));
    runner.start();
    await runner.tend();
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await runner.stop(0);
    await server.stop();
    await world.close();
  });

  const paths = [
    "/admin/deliveries?columns=id,state,partner,event,webhook,url,error,next,made,event_id",
    "/admin/deliveries?state=dead_letter",
    "/admin/receivers?state=gone",
    "/admin/conversions?state=failed",
    "/admin/bulk",
    "/admin/bulk/1",
    "/admin/bulk/deliveries?kind=retry_deliveries&state=dead_letter",
    "/admin/partners",
    `/admin/partners/${PARTNER}`,
    "/admin/users/2",
    "/admin/ledger",
    "/admin/ops/config",
    "/admin/operators",
    "/admin/new-operator",
    "/admin/maintenance",
    "/admin/maintenance/new",
    "/admin/ops/incidents",
    "/admin/ops/incidents/1",
    "/admin/ops/reports/monthly",
    `/admin/ops/reports/monthly?partner=${PARTNER}`,
    "/admin/ops/link-inbox",
    "/admin/transparency/runs",
    "/admin/transparency/triage",
    "/admin/deprecations",
    "/admin/jobs",
    "/admin/ledger/adjustments/new",
    "/admin/ops/403-digest/suppressions/new",
    "/admin/ops/link-inbox/new",
    "/admin/audio-share/track-tokens/new",
  ];
  test(
    "from phones to wide screens nothing is wider than the screen, and axe finds nothing",
    async () => {
      const page = await openPage({ width: 1280, height: 900 });
      for (const path of paths) {
        const name = path.slice("/admin/".length).replaceAll(/\W+/g, "-").slice(0, 40);
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.goto(`${server.baseUrl}${path}`);
        for (const width of [1280, 1920, 390, 360]) {
          await page.setViewportSize({ width, height: 900 });
          const where = `${path} at ${width} px`;
          expect([where, await collectFaults(page, `list-${name}-${width}`)]).toEqual([where, []]);
        }
      }
      await page.context().close();
    },
    2 * PAGE_MS,
  );

  test.each([1280, 1920])(
    "%i px: deliveries with their errors fit the page beside long names, and so do the endpoints that fail",
    async (width) => {
      const page = await openPage({ width, height: 900 });
      await page.goto(`${server.baseUrl}/admin/deliveries?state=dead_letter`);
      const wider = await page.evaluate(() =>
        [...document.querySelectorAll(".data-table, main")].map((box) => box.scrollWidth - box.clientWidth),
      );
      expect([await page.locator(".data-table tbody tr").count(), ...wider]).toEqual([3, 0, 0]);
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "on a phone rows are selected by boxes that a finger can hit",
    async () => {
      const page = await openPage({ width: 390, height: 844 });
      await page.goto(`${server.baseUrl}/admin/ledger`);
      const box = page.locator("tbody .select input").first();
      const { width = 0, height = 0 } = (await box.boundingBox()) ?? {};
      expect([width, height]).toEqual([24, 24]);
      await box.click();
      expect(await page.getByText(/^1 of \d+ selected$/).isVisible()).toBe(true);
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "the navigation stands in the same place beside lists, forms and details",
    async () => {
      const page = await openPage({ width: 1920, height: 900 });
      const places: (number | undefined)[] = [];
      for (const path of ["/admin", "/admin/ledger", "/admin/keys/new", "/admin/users/2"]) {
        await page.goto(`${server.baseUrl}${path}`);
        places.push((await page.locator("nav.contents").boundingBox())?.x);
      }
      expect(places).toEqual([20, 20, 20, 20]);
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "on a phone the first row stands above the fold; filters open by a tap, and are open if one is refused",
    async () => {
      const page = await openPage({ width: 390, height: 844 });
      const field = page.getByLabel("Endpoint host");
      await page.goto(`${server.baseUrl}/admin/deliveries`);
      expect(await field.isVisible()).toBe(false);
      await page.getByText("Filters", { exact: true }).click();
      expect(await field.isVisible()).toBe(true);
      await page.goto(`${server.baseUrl}/admin/deliveries?state=dead_letter`);
      expect(await field.isVisible()).toBe(false);
      await page.getByText("Filters, 1 set", { exact: true }).click();
      expect(await field.isVisible()).toBe(true);
      await page.goto(`${server.baseUrl}/admin/deliveries?from=nonsense`);
      expect(await field.isVisible()).toBe(true);
      await page.goto(`${server.baseUrl}/admin/ledger`);
      const row = await page.locator("tbody tr").first().boundingBox();
      expect(row?.y).toBeLessThan(844);
      await page.context().close();
    },
    PAGE_MS,
  );
});
