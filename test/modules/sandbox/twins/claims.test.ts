import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { NO_LIMIT, SANDBOX } from "./script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
  key = await world.createKey("acme", "sandbox");
});
afterEach(() => world.close());

const CLAIM = {
  campaign: "Autumn drive",
  amount: 25,
  currency: "SALUTES",
  recipient: { user_id: "ext:demo-user" },
};
const issue = (body: object = CLAIM, options = {}) =>
  world.call("POST", `${SANDBOX}/donation-claim`, { key, body, ...options });
const cancel = (code: string, by = key) =>
  world.call("POST", `${SANDBOX}/donation-claims/${code}/cancel`, { key: by });

describe("donation claims in the sandbox", () => {
  test("are previews: the state is issued, the claim status sandbox_preview, and no mail is sent", async () => {
    const { status, json } = await issue({ ...CLAIM, reference: "order-1" });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      status: "issued",
      claim_status: "sandbox_preview",
      claim_campaign_id: 1,
      email_sent: false,
      email_status: "not_configured",
      partner_key_id: key.key_id,
      requested_claim: {
        campaign: "Autumn drive",
        amount: "25",
        currency: "SALUTES",
        recipient: { user_id: "1", email: null, name: null },
        reference: "order-1",
      },
      mode: "sandbox",
      live_side_effects_performed: false,
    });
    expect(json.claim_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(json.claim_url).toBe(`${world.services.http.baseUrl()}/sandbox/claim/${json.claim_code}`);
    expect(json.created_at).toBe("2026-01-05T09:00:00.000Z");
  });

  test("to an address of mail make no mail either, where the service has SMTP", async () => {
    const other = await createWorld({ ...NO_LIMIT, SMTP_URL: "smtp://127.0.0.1:1" });
    const itsKey = await other.createKey("acme", "sandbox");
    const body = { ...CLAIM, currency: "USDC", recipient: { email: "zoe@example.com" } };
    const { json } = await other.call("POST", `${SANDBOX}/donation-claim`, { key: itsKey, body });
    expect([json.email_sent, json.email_status]).toEqual([false, "not_configured"]);
    expect(other.services.live.read.all("SELECT uid FROM mails")).toEqual([]);
    await other.close();
  });

  test("are no live ones: the claim page does not know them", async () => {
    const { json } = await issue();
    expect((await world.call("GET", `/claim/${json.claim_code}`)).status).toBe(404);
  });

  test("have a link that leads to a page which says so, the same for every code, and looks none up", async () => {
    const { json } = await issue();
    const { live } = world.services;
    const take = spyOn(world.services.sandboxFiles, "take");
    const reads = [spyOn(live.read, "get"), spyOn(live.read, "all")];
    const found = await world.call("GET", new URL(json.claim_url).pathname);
    expect(found.status).toBe(200);
    expect(found.text).toContain("Nothing can be claimed here");
    expect(found.text).toContain(`${SANDBOX}/webhook-simulator/run`);
    expect(found.text).not.toContain("<form");
    expect(found.text).not.toContain(json.claim_code);
    expect(found.headers.get("cache-control")).toBe("no-store");
    for (let guess = 0; guess < 12; guess++)
      expect((await world.call("GET", `/sandbox/claim/guess-${guess}`)).text).toBe(found.text);
    expect(take).not.toHaveBeenCalled();
    for (const spy of reads) expect(spy.mock.calls.flat().join(" ")).not.toContain("claims");
    for (const spy of [take, ...reads]) spy.mockRestore();
    expect((await world.call("GET", `/claim/${json.claim_code}`)).status).toBe(404);
  });

  test("a replay shows the code again, which the recorded answer does not hold", async () => {
    const first = await issue(CLAIM, { idempotencyKey: "once" });
    const again = await issue(CLAIM, { idempotencyKey: "once" });
    expect(again.json.original.body).toEqual(first.json);
    const database = world.services.sandboxFiles.take("acme");
    const record = database.read.get<{ body: string }>(
      "SELECT body FROM idempotency_records WHERE idempotency_key = 'once'",
    );
    world.services.sandboxFiles.letGo(database);
    expect(record?.body).toContain("sandbox_preview");
    expect(record?.body).not.toContain(first.json.claim_code);
  });

  test("are cancelled while they are issued, by their partner alone", async () => {
    const { json } = await issue();
    const other = await world.createKey("other", "sandbox");
    expect((await cancel(json.claim_code, other)).json.error).toBe("claim_not_found");
    const cancelled = await cancel(json.claim_code.toLowerCase().replaceAll("-", ""));
    expect(cancelled.json).toMatchObject({
      status: "cancelled",
      claim_status: "sandbox_preview",
      claim_code: json.claim_code,
      mode: "sandbox",
    });
    const again = await cancel(json.claim_code);
    expect([again.status, again.json.error]).toEqual([409, "state_conflict"]);
  });

  test("expire in the first change after their end, which is told and simulated like any event", async () => {
    const expired = async () =>
      (await world.call("GET", `${SANDBOX}/webhook-events?event_type=donation.claim_expired`, { key })).json
        .events;
    await issue({ ...CLAIM, expires_in: 2 });
    await issue();
    expect(await expired()).toEqual([]);
    const before = await issue({ ...CLAIM, campaign: "Next" });
    expect(await expired()).toMatchObject([
      { status: "delivered", attempts: 1, created_at: "2026-01-05T09:00:02.000Z" },
    ]);
    // Neither the time nor the ids of the change differ from those without an expiry.
    const other = await world.createKey("other", "sandbox");
    for (const body of [CLAIM, CLAIM]) await issue(body, { key: other });
    const without = await issue({ ...CLAIM, campaign: "Next" }, { key: other });
    expect(without.json.claim_code).toBe(before.json.claim_code);
  });

  test("refuse what live ones refuse", async () => {
    const narrow = await world.createKey("acme", "sandbox", { scopes: ["donation"] });
    expect((await issue(CLAIM, { key: narrow })).json.error).toBe("forbidden");
    expect((await issue({ ...CLAIM, recipient: { user_id: 99 } })).json.error).toBe("user_not_found");
    expect((await issue({ ...CLAIM, recipient: { user_id: 3 } })).json.error).toBe("state_conflict");
    expect((await issue({ ...CLAIM, recipient: { name: "Zoe" } })).json.error).toBe("invalid_payload");
  });
});
