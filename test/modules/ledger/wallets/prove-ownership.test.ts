import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { encodeBase58 } from "../../../../src/kit/formats/base58.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { newWallet, type TestWallet } from "../../../harness/app/wallets.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let key: IssuedKey;
let zoe: number;
let wallet: TestWallet;

beforeEach(async () => {
  world = await createWorld({ PUBLIC_BASE_URL: "https://salute.example" });
  key = await world.createKey("acme", "live", { domains: ["play.example", "localhost:3000"] });
  zoe = await world.createUser(key, "zoe");
  wallet = newWallet();
});

afterEach(() => world.close());

const ask = (user: number, body: object, by = key) =>
  world.call("POST", `/api/partner/users/${user}/wallets/challenge`, { key: by, body });
const link = (user: number, address: string, proof: object, by = key) =>
  world.call("POST", `/api/partner/users/${user}/wallets`, {
    key: by,
    body: { blockchain: "solana", wallet_address: address, proof },
  });
const outcome = (answer: { status: number; json: { error: string; details?: { field: string }[] } }) => [
  answer.status,
  answer.json.error,
  answer.json.details?.[0]?.field,
];
const walletsOf = async (user: number) =>
  (await world.call("GET", `/api/partner/users/${user}?include_wallets`, { key })).json.user.wallets;
const signature = (text: string | Uint8Array, by = wallet) => encodeBase58(by.sign(text));
const BAD_SIGNATURE = [400, "invalid_payload", "proof.signature"];
const BAD_CHALLENGE = [400, "invalid_payload", "proof.challenge_id"];

describe("POST /api/partner/users/{user_id}/wallets/challenge", () => {
  test("201: a Sign-In-With-Solana text for our own host, with a nonce of its own, good for five minutes", async () => {
    const answer = await ask(zoe, { wallet_address: wallet.address });
    const { challenge_id, text, expires_at } = answer.json;
    expect([answer.status, expires_at]).toEqual([201, "2026-11-21T10:05:00.000Z"]);
    expect(text.replace(/Nonce: [0-9a-f]{32}/, "Nonce: N")).toBe(
      `salute.example wants you to sign in with your Solana account:
${wallet.address}

Link this wallet to your account at acme. Signing is free and sends no transaction.

URI: https://salute.example
Version: 1
Nonce: N
Issued At: 2026-11-21T10:00:00.000Z
Expiration Time: 2026-11-21T10:05:00.000Z
Request ID: acme:user:${zoe}`,
    );
    const other = (await ask(zoe, { wallet_address: wallet.address })).json;
    expect([other.challenge_id === challenge_id, other.text === text]).toEqual([false, false]);
  });

  test.each([
    ["play.example", "https://play.example"],
    ["PLAY.example", "https://play.example"],
    ["localhost:3000", "https://localhost:3000"],
    ["salute.example", "https://salute.example"],
  ])("201 for the domain %s", async (domain, uri) => {
    const { text } = (await ask(zoe, { wallet_address: wallet.address, domain })).json;
    expect(text.split("\n")[0]).toBe(
      `${domain.toLowerCase()} wants you to sign in with your Solana account:`,
    );
    expect(text).toContain(`\nURI: ${uri}\n`);
  });

  test.each([
    "evil.example",
    "play.example.evil.example",
    "sub.play.example",
    "play.example:444",
    "play.example\nURI: x",
  ])("400 for the domain %p, which the key does not have", async (domain) => {
    const answer = await ask(zoe, { wallet_address: wallet.address, domain });
    expect(outcome(answer)).toEqual([400, "invalid_payload", "domain"]);
  });

  test.each([
    ["a program's address", "11111111111111111111111111111111"],
    ["the identity point", encodeBase58(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0)))],
    ["31 bytes", "1".repeat(31)],
  ])("400 for %s, which can sign nothing", async (_, wallet_address) => {
    expect(outcome(await ask(zoe, { wallet_address }))).toEqual([400, "invalid_payload", "wallet_address"]);
  });

  test("409 state_conflict at the sixth live one; a used, a dead and an expired one make room", async () => {
    const asked = [];
    for (let count = 0; count < 5; count++)
      asked.push((await ask(zoe, { wallet_address: wallet.address })).json);
    expect(outcome(await ask(zoe, { wallet_address: wallet.address })).slice(0, 2)).toEqual([
      409,
      "state_conflict",
    ]);
    const adam = await world.createUser(key, "adam");
    expect((await ask(adam, { wallet_address: wallet.address })).status).toBe(201);

    const [first, second] = asked;
    await link(zoe, wallet.address, { challenge_id: first.challenge_id, signature: signature(first.text) });
    expect((await ask(zoe, { wallet_address: wallet.address })).status).toBe(201);
    for (let count = 0; count < 5; count++)
      await link(zoe, wallet.address, { challenge_id: second.challenge_id, signature: signature("no") });
    expect((await ask(zoe, { wallet_address: wallet.address })).status).toBe(201);
    expect((await ask(zoe, { wallet_address: wallet.address })).status).toBe(409);
    world.clock.advance(300_000);
    expect((await ask(zoe, { wallet_address: wallet.address })).status).toBe(201);
    const kept = world.services.live.read.all("SELECT id FROM wallet_challenges WHERE user_id = ?", zoe);
    expect(kept).toHaveLength(1);
  });

  test("404 for somebody else's user", async () => {
    const theirs = await world.createUser(await world.createKey("other"), "zoe");
    expect((await ask(theirs, { wallet_address: wallet.address })).json.error).toBe("user_not_found");
  });
});

describe("a proof with a link", () => {
  test("201: the wallet is verified, and says what was signed", async () => {
    const { challenge_id, text } = (await ask(zoe, { wallet_address: wallet.address })).json;
    const answer = await link(zoe, wallet.address, { challenge_id, signature: signature(text) });
    expect(answer.status).toBe(201);
    expect(answer.json.wallet).toMatchObject({
      verified: 1,
      verified_at: "2026-11-21T10:00:00.000Z",
      proof_format: "raw",
    });
    const { user } = (await world.call("GET", `/api/partner/users/${zoe}`, { key })).json;
    expect([user.is_verified, user.wallet_address]).toEqual([true, wallet.address]);
  });

  test("201 for a hardware wallet's envelope", async () => {
    const { challenge_id, text } = (await ask(zoe, { wallet_address: wallet.address })).json;
    const envelope = Buffer.concat([
      Buffer.from([0xff]),
      Buffer.from("solana offchain"),
      Buffer.from([1, 1]),
      wallet.publicKey,
      Buffer.from(text),
    ]);
    const answer = await link(zoe, wallet.address, { challenge_id, signature: signature(envelope) });
    expect(answer.json.wallet).toMatchObject({ verified: 1, proof_format: "offchain_v1" });
  });

  test("a challenge is used once, also by two requests at once", async () => {
    const { challenge_id, text } = (await ask(zoe, { wallet_address: wallet.address })).json;
    const proof = { challenge_id, signature: signature(text) };
    const answers = await Promise.all([1, 2, 3, 4].map(() => link(zoe, wallet.address, proof)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400]);
    expect(outcome(await link(zoe, wallet.address, proof))).toEqual(BAD_CHALLENGE);
  });

  test("400 once it is five minutes old", async () => {
    const { challenge_id, text } = (await ask(zoe, { wallet_address: wallet.address })).json;
    world.clock.advance(300_000);
    const answer = await link(zoe, wallet.address, { challenge_id, signature: signature(text) });
    expect([outcome(answer), await walletsOf(zoe)]).toEqual([BAD_CHALLENGE, []]);
  });

  test("a wrong try is counted though all else is undone: after five the right signature comes too late", async () => {
    const { challenge_id, text } = (await ask(zoe, { wallet_address: wallet.address })).json;
    const tries = () =>
      world.services.live.read.get<{ wrong_tries: number }>("SELECT wrong_tries FROM wallet_challenges")
        ?.wrong_tries;
    for (const wrong of [
      signature("other text"),
      signature(text, newWallet()),
      "no signature",
      "00".repeat(64),
    ]) {
      expect(outcome(await link(zoe, wallet.address, { challenge_id, signature: wrong }))).toEqual(
        BAD_SIGNATURE,
      );
    }
    expect([tries(), await walletsOf(zoe)]).toEqual([4, []]);
    expect(outcome(await link(zoe, wallet.address, { challenge_id, signature: signature("fifth") }))).toEqual(
      BAD_SIGNATURE,
    );
    await world.restart();
    expect(outcome(await link(zoe, wallet.address, { challenge_id, signature: signature(text) }))).toEqual(
      BAD_CHALLENGE,
    );
    expect([tries(), await walletsOf(zoe)]).toEqual([5, []]);
  });

  test("five wrong tries at once all count", async () => {
    const { challenge_id, text } = (await ask(zoe, { wallet_address: wallet.address })).json;
    const wrong = { challenge_id, signature: signature("no") };
    await Promise.all([1, 2, 3, 4, 5].map(() => link(zoe, wallet.address, wrong)));
    expect(outcome(await link(zoe, wallet.address, { challenge_id, signature: signature(text) }))).toEqual(
      BAD_CHALLENGE,
    );
  });

  test("four wrong tries leave the fifth", async () => {
    const { challenge_id, text } = (await ask(zoe, { wallet_address: wallet.address })).json;
    for (let count = 0; count < 4; count++)
      await link(zoe, wallet.address, { challenge_id, signature: signature("no") });
    expect((await link(zoe, wallet.address, { challenge_id, signature: signature(text) })).status).toBe(201);
  });

  test("400 for another user's, another partner's and another address's challenge, and no try is counted", async () => {
    const adam = await world.createUser(key, "adam");
    const other = await world.createKey("other");
    const theirs = await world.createUser(other, "zoe");
    const { challenge_id, text } = (await ask(zoe, { wallet_address: wallet.address })).json;
    const proof = { challenge_id, signature: signature(text) };
    expect(outcome(await link(adam, wallet.address, proof))).toEqual(BAD_CHALLENGE);
    expect(outcome(await link(theirs, wallet.address, proof, other))).toEqual(BAD_CHALLENGE);
    const mine = newWallet();
    const swapped = { challenge_id, signature: signature(text, mine) };
    expect(outcome(await link(zoe, mine.address, swapped))).toEqual(BAD_CHALLENGE);
    expect(outcome(await link(zoe, wallet.address, { challenge_id: "wch_none", signature: "x" }))).toEqual(
      BAD_CHALLENGE,
    );
    expect(await walletsOf(zoe)).toEqual([]);
    expect((await link(zoe, wallet.address, proof)).status).toBe(201);
  });

  test("a text that names the victim but is signed by another key proves nothing", async () => {
    const attacker = newWallet();
    const { challenge_id, text } = (await ask(zoe, { wallet_address: wallet.address })).json;
    const answer = await link(zoe, wallet.address, { challenge_id, signature: signature(text, attacker) });
    expect([outcome(answer), await walletsOf(zoe)]).toEqual([BAD_SIGNATURE, []]);
  });

  test("an invalid proof leaves an earlier link as it was, and no event", async () => {
    await world.call("POST", `/api/partner/users/${zoe}/wallets`, {
      key,
      body: { blockchain: "solana", wallet_address: wallet.address, label: "old" },
    });
    const { challenge_id } = (await ask(zoe, { wallet_address: wallet.address })).json;
    const before = world.services.live.read.get("SELECT COUNT(*) AS count FROM events");
    const answer = await world.call("POST", `/api/partner/users/${zoe}/wallets`, {
      key,
      body: {
        blockchain: "solana",
        wallet_address: wallet.address,
        label: "new",
        proof: { challenge_id, signature: signature("no") },
      },
    });
    expect(outcome(answer)).toEqual(BAD_SIGNATURE);
    expect((await walletsOf(zoe))[0]).toMatchObject({ label: "old", verified: 0 });
    expect(world.services.live.read.get("SELECT COUNT(*) AS count FROM events")).toEqual(before);
  });
});
