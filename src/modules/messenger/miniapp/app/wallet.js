/** Linking a wallet: a text to sign, and its signature. */
import { resultFeedback } from "/miniapp/bridge.js";
import { $, html } from "./elements.js";
import { announce } from "./messages.js";
import { act, ask } from "./requests.js";
import { say } from "./words.js";

let challenge = null;

export function showWallets(wallets) {
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
}
