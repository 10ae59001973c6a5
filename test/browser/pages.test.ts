import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { allOperations } from "../../src/compose/operations.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { operatorsVisitor, permitAll } from "../harness/app/portal.ts";
import { signedIn } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { adminPages, memberPages, publicPages } from "../harness/checks/pages.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { serveGallery } from "./gallery.tsx";
import { collectFaults, measureOverflow } from "./look.ts";

/** Every page in Chromium, at the widths and colour schemes of contract section 2. */

const WIDTHS = [360, 1440];
/** Between them: the narrowest with tables in columns, and that of a small laptop. */
const WIDTHS_BETWEEN = [721, 1024];
const PAGE_MS = 480_000;

const executable = findChromium();

describe.skipIf(executable === null)("pages in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let gallery: ReturnType<typeof serveGallery>;
  let browser: Browser;
  let urls: string[];
  /** Cookie of a signed-in owner, sent only to operators' pages. */
  let session: { name: string; value: string };
  /** Cookie of a partner's member, sent only to the portal. */
  let membership: { name: string; value: string };

  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: "0" });
    server = await listen(world);
    gallery = serveGallery();
    const [name = "", value = ""] = ((await signedIn(world, "zoe", "owner")).cookie() ?? "").split("=");
    session = { name, value };
    await world.createKey("acme");
    await permitAll(world, "acme");
    const member = await operatorsVisitor(world, "acme");
    const [cookie = "", token = ""] = (member.cookie() ?? "").split("=");
    membership = { name: cookie, value: token };
    const operations = allOperations(world.services);
    const paths = [...publicPages(operations), ...adminPages(operations), ...memberPages(operations)];
    // A part of the overview, which its script fetches.
    const whole = paths.filter((path) => path !== "/admin/overview");
    urls = [...whole.map((path) => server.baseUrl + path), gallery.url];
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await gallery.stop();
    await server.stop();
    await world.close();
  });

  async function withContext<Result>(
    options: BrowserContextOptions,
    work: (context: BrowserContext) => Promise<Result>,
  ): Promise<Result> {
    const context = await browser.newContext(options);
    await context.addCookies([
      { ...session, domain: "127.0.0.1", path: "/admin" },
      { ...membership, domain: "127.0.0.1", path: "/partners" },
    ]);
    try {
      return await work(context);
    } finally {
      await context.close();
    }
  }

  function withPage<Result>(
    options: BrowserContextOptions,
    work: (page: Page) => Promise<Result>,
  ): Promise<Result> {
    return withContext(options, async (context) => work(await context.newPage()));
  }

  test(
    "at both widths and in both schemes: no axe violations, nothing wider than the screen, no failures or foreign requests",
    async () => {
      const faulty: Look[] = [];
      await eachUrl({}, async (page, url) => {
        const seen = await look(page, url);
        if (seen.faults.length + seen.found.length > 0) faulty.push(seen);
      });
      expect(faulty).toEqual([]);
    },
    PAGE_MS,
  );

  /**
   * Visits several pages concurrently, as the browser and this process share the cores; one after another in the same
   * page, since a new one starts a process.
   */
  async function eachUrl(
    options: BrowserContextOptions,
    work: (page: Page, url: string) => Promise<void>,
  ): Promise<void> {
    const left = [...urls];
    const worker = () =>
      withContext(options, async (context) => {
        const page = await context.newPage();
        for (let url = left.shift(); url !== undefined; url = left.shift()) {
          await work(page, url);
          page.removeAllListeners();
        }
      });
    await Promise.all([worker(), worker(), worker()]);
  }

  /** Loads a page once and inspects it in each width and scheme. */
  async function look(page: Page, url: string): Promise<Look> {
    const faults = watch(page, new URL(url).host);
    const found: string[] = [];
    const path = new URL(url).pathname.replaceAll("/", "-").slice(1);
    const name = url === gallery.url ? "gallery" : path || "landing";
    for (const [index, width] of WIDTHS.entries()) {
      await page.setViewportSize({ width, height: 900 });
      if (index === 0) await page.goto(url);
      const seen = await collectFaults(page, `${name}-${width}`);
      found.push(...seen.map((fault) => `${width} px: ${fault}`));
    }
    for (const width of WIDTHS_BETWEEN) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await measureOverflow(page)).map((fault) => `${width} px: ${fault}`));
    }
    return { url, faults, found };
  }

  test(
    "without JavaScript every page shows its heading, no dead buttons, and how to copy",
    async () => {
      await eachUrl({ javaScriptEnabled: false }, async (page, url) => {
        await page.goto(url);
        expect(await page.locator("h1").first().isVisible()).toBe(true);
        expect(await page.locator("button[data-copy]:visible").count()).toBe(0);
        const blocks = await page.locator("button[data-copy]").count();
        if (blocks > 0) expect(await page.locator(".scriptless:visible").count()).toBeGreaterThan(0);
      });
    },
    PAGE_MS,
  );

  test(
    "without JavaScript the quickstart's languages change by click and arrow keys",
    () =>
      withPage({ javaScriptEnabled: false }, async (page) => {
        await page.goto(`${server.baseUrl}/developers`);
        const shown = () =>
          page.locator(".tab-panel:visible figcaption > span:first-child").allTextContents();
        expect(await shown()).toEqual(["sign.sh"]);
        await page.getByRole("group").getByText("Python", { exact: true }).click();
        expect(await shown()).toEqual(["sign.py"]);
        await page.keyboard.press("ArrowRight");
        expect(await shown()).toEqual(["sign.go"]);
      }),
    PAGE_MS,
  );

  test(
    "a copy button copies the code beside it and confirms it",
    () =>
      withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
        await page.goto(`${server.baseUrl}/developers`);
        const block = page.locator("figure", { hasText: "sign.sh" }).first();
        await block.getByRole("button", { name: "Copy sign.sh" }).click();
        await block.getByText("Copied").waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
          (await block.locator("code").textContent()) ?? "",
        );
      }),
    PAGE_MS,
  );

  test(
    "the first tab stop skips to the content",
    () =>
      withPage({}, async (page) => {
        await page.goto(server.baseUrl);
        await page.keyboard.press("Tab");
        const skip = page.locator("a.skip");
        expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
        await page.keyboard.press("Enter");
        expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
      }),
    PAGE_MS,
  );

  test(
    "in print every language of the quickstart is shown",
    () =>
      withPage({}, async (page) => {
        await page.emulateMedia({ media: "print" });
        await page.goto(`${server.baseUrl}/developers`);
        expect(await page.locator(".tab-panel:visible").count()).toBe(5);
      }),
    PAGE_MS,
  );
});

/** Faults of a page. */
interface Look {
  url: string;
  /** Console errors, failed requests and the like. */
  faults: string[];
  /** Serious accessibility violations and horizontal overflow. */
  found: string[];
}

/** Collects console errors, exceptions, failed requests and requests to other hosts. */
function watch(page: Page, host: string): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.host !== host) faults.push(`request to ${url.host}`);
  });
  return faults;
}
