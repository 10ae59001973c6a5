import { afterEach, beforeEach, expect, test } from "bun:test";
import { MINUTE_MS } from "../../../src/kit/clock.ts";
import {
  createMessengerWorld,
  createPlayer,
  newPlayer,
  type TestPlayer,
} from "../../harness/app/messenger.ts";
import { newWallet } from "../../harness/app/wallets.ts";
import type { World } from "../../harness/app/world.ts";

let world: World;
let player: TestPlayer;
beforeEach(async () => {
  world = await createMessengerWorld({ TELEGRAM_BOT_USERNAME: "salute_bot/play" });
  player = await newPlayer(world, 950);
});
afterEach(() => world.close());

/** Calls as the page in the wallet's browser does. */
const byTicket = (ticket: string) => (method: "GET" | "POST", path: string, body?: object) =>
  world.call(method, `/api/messenger/${path}`, { body, headers: { authorization: `Bearer ${ticket}` } });

async function start(): Promise<string> {
  const { json } = await player.post("wallet-link/start");
  return json.url.split("#")[1];
}

test("the addresses open the page with its ticket in Phantom and Solflare", async () => {
  const { json } = await player.post("wallet-link/start");
  expect(json.url).toMatch(/\/miniapp\/wallet#mpw_[\w.-]+$/);
  expect(json.phantom).toBe(
    `https://phantom.app/ul/browse/${encodeURIComponent(json.url)}?ref=${encodeURIComponent(new URL(json.url).origin)}`,
  );
  expect(json.solflare).toStartWith(`https://solflare.com/ul/v1/browse/${encodeURIComponent(json.url)}?ref=`);
  expect(Date.parse(json.expires_at) - world.clock.now()).toBe(15 * MINUTE_MS);
});

test("a ticket links a wallet to its player, who then sees it in the app", async () => {
  const wallet = newWallet();
  const call = byTicket(await start());
  expect((await call("GET", "wallets")).json).toMatchObject({
    first_name: "Player950",
    app_url: "https://t.me/salute_bot/play",
    wallets: [],
  });
  const { challenge_id, text, expires_at } = (
    await call("POST", "wallet-proof/challenge", { wallet_address: wallet.address })
  ).json;
  expect(Date.parse(expires_at) - world.clock.now()).toBe(5 * MINUTE_MS);
  const signature = Buffer.from(wallet.sign(text)).toString("base64");
  const body = { idempotency_key: "w", challenge_id, signature };
  expect((await call("POST", "wallet-claim/verify", body)).status).toBe(200);
  expect((await player.get("wallets")).json.wallets).toMatchObject([
    { wallet_address: wallet.address, verified: 1 },
  ]);
});

test("a ticket does nothing else, ends after 15 minutes, and cannot be made up", async () => {
  const ticket = await start();
  const call = byTicket(ticket);
  for (const path of ["games/spin-wheel/play", "wallet-link/start", "limits", "init/verify"]) {
    const refused = await call("POST", path, { idempotency_key: "x" });
    expect([path, refused.status, refused.json.error]).toEqual([path, 401, "session_invalid"]);
  }
  const changed = `${ticket.slice(0, -2)}${ticket.endsWith("AA") ? "BB" : "AA"}`;
  for (const forged of [changed, "mpw_", "mpw_x.y"])
    expect((await byTicket(forged)("GET", "wallets")).json.error).toBe("session_invalid");
  world.clock.advance(15 * MINUTE_MS);
  expect((await call("GET", "wallets")).json.error).toBe("session_invalid");
});

test("a player's link for friends opens the app with the player's parameter, and is drawn as a code", async () => {
  const { json } = await player.get("invite");
  const { referral_param } = (await player.post("init/verify")).json;
  expect(json).toMatchObject({
    url: `https://t.me/salute_bot/play?startapp=${referral_param}`,
    counts: true,
    referral_param,
  });
  expect(json.qr_svg).toStartWith("<svg ");
});

test("who has not opened the app has no link for friends, and no wallets", async () => {
  const stranger = createPlayer(world, 952);
  const refused = await stranger.get("invite");
  expect([refused.status, refused.json.error]).toEqual([404, "player_not_found"]);
  expect((await stranger.get("wallets")).json).toMatchObject({ first_name: null, wallets: [] });
});

test("without the bot's name the link is the page, and says that it counts nobody", async () => {
  const plain = await createMessengerWorld();
  const friendly = await newPlayer(plain, 951);
  const { json } = await friendly.get("invite");
  expect([json.counts, new URL(json.url).pathname]).toEqual([false, "/miniapp"]);
  await plain.close();
});
