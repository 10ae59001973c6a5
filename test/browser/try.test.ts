import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { findChromium, launchChromium } from "./chromium.ts";

/** Swagger UI renders the document in seconds, on a loaded machine in minutes. */
const PAGE_MS = 240_000;
const executable = findChromium();

describe.skipIf(executable === null)("the reference in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;
  /** /docs/try, loaded once because Swagger UI renders for seconds; with an operator's cookie. */
  let page: Page;
  const faults: string[] = [];
  const cookies: (string | undefined)[] = [];
  let sent: string[] = [];

  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: "0" });
    server = await listen(world);
    browser = await launchChromium(executable ?? "");
    const context = await browser.newContext();
    const { hostname } = new URL(server.baseUrl);
    await context.addCookies([{ name: "salute_session", value: "secret", domain: hostname, path: "/" }]);
    page = await context.newPage();
    page.setDefaultTimeout(PAGE_MS);
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("request", async (request) => {
      const url = new URL(request.url());
      if (url.protocol === "data:" || url.protocol === "blob:") return;
      if (url.origin !== server.baseUrl) faults.push(`request to ${url.origin}`);
      const headers = await request.allHeaders();
      sent.push(request.url(), JSON.stringify(headers), request.postData() ?? "");
      if (url.pathname === "/api/partner/capabilities") cookies.push(headers.cookie);
    });
    await page.goto(`${server.baseUrl}/docs/try`);
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  test(
    "shows the partners' groups without requests to other hosts, and calls operations without an operator's cookie",
    async () => {
      await page.locator("#operations-tag-account").waitFor();
      const groups = await page.locator(".opblock-tag").allTextContents();
      expect(groups.some((text) => text.startsWith("salutes"))).toBe(true);
      expect(await page.locator(".errors-wrapper, .version-pragma__message").count()).toBe(0);

      await page.locator("#operations-tag-account").click();
      await page.locator("#operations-account-getCapabilities .opblock-summary-control").click();
      await page.getByRole("button", { name: "Try it out" }).click();
      await page.getByRole("button", { name: "Execute" }).click();
      await page.locator(".live-responses-table .response-col_status", { hasText: "401" }).waitFor();
      expect(cookies).toEqual([undefined]);
      // The refusal of the unsigned request alone.
      expect(faults).toEqual([expect.stringContaining("401")]);
    },
    PAGE_MS,
  );

  test(
    "a chosen language applies to every example and on the next page",
    async () => {
      const context = await browser.newContext();
      const reader = await context.newPage();
      reader.setDefaultTimeout(PAGE_MS);
      await reader.goto(`${server.baseUrl}/docs/salutes`);
      const chosen = () => reader.locator('[data-remember="language"] input:checked').evaluateAll(valuesOf);
      expect(new Set(await chosen())).toEqual(new Set(["bash"]));
      await reader.locator('label[for="call-creditSalutes-python"]').click();
      expect(new Set(await chosen())).toEqual(new Set(["python"]));
      expect(await reader.getByText("answer = salute.salutes.credit(").isVisible()).toBe(true);
      await reader.goto(`${server.baseUrl}/developers`);
      expect(await chosen()).toEqual(["python"]);
      await context.close();
    },
    PAGE_MS,
  );

  test(
    "sends an optional parameter only if it was typed, and a fresh idempotency key with every mutation",
    async () => {
      const { key_id, secret } = await world.createKey("acme", "sandbox");
      await page.locator("#try-key").fill(key_id);
      await page.locator("#try-secret").fill(secret);
      const requests: { url: URL; headers: Record<string, string> }[] = [];
      page.on("request", (request) => {
        requests.push({ url: new URL(request.url()), headers: request.headers() });
      });
      const list = await open(page, { group: "webhooks", id: "listWebhooks" });
      await list.getByRole("button", { name: "Try it out" }).click();
      const answered = (method: string) =>
        page.waitForResponse((response) => response.request().method() === method);
      await Promise.all([answered("GET"), list.getByRole("button", { name: "Execute" }).click()]);
      const [listed] = requests.splice(0);
      expect(listed?.url.search).toBe("");
      expect(listed?.headers).not.toContainKeys(["x-request-id", "idempotency-key"]);

      const creation = await open(page, { group: "sandbox", id: "sandboxCreateUser" });
      await creation.getByRole("button", { name: "Try it out" }).click();
      const execute = creation.getByRole("button", { name: "Execute" });
      await Promise.all([answered("POST"), execute.click()]);
      await Promise.all([answered("POST"), execute.click()]);
      const typed = creation.locator('tr[data-param-name="Idempotency-Key"] input');
      await typed.fill("mine-1");
      await Promise.all([answered("POST"), execute.click()]);
      const keys = requests.map(({ headers }) => headers["idempotency-key"]);
      expect(keys).toEqual([
        expect.stringMatching(/^[0-9a-f]{32}$/),
        expect.stringMatching(/^[0-9a-f]{32}$/),
        "mine-1",
      ]);
      expect(new Set(keys).size).toBe(3);
      expect(requests.some(({ headers }) => "x-request-id" in headers)).toBe(false);
    },
    PAGE_MS,
  );

  test(
    "signs in the browser with a pasted sandbox key; the secret is neither sent nor stored, and live keys are not accepted",
    async () => {
      const { key_id, secret } = await world.createKey("acme", "sandbox");
      sent = [];
      await page.locator("#try-key").fill(key_id);
      await page.locator("#try-secret").fill(secret);
      const operation = await open(page, { group: "sandbox", id: "sandboxCreditSalutes" });
      await operation.getByRole("button", { name: "Try it out" }).click();
      await operation
        .locator("textarea.body-param__text")
        .fill(JSON.stringify({ user_id: "1", amount: 5, reason: "quest", source: "try" }));
      const execute = operation.getByRole("button", { name: "Execute" });
      await execute.click();
      const status = operation.locator(".live-responses-table .response-col_status");
      await status.filter({ hasText: "200" }).waitFor();

      expect(sent.join("\n")).toContain("x-partner-signature");
      expect(sent.join("\n")).not.toContain(secret);
      expect(await page.evaluate(kept)).not.toContain(secret);
      expect(world.logged.join("\n")).not.toContain(secret);

      await page.locator("#try-secret").fill(secret.replace("sk_sandbox_", "sk_live_"));
      expect(await page.locator("#try-message").textContent()).toContain("Nothing is signed");
      await execute.click();
      await status.filter({ hasText: "401" }).waitFor();

      await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
      expect(await page.locator("#try-secret").inputValue()).toBe("");
    },
    PAGE_MS,
  );
});

async function open(page: Page, { group: name, id }: { group: string; id: string }): Promise<Locator> {
  const group = page.locator(`#operations-tag-${name}`);
  await group.waitFor();
  const operation = page.locator(`[id$="-${id}"]`);
  if ((await operation.count()) === 0) await group.click();
  await operation.locator(".opblock-summary-control").click();
  return operation;
}

/** Everything a page can store, as text. */
async function kept(): Promise<string> {
  const databases = await indexedDB.databases();
  return JSON.stringify([
    { ...localStorage },
    { ...sessionStorage },
    document.cookie,
    databases,
    location.href,
  ]);
}

function valuesOf(radios: Element[]): string[] {
  return radios.map((radio) => radio.getAttribute("value") ?? "");
}
