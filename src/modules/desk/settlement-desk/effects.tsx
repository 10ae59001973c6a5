/** @jsxImportSource preact */

import { type Effect, Field, type NoEffect, PartnerLink, UserLink } from "../../../pages/index.ts";
import type { listClaims } from "../../ledger/claims/index.ts";
import type { listConversions } from "../../ledger/conversions/index.ts";

type Conversion = ReturnType<typeof listConversions>[number];
type Claim = ReturnType<typeof listClaims>[number];

const NOTE = "Visible to the partner.";

export function describeReturn(row: Conversion): Effect | NoEffect {
  const { conversion_id: id, state } = row;
  if (state !== "pending_settlement")
    return {
      nothing: `Conversion ${id} is ${state}.`,
      consequences: "Only a pending one can be failed.",
    };
  const amount = row.amount.toLocaleString("en");
  return {
    lead: `Conversion ${id} fails, and ${amount} salutes return to the user.`,
    figures: [
      ["Partner", <PartnerLink key="partner" name={row.partner} />],
      ["User", <UserLink key="user" id={row.user_id} />],
      ["Salutes that return", amount],
      ["Tokens that are not paid", row.token_amount],
      ["Wallet", <code key="wallet">{row.wallet_address}</code>],
    ],
    consequences:
      "Make sure that no payment to this wallet is on its way: a failed conversion cannot be settled any more. The partner is told by salutes.conversion_failed.",
    label: `Return ${amount} salutes`,
    fields: <Field name="reason" label="Reason" required note={NOTE} />,
  };
}

export function describeCancellation(row: Claim): Effect | NoEffect {
  const { claim_id: id, status } = row;
  if (status !== "issued" && status !== "claimed")
    return {
      nothing: `Claim ${id} is ${status}.`,
      consequences: "Only an issued or claimed one can be cancelled.",
    };
  const isClaimed = status === "claimed";
  return {
    lead: `Claim ${id} of ${row.amount} ${row.currency} is cancelled, and its code is worth nothing.`,
    figures: [
      ["Partner", <PartnerLink key="partner" name={row.partner} />],
      ["Campaign", row.campaign],
      ["Amount that is not paid", `${row.amount} ${row.currency}`],
      ["State", isClaimed ? "claimed: the recipient waits for the payment" : "issued: not claimed yet"],
      ["Wallet", row.wallet_address === null ? "none yet" : <code key="wallet">{row.wallet_address}</code>],
    ],
    consequences: isClaimed
      ? "Make sure that no payment to this wallet is on its way: a cancelled claim cannot be settled any more. The partner is told by donation.claim_cancelled."
      : "The partner is told by donation.claim_cancelled.",
    label: "Cancel claim",
    fields: <Field name="reason" label="Reason (optional)" note={NOTE} />,
  };
}
