import { type Operation, partner, readOperation, writeOperation } from "../../../http/operation.ts";
import { CHAIN_ERRORS } from "../../platform/chain-access/index.ts";
import { ENTRY_ERRORS } from "../entries/index.ts";
import { USER_ERRORS } from "../users/index.ts";
import { WALLET_ERRORS } from "../wallets/index.ts";
import { convertSalutes, type MintSource, readMint } from "./convert-salutes.ts";
import { CONVERSION_ERRORS } from "./errors.ts";
import { ConvertBody, ConvertResult, Policy } from "./model.ts";
import { readPolicy } from "./read.ts";

/** @param chain null if none is configured: conversions are then refused. */
export function conversionsRoutes(chain: MintSource | null): Operation[] {
  return [
    readOperation({
      id: "getConversionPolicy",
      method: "GET",
      path: "/api/salutes/conversion-policy",
      group: "salutes",
      summary: "Read the conversion rate and limits",
      access: partner("read"),
      response: Policy,
      read: ({ db }) => readPolicy(db.read),
    }),
    writeOperation({
      id: "convertSalutes",
      method: "POST",
      path: "/api/salutes/convert",
      group: "salutes",
      summary: "Convert a user's salutes into tokens for a verified wallet",
      outcome: "The salutes were debited, and the tokens are owed to the wallet.",
      description:
        "Debits the salutes at once and promises tokens = floor(amount / salutes_per_token · (1 − fee_pct / 100)) at the mint's decimals. The operators pay by hand: salutes.conversion_settled names the transaction; salutes.conversion_failed reports that the salutes were returned.",
      access: partner("debit"),
      status: 201,
      body: ConvertBody,
      response: ConvertResult,
      errors: [
        CONVERSION_ERRORS.conversion_disabled,
        USER_ERRORS.user_not_found,
        WALLET_ERRORS.wallet_not_found,
        "state_conflict",
        ENTRY_ERRORS.insufficient_balance,
        CHAIN_ERRORS.rpc_unavailable,
      ],
      prepare: (context) => readMint(chain, context),
      write: (tx, { actor, intent, body }, mint) => convertSalutes(tx, { actor, intent, body, mint }),
    }),
  ];
}
