import { Type } from "@sinclair/typebox";
import { Amount, Nullable, SolanaAddress, Timestamp, UserId } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";

export const CONVERSION_STATES = ["pending_settlement", "settled", "failed"] as const;
export type ConversionState = (typeof CONVERSION_STATES)[number];

export const Policy = Type.Object({
  enabled: Type.Boolean({ description: "Whether users can convert salutes now." }),
  salutes_per_token: Type.Number({ description: "Price of one whole token in salutes, before the fee." }),
  min_amount: Type.Number({ description: "Smallest amount of one conversion, in salutes." }),
  max_amount: Type.Number({ description: "Largest amount of one conversion, in salutes." }),
  daily_limit_per_user: Type.Number({
    description: "Most that a user can convert in one UTC day, in salutes; failed conversions do not count.",
  }),
  fee_pct: Type.Number({ description: "Fee in per cent of the tokens." }),
  rounding: Type.Literal("down", {
    description: "Always down: token amounts are rounded down to the mint's decimals.",
  }),
  settlement: Type.Literal("manual", {
    description: "Always manual: the operators pay conversions by hand.",
  }),
  updated_at: Nullable(Timestamp(), {
    description: "Time at which the policy was last set; null if it never was.",
  }),
});

export const ConvertBody = Type.Object({
  user_id: UserId,
  amount: Amount({ description: "Salutes to convert, within the policy's limits." }),
  wallet_address: Type.Optional(
    SolanaAddress({ description: "A verified wallet of the user; the primary one unless given." }),
  ),
});

export const ConvertResult = Type.Object({
  conversion_id: Type.Integer({ description: "Id of the conversion, as its events name it." }),
  state: Type.Literal("pending_settlement", {
    description:
      "Always pending_settlement: the salutes are debited, and the operators have not paid the tokens yet. Events report the outcome.",
  }),
  amount: Type.Number({ description: "Salutes that were debited." }),
  token_amount: Type.String({ description: "Tokens to be paid, net of the fee, as a decimal." }),
  fee: Type.String({ description: "Fee in tokens, as a decimal." }),
  wallet_address: Type.String({ description: "Address of the wallet to which the tokens are paid." }),
  balance: Type.Number({ description: "The user's balance after the conversion, in salutes." }),
  ledger_entry_id: Type.Integer({ description: "Id of the ledger entry that debited the salutes." }),
  chain_mode: ChainModeShape,
});
