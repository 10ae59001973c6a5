import { type TSchema, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { CLAIM_STATES } from "../../ledger/claims/index.ts";
import { CONVERSION_STATES } from "../../ledger/conversions/index.ts";
import type { UserColumn } from "../../ledger/user-columns/index.ts";
import { Wallet } from "../../ledger/users/index.ts";
import { Metadata } from "../../platform/metadata/index.ts";

const userFields = {
  user_id: Type.String({ description: "The service's id of the user." }),
  partner: Type.String({ description: "Name of the user's partner." }),
  external_id: Nullable(Type.String(), { description: "The partner's id; null once the user is deleted." }),
  username: Nullable(Type.String(), { description: "The user's name in the partner's application." }),
  display_name: Nullable(Type.String(), { description: "Name shown to people." }),
  email: Nullable(Type.String(), { description: "The user's e-mail address." }),
  status: OneOf(["active", "suspended"], { description: "Status of the user." }),
  balance: Type.Number({ description: "The user's salutes." }),
  metadata: Metadata,
  created_at: Timestamp({ description: "Time of the creation." }),
  updated_at: Timestamp({ description: "Time of the last change." }),
  deleted_at: Nullable(Timestamp(), { description: "Time of the deletion." }),
} satisfies Record<Exclude<UserColumn<"personalData">, "id" | "partner_id"> | "user_id" | "partner", TSchema>;

const ExportedUser = Type.Object(userFields, { description: "The user's own fields." });

const ExportedClaim = Type.Object({
  claim_id: Type.Integer({ description: "Id of the donation claim." }),
  campaign: Type.String({ description: "Name of the campaign." }),
  state: OneOf(CLAIM_STATES, { description: "State of the claim." }),
  amount: Type.String({ description: "Amount in the currency." }),
  currency: Type.String({ description: "Currency of the amount." }),
  recipient_name: Nullable(Type.String(), { description: "Name of the recipient." }),
  recipient_email: Nullable(Type.String(), { description: "E-mail address of the recipient." }),
  reference: Nullable(Type.String(), { description: "The partner's reference." }),
  wallet_address: Nullable(Type.String(), { description: "Address that the claim pays to." }),
  created_at: Timestamp({ description: "Time of the issue." }),
});

const ExportedConversion = Type.Object({
  conversion_id: Type.Integer({ description: "Id of the conversion." }),
  state: OneOf(CONVERSION_STATES, { description: "State of the conversion." }),
  amount: Type.Number({ description: "Salutes that were deducted." }),
  wallet_address: Type.String({ description: "Address that the conversion pays to." }),
  created_at: Timestamp({ description: "Time of the request." }),
});

const ExportedPlayer = Type.Object({
  telegram_id: Type.Integer({ description: "Id of the Telegram account." }),
  first_name: Type.String({ description: "First name at Telegram." }),
  username: Nullable(Type.String(), { description: "Username at Telegram." }),
  language_code: Nullable(Type.String(), { description: "Language at Telegram." }),
  missiles: Type.Integer({ description: "The player's missiles." }),
  free_spins: Type.Integer({ description: "The player's free spins." }),
  joined_at: Timestamp({ description: "Time of the first game." }),
  last_seen_at: Timestamp({ description: "Time of the last visit." }),
});

const ExportedEntry = Type.Object({
  id: Type.Integer({ description: "Id of the ledger entry." }),
  delta: Type.Number({ description: "Salutes; negative for a debit." }),
  balance_after: Type.Number({ description: "Salutes after the entry." }),
  reason: Type.String({ description: "Reason of the entry." }),
  source: Type.String({ description: "Source of the entry." }),
  idempotency_key: Type.String({ description: "Reference of the entry." }),
  created_at: Timestamp({ description: "Time of the entry." }),
});

/** Newest claims and conversions in an export. */
export const MOST_EXPORTED = 10_000;

export const PersonalData = Type.Object({
  exported_at: Timestamp({ description: "Time of the export." }),
  user: ExportedUser,
  wallets: Type.Array(Wallet, { description: "Linked wallets, oldest first." }),
  claims: Type.Array(ExportedClaim, { description: "Donation claims, newest first, at most 10,000." }),
  conversions: Type.Array(ExportedConversion, { description: "Conversions, newest first, at most 10,000." }),
  player: Nullable(ExportedPlayer, { description: "The player of the mini-app; null for other users." }),
  ledger_entries: Type.Array(ExportedEntry, { description: "Every ledger entry, newest first." }),
  count: Type.Integer({ description: "Number of ledger entries." }),
});
