/** Asks the wallet in whose browser the page runs to sign, and links it to the player of the ticket in the address. */

import { $ } from "./elements.js";
import { refusalText, say } from "./words.js";

const ticket = location.hash.slice(1);

/** Wallets announce themselves under these names. */
const provider = () => window.phantom?.solana ?? window.solflare ?? window.solana ?? null;

function announce(words) {
  $("message").textContent = words;
}

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(`/api/messenger/${path}`, {
      method,
      credentials: "omit",
      headers: { authorization: `Bearer ${ticket}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Error(say("offline"));
  }
  const answer = await response.json().catch(() => ({}));
  if (answer.error === "session_invalid") throw new Error(say("wallet_page_expired"));
  if (!response.ok) throw new Error(refusalText(answer));
  return answer;
}

async function link() {
  const wallet = provider();
  const connected = await wallet.connect();
  const address = (connected?.publicKey ?? wallet.publicKey).toString();
  const challenge = await call("POST", "wallet-proof/challenge", { wallet_address: address });
  const signed = await wallet.signMessage(new TextEncoder().encode(challenge.text), "utf8");
  const bytes = signed.signature ?? signed;
  await call("POST", "wallet-claim/verify", {
    idempotency_key: crypto.randomUUID(),
    challenge_id: challenge.challenge_id,
    signature: btoa(String.fromCharCode(...bytes)),
  });
  announce(say("wallet_page_done", { address: `${address.slice(0, 4)}…${address.slice(-4)}` }));
  $("connect").hidden = true;
  $("back").focus();
}

$("connect").addEventListener("click", async () => {
  $("connect").disabled = true;
  announce(say("wallet_page_waiting"));
  try {
    await link();
  } catch (error) {
    announce(
      error.code === 4001 ? say("wallet_page_declined") : (error.message ?? say("wallet_page_failed")),
    );
  } finally {
    $("connect").disabled = false;
  }
});

async function open() {
  const { app_url, first_name } = await call("GET", "wallets");
  if (first_name !== null) $("player").textContent = say("wallet_page_for", { name: first_name });
  if (app_url !== null) $("back").href = app_url;
  $("back").hidden = false;
  if (provider() === null) return announce(say("wallet_page_none"));
  $("connect").disabled = false;
}

if (ticket === "") announce(say("wallet_page_ticket"));
else open().catch((error) => announce(error.message));
