import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, CDPSession, Page } from "playwright-core";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { operatorsVisitor } from "../harness/app/portal.ts";
import { makeOperator } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { collectFaults } from "./look.ts";

/** Passkeys in Chromium, with its virtual authenticator. */

const PAGE_MS = 180_000;
const executable = findChromium();

/** A port that is free now, which the server's address must name before it listens. */
async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  return port ?? 0;
}

describe.skipIf(executable === null)("passkeys in Chromium", () => {
  let world: World;
  let server: ListeningWorld;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    const port = await freePort();
    address = `http://localhost:${port}`;
    world = await createWorld({ PUBLIC_BASE_URL: address, RATE_LIMIT_PAGES_PER_MIN: "0" });
    server = await listen(world, port);
    browser = await launchChromium(executable ?? "");
  }, PAGE_MS);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await world.close();
  });

  async function withDevice(): Promise<{ page: Page; devtools: CDPSession; authenticatorId: string }> {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { page, devtools, authenticatorId };
  }

  const countOf = async (devtools: CDPSession, authenticatorId: string) =>
    (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials[0]?.signCount ?? 0;

  test(
    "a link ends in a passkey, which signs in; another is added and removed; a count that goes back is refused",
    async () => {
      const { linkPath } = await makeOperator(world, "ops", "owner");
      const { page, devtools, authenticatorId } = await withDevice();
      // A browser that offers no passkeys among the names: the authenticator would answer before the click.
      await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
      await page.goto(address + linkPath);
      expect(await collectFaults(page, "passkey-link")).toEqual([]);
      await page.getByLabel("Name of the passkey").fill("Phone");
      await page.getByRole("button", { name: "Create passkey and sign in" }).click();
      await page.waitForURL(`${address}/admin`);

      await page.goto(`${address}/admin/account`);
      expect(await page.getByRole("table", { name: "Passkeys" }).textContent()).toContain("Phone");
      expect(await collectFaults(page, "passkey-account")).toEqual([]);
      await page.getByLabel("Name of the passkey").fill("Again");
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByText("This device has a passkey for this account already.").waitFor();

      await page.context().clearCookies();
      await page.goto(`${address}/admin/account`);
      expect(await collectFaults(page, "passkey-sign-in")).toEqual([]);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.waitForURL(`${address}/admin/account`);
      expect(await page.getByRole("table", { name: "Your sessions" }).textContent()).toContain("passkey");
      expect(await countOf(devtools, authenticatorId)).toBeGreaterThan(0);

      await world.services.live.writer.run((tx) => tx.run("UPDATE passkeys SET counter = counter + 100"));
      await page.context().clearCookies();
      await page.goto(`${address}/admin/account`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByText("may have been copied").waitFor();
      expect(await page.context().cookies()).toEqual([]);
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "the name field offers the passkeys, and the chosen one signs in without another click",
    async () => {
      const { linkPath } = await makeOperator(world, "filled", "viewer");
      const { page, devtools, authenticatorId } = await withDevice();
      await page.goto(address + linkPath);
      await page.getByLabel("Name of the passkey").fill("Phone");
      await page.getByRole("button", { name: "Create passkey and sign in" }).click();
      await page.waitForURL(`${address}/admin`);
      await page.context().clearCookies();
      const before = await countOf(devtools, authenticatorId);
      await page.goto(`${address}/admin/account`);
      // The authenticator answers as if the reader had chosen the passkey among the names.
      await page.getByRole("table", { name: "Your sessions" }).waitFor();
      expect(page.url()).toBe(`${address}/admin/account`);
      expect(await countOf(devtools, authenticatorId)).toBeGreaterThan(before);
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "a member of a partner adds a passkey, signs in at /partners with it, and not once it is removed",
    async () => {
      await world.createKey("acme");
      const inviting = await operatorsVisitor(world, "acme");
      await inviting.open("/partners/members");
      const person = { name: "Ada", email: "ada@acme.example", access: "read" };
      const shown = await inviting.submit("/partners/members", person);
      const { page } = await withDevice();
      await page.goto(address + (/\/partners\/open\/\w+/.exec(shown.text)?.[0] ?? ""));
      await page.getByRole("button", { name: "Open the portal" }).click();
      await page.waitForURL(`${address}/partners`);
      await page.goto(`${address}/partners/passkeys`);
      expect(await collectFaults(page, "member-passkeys-none")).toEqual([]);
      await page.getByLabel("Name of the passkey").fill("Phone");
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByText("Passkey Phone is added").waitFor();
      expect(await collectFaults(page, "member-passkeys")).toEqual([]);

      const signIn = async (at: string) => {
        await page.context().clearCookies();
        await page.goto(address + at);
        expect(await collectFaults(page, `member-sign-in-${at.length}`)).toEqual([]);
        await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      };
      for (const at of ["/partners", "/partners/sign-in"]) {
        await signIn(at);
        await page.waitForURL(`${address}/partners`);
        await page.getByRole("heading", { name: "Overview" }).waitFor();
      }
      await page.goto(`${address}/partners/passkeys`);
      await page.getByRole("link", { name: "Phone" }).click();
      await page.getByRole("link", { name: "Remove Phone" }).click();
      await page.getByRole("button", { name: "Remove passkey" }).click();
      await page.getByText("Passkey removed.").waitFor();
      await signIn("/partners/sign-in");
      await page.getByText("is of no active account here").waitFor();
      expect(await collectFaults(page, "member-sign-in-refused")).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "without verification by the device nobody is signed in; the page says so and the password remains",
    async () => {
      const { page, devtools, authenticatorId } = await withDevice();
      await page.goto(`${address}/admin/sign-in`);
      await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByText("Nothing was sent").waitFor();
      expect(await page.getByLabel("Password").isVisible()).toBe(true);
      await page.context().close();
    },
    PAGE_MS,
  );

  test(
    "at another address of the same server the page names the one where passkeys work; without scripts it shows no button",
    async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${address.replace("localhost", "127.0.0.1")}/admin/sign-in`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByText(`Open this page at ${address}`).waitFor();
      await page.context().close();
      const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await plain.goto(`${address}/admin/sign-in`);
      expect(await plain.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
      await plain.context().close();
    },
    PAGE_MS,
  );
});
