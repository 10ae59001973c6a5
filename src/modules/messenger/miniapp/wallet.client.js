/** Asks the wallet in whose browser the page runs to sign, and links it to the player of the ticket in the address. */

const $ = (id) => document.getElementById(id);
const ticket = location.hash.slice(1);

/** Wallets announce themselves under these names. */
const provider = () => window.phantom?.solana ?? window.solflare ?? window.solana ?? null;

function say(words) {
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
    throw new Error("You are offline. Try again once you are connected.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message ?? "The server did not answer. Try again.");
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
  say(`The wallet ${address.slice(0, 4)}…${address.slice(-4)} is linked. Go back to the game.`);
  $("connect").hidden = true;
  $("back").focus();
}

$("connect").addEventListener("click", async () => {
  $("connect").disabled = true;
  say("Your wallet asks you to sign.");
  try {
    await link();
  } catch (error) {
    say(
      error.code === 4001
        ? "You declined. Nothing was linked."
        : (error.message ?? "Your wallet did not sign."),
    );
  } finally {
    $("connect").disabled = false;
  }
});

async function open() {
  const { app_url, first_name } = await call("GET", "wallets");
  if (first_name !== null) $("player").textContent = `For the player ${first_name}.`;
  if (app_url !== null) $("back").href = app_url;
  $("back").hidden = false;
  if (provider() === null)
    return say("No wallet is here. Open this page in your wallet's browser, by the button in the game.");
  $("connect").disabled = false;
}

if (ticket === "") say("Open this page from the wallet part of the game.");
else open().catch((error) => say(error.message));
