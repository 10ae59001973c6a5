import { afterEach, beforeEach, expect, test } from "bun:test";
import { createMessengerWorld, newPlayer, type TestPlayer } from "../../harness/app/messenger.ts";
import { newWallet, type TestWallet } from "../../harness/app/wallets.ts";
import type { World } from "../../harness/app/world.ts";

let world: World;
let player: TestPlayer;
let wallet: TestWallet;
beforeEach(async () => {
  world = await createMessengerWorld();
  player = await newPlayer(world, 900);
  wallet = newWallet();
});
afterEach(() => world.close());

const challenge = async (of: TestPlayer = player) =>
  (await of.post("wallet-proof/challenge", { wallet_address: wallet.address })).json;
const signed = (text: string) => Buffer.from(wallet.sign(text)).toString("base64");
const VERIFY = "wallet-claim/verify";

async function issueClaim(body: object, partner = "house"): Promise<string> {
  const key = await world.createKey(partner);
  const answer = await world.call("POST", "/api/partner/donation-claim", { key, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.claim_code ?? answer.json.claim?.claim_code;
}

test("a signature of the challenge links the wallet once", async () => {
  const { challenge_id, text } = await challenge();
  expect(text).toContain("house:user:");
  const body = { idempotency_key: "w", challenge_id, signature: signed(text) };
  const linked = await player.post(VERIFY, body);
  expect(linked.json).toMatchObject({ wallet: { wallet_address: wallet.address, verified: 1 }, claim: null });
  expect((await player.post(VERIFY, body)).json.replayed).toBe(true);
  const spent = await player.act(VERIFY, { challenge_id, signature: signed(text) });
  expect([spent.status, spent.json.details[0].field]).toEqual([400, "challenge_id"]);
});

test("a wrong signature counts although the call is rolled back, and the fifth ends the challenge", async () => {
  const { challenge_id, text } = await challenge();
  for (let attempt = 0; attempt < 5; attempt++) {
    const wrong = await player.act(VERIFY, { challenge_id, signature: signed("something else") });
    expect([wrong.status, wrong.json.details[0].field]).toEqual([400, "signature"]);
  }
  const late = await player.act(VERIFY, { challenge_id, signature: signed(text) });
  expect(late.json.details[0].field).toBe("challenge_id");
});

test("another player's challenge links nothing", async () => {
  const { challenge_id, text } = await challenge();
  const other = await newPlayer(world, 901);
  const refused = await other.act(VERIFY, { challenge_id, signature: signed(text) });
  expect([refused.status, refused.json.details[0].field]).toEqual([400, "challenge_id"]);
});

test("a SALUTES claim for this player is credited with the wallet proof", async () => {
  const claim_code = await issueClaim({
    campaign: "Thanks",
    amount: 12.5,
    currency: "SALUTES",
    recipient: { user_id: "ext:tg:900" },
  });
  const { challenge_id, text } = await challenge();
  const { json } = await player.act(VERIFY, { challenge_id, signature: signed(text), claim_code });
  expect(json).toMatchObject({
    claim: { status: "redeemed", currency: "SALUTES" },
    balances: { salutes: 12.5 },
  });
});

test("a claim in another currency, of any partner, is paid to the signing wallet", async () => {
  const claim_code = await issueClaim(
    { campaign: "Thanks", amount: "2", currency: "TOKEN", recipient: { name: "Ada" } },
    "acme",
  );
  const { challenge_id, text } = await challenge();
  const { json } = await player.act(VERIFY, { challenge_id, signature: signed(text), claim_code });
  expect(json.claim).toMatchObject({ status: "claimed", amount: "2" });
});

test("a refused code links no wallet", async () => {
  await newPlayer(world, 902);
  const forOther = await issueClaim({
    campaign: "Thanks",
    amount: 5,
    currency: "SALUTES",
    recipient: { user_id: "ext:tg:902" },
  });
  const { challenge_id, text } = await challenge();
  for (const claim_code of [forOther, "0000-0000-0000-0000"]) {
    const refused = await player.act(VERIFY, { challenge_id, signature: signed(text), claim_code });
    expect([refused.status, refused.json.error]).toEqual([409, "state_conflict"]);
  }
  expect((await player.post("init/verify")).json.wallets).toEqual([]);
  expect((await player.act(VERIFY, { challenge_id, signature: signed(text) })).status).toBe(200);
});

test("a player has at most five open challenges, and an address that cannot sign gets none", async () => {
  for (let count = 0; count < 5; count++) expect((await challenge()).challenge_id).toBeString();
  expect((await challenge()).error).toBe("state_conflict");
  const program = await player.post("wallet-proof/challenge", { wallet_address: "1".repeat(32) });
  expect(program.status).toBe(400);
});
