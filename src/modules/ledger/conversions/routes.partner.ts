import type { ChainReader } from "../../../chain/chain-reader.ts";
import { type Operation, partner, readOperation, writeOperation } from "../../../http/operation.ts";
import { convertSalutes, readMint } from "./convert-salutes.ts";
import { ConvertBody, ConvertResult, Policy } from "./model.ts";
import { readPolicy } from "./read.ts";

/** @param chain null where none is configured: then nothing can be converted. */
export function conversionsRoutes(chain: ChainReader | null): Operation[] {
  return [
    readOperation({
      id: "getConversionPolicy",
      method: "GET",
      path: "/api/salutes/conversion-policy",
      group: "salutes",
      summary: "Read what salutes convert to, and within which limits",
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
      description:
        "Takes the salutes at once and promises tokens = floor(amount / salutes_per_token · (1 − fee_pct / 100)) at the mint's decimals. The operators pay by hand: salutes.conversion_settled names the transaction; salutes.conversion_failed tells that the salutes were returned.",
      access: partner("debit"),
      status: 201,
      body: ConvertBody,
      response: ConvertResult,
      errors: [
        "conversion_disabled",
        "user_not_found",
        "wallet_not_found",
        "state_conflict",
        "insufficient_balance",
        "rpc_unavailable",
      ],
      prepare: (context) => readMint(chain, context),
      write: (tx, { actor, intent, body }, mint) => convertSalutes(tx, actor, intent, body, mint),
    }),
  ];
}
