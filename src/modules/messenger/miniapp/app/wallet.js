/** Linking a wallet: a text to sign, and its signature. */
import { openLink, resultFeedback } from "/miniapp/bridge.js";
import { $, html } from "./elements.js";
import { announce } from "./messages.js";
import { announceFinished } from "./mission-events.js";
import { act, ask, read } from "./requests.js";
import { say } from "./words.js";

let challenge = null;
/** Number of verified wallets before the player left for a wallet's app; null if the player did not. */
let verifiedBefore = null;
let verified = 0;

export function showWallets(wallets) {
  verified = wallets.filter((wallet) => wallet.verified === 1).length;
  $("wallet-list").replaceChildren(
    ...(wallets.length === 0
      ? [html("li", {}, say("wallet_none"))]
      : wallets.map(({ verified, wallet_address }) =>
          html(
            "li",
            {},
            html("code", {}, wallet_address),
            ` ${say(verified === 1 ? "wallet_verified" : "wallet_not_verified")}`,
          ),
        )),
  );
}

export async function loadWallets() {
  showWallets((await read("wallets")).wallets);
}

/** Opens the page that signs in a wallet's own browser. @param app phantom or solflare */
export async function openWallet(app) {
  const links = await ask("wallet-link/start");
  verifiedBefore = verified;
  openLink(links[app]);
  announce(say("wallet_opened"));
}

/** On the way back from a wallet's app: says whether a wallet has been linked there. */
export async function greetReturn() {
  if (verifiedBefore === null || document.hidden) return;
  await loadWallets();
  if (verified <= verifiedBefore) return;
  verifiedBefore = null;
  resultFeedback("success");
  announce(say("wallet_linked"));
  await announceFinished();
}

export async function getChallenge(form) {
  challenge = await ask("wallet-proof/challenge", { wallet_address: form.elements.address.value.trim() });
  $("text").value = challenge.text;
  $("prove").hidden = false;
  $("text").focus();
  announce(say("wallet_sign_soon"));
}

export async function prove(form) {
  const claimCode = form.elements.claim_code.value.trim();
  const { claim, wallets } = await act("wallet-claim/verify", {
    challenge_id: challenge.challenge_id,
    signature: form.elements.signature.value.trim(),
    ...(claimCode === "" ? {} : { claim_code: claimCode }),
  });
  showWallets(wallets);
  $("prove").hidden = true;
  form.reset();
  resultFeedback("success");
  announce(say(claim === null ? "wallet_linked" : "wallet_linked_claim"));
  await announceFinished();
}
