import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { signedPost } from "../harness/app/signing.ts";
import { type Server, SLOW_MS, salute, scratch, startServer } from "../harness/processes/executable.ts";
import { type MailServer, serveMail } from "../harness/servers/smtp.ts";

setDefaultTimeout(2 * SLOW_MS);

/** The mail library in the executable, with a real mail server over STARTTLS. */

let dir: ReturnType<typeof scratch>;
let mailServer: MailServer;
let server: Server;

beforeAll(async () => {
  dir = scratch();
  mailServer = await serveMail();
  server = await startServer(dir.data, { env: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` } });
});

afterAll(async () => {
  server.kill("SIGTERM");
  await server.finished;
  await mailServer.stop();
  dir.remove();
});

test("the executable sends a claim's mail, and its link opens the page", async () => {
  const made = await salute([
    "keys",
    "create",
    "--partner",
    "acme",
    "--mode",
    "live",
    "--json",
    "--data",
    dir.data,
  ]);
  const key = JSON.parse(made.stdout);
  const target = "/api/partner/donation-claim";
  const body = JSON.stringify({
    campaign: "Autumn drive",
    amount: "3",
    currency: "USDC",
    recipient: { email: "zoe.private@example.com" },
  });
  const arrives = mailServer.next();
  const answer = await fetch(`${server.url}${target}`, signedPost(key, target, { body }));
  const claim = (await answer.json()) as { email_status: string; claim_url: string };
  expect([answer.status, claim.email_status]).toEqual([201, "queued"]);
  const mail = await arrives;
  expect([mail.to, mail.isEncrypted]).toEqual([["zoe.private@example.com"], true]);
  const link = /http:\S+\/claim\/\S+/.exec(mail.text)?.[0] ?? "";
  expect(link).toBe(claim.claim_url);
  const page = await fetch(link);
  expect([page.status, (await page.text()).includes("3 USDC")]).toEqual([200, true]);
  expect(server.stderr).not.toContain("zoe.private");
});
