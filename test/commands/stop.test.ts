import { expect, setDefaultTimeout, test } from "bun:test";
import { type Credentials, sign } from "../harness/app/signing.ts";
import { serve } from "../harness/processes/server-process.ts";

/** Timeout for separate processes on a loaded machine. */
setDefaultTimeout(60_000);

test("SIGTERM ends streams of events, which are complete for their clients", async () => {
  const served = await serve();
  const key = (await served.command("keys", "create", "--partner", "acme", "--mode", "live")) as Credentials;
  const target = "/api/partner/events/stream";
  const headers = sign(key, "GET", target, { timestamp: Math.floor(Date.now() / 1000) });
  const stream = await fetch(served.url + target, { headers });
  expect(stream.status).toBe(200);
  const text = stream.text();
  expect(await served.stop()).toBe(0);
  expect(await text).toBe(": your events\n\n");
  expect(served.logged.join()).not.toContain("cut off");
});
