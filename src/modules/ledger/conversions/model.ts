import { Type } from "@sinclair/typebox";
import { Amount, Nullable, SolanaAddress, Timestamp, UserId } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";

export const CONVERSION_STATES = ["pending_settlement", "settled", "failed"] as const;
export type ConversionState = (typeof CONVERSION_STATES)[number];

export const Policy = Type.Object({
  enabled: Type.Boolean({ description: "Whether it is enabled." }),
  salutes_per_token: Type.Number({ description: "Price of one whole token, before the fee." }),
  min_amount: Type.Number({ description: "Minimum of one conversion (salutes)." }),
  max_amount: Type.Number({ description: "Maximum of one conversion (salutes)." }),
  daily_limit_per_user: Type.Number({
    description: "Daily limit per user (salutes), by UTC day; failed conversions do not count.",
  }),
  fee_pct: Type.Number({ description: "Fee, in per cent of the tokens." }),
  rounding: Type.Literal("down", { description: "Rule by which amounts are rounded." }),
  settlement: Type.Literal("manual", { description: "How conversions are paid." }),
  updated_at: Nullable(Timestamp(), { description: "Null until the policy is first set." }),
});

export const ConvertBody = Type.Object({
  user_id: UserId,
  amount: Amount({ description: "Salutes to convert, within the policy's limits." }),
  wallet_address: Type.Optional(
    SolanaAddress({ description: "A verified wallet of the user; the primary one unless given." }),
  ),
});

export const ConvertResult = Type.Object({
  conversion_id: Type.Integer({ description: "Id of the conversion." }),
  state: Type.Literal("pending_settlement", { description: "The state." }),
  amount: Type.Number({ description: "Salutes taken." }),
  token_amount: Type.String({ description: "Tokens to be paid, net of the fee, as a decimal." }),
  fee: Type.String({ description: "Fee in tokens, as a decimal." }),
  wallet_address: Type.String({ description: "The wallet's address." }),
  balance: Type.Number({ description: "Salutes left." }),
  ledger_entry_id: Type.Integer({ description: "Id of the ledger entry." }),
  chain_mode: ChainModeShape,
});
