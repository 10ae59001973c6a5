import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
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

const get = async (path: string) => (await world.call("GET", `${SANDBOX}${path}`, { key })).json;
const post = (path: string, body: object) => world.call("POST", `${SANDBOX}${path}`, { key, body });
const advance = (seconds: number) => post("/clock/advance", { seconds });

test("the clock shows exactly the time that it was advanced to", async () => {
  const { json } = await advance(3_600);
  expect(json).toMatchObject({
    advanced_seconds: 3_600,
    practice_time_utc: "2026-01-05T10:00:00.000Z",
    expired_claims: 0,
    live_side_effects_performed: false,
  });
  expect((await get("/verify")).practice_time_utc).toBe("2026-01-05T10:00:00.000Z");
});

test("claims due by then expire in the same commit, however many, and their events are delivered", async () => {
  const claim = {
    campaign: "Drive",
    amount: 1,
    currency: "SALUTES",
    recipient: { user_id: 1 },
    expires_in: 600,
  };
  for (let i = 0; i < 51; i++) expect((await post("/donation-claim", claim)).status).toBe(201);
  const later = { ...claim, expires_in: 7_200 };
  const { claim_code } = (await post("/donation-claim", later)).json;
  expect((await advance(1_200)).json.expired_claims).toBe(51);
  expect((await get(`/donation-claims/${claim_code}`)).status).toBe("issued");
  const { events } = await get("/webhook-events?event_type=donation.claim_expired&limit=200");
  expect(events.length).toBe(51);
  expect(new Set(events.map(({ status }: { status: string }) => status))).toEqual(new Set(["delivered"]));
});

test("a wallet's proof ages until it no longer admits a conversion", async () => {
  await advance(91 * 24 * 3_600);
  const refused = await post("/salutes/convert", { user_id: 1, amount: 50 });
  expect([refused.status, refused.json.error]).toEqual([409, "state_conflict"]);
});

test("the daily limit of conversions begins anew with the next day", async () => {
  await post("/salutes/credit", { user_id: 1, amount: 5_000, reason: "quest" });
  const convert = async () => (await post("/salutes/convert", { user_id: 1, amount: 1_000 })).status;
  expect([await convert(), await convert(), await convert()]).toEqual([201, 201, 409]);
  await advance(24 * 3_600);
  expect(await convert()).toBe(201);
});

test("time ends in 2100, and another partner's clock stays", async () => {
  const year = 366 * 24 * 3_600;
  for (let i = 0; i < 73; i++) expect((await advance(year)).status).toBe(200);
  const before = (await get("/verify")).practice_time_utc;
  expect((await advance(year)).json.error).toBe("state_conflict");
  expect((await get("/verify")).practice_time_utc).toBe(before);
  const other = await world.createKey("other", "sandbox");
  const theirs = await world.call("GET", `${SANDBOX}/verify`, { key: other });
  expect(theirs.json.practice_time_utc).toBe("2026-01-05T09:00:00.000Z");
});
