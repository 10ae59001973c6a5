import { Type } from "@sinclair/typebox";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtcOrNull } from "../../../kit/clock.ts";
import { readFigure, STALE_AFTER_HOURS } from "../../token/figures/index.ts";
import { chainProof, type Proof } from "./proof.ts";
import { Tokens } from "./shapes.ts";

export const transactionSync: Proof = chainProof({
  name: "transaction_sync_freshness",
  slug: "transaction-sync-freshness",
  title: "Transactions",
  about: "The known transaction history, the time since which it is complete, and the volume in 24 hours.",
  method: "getSignaturesForAddress and getTransaction of the mint and the named wallets' accounts",
  source: "transaction_sync",
  limitField: "stale_after_hours",
  limitHours: STALE_AFTER_HOURS.transaction_sync,
  columns: {
    subject: "Always all: the row is about the whole.",
    transactions: "Number of known transactions.",
    newest_signature: "Signature of the newest transaction; null if there is none.",
    newest_block_time: "Time of the newest transaction; null if there is none.",
    oldest_block_time: "Time of the oldest transaction; null if there is none.",
    covered_since: "Time since which all transactions are known; null if unknown.",
    is_whole: "Whether the history is complete from its beginning.",
    gaps: "Number of gaps that have not been read yet.",
    missing: "Listed transactions that no RPC address returned.",
    volume_24h: "Tokens moved in 24 hours, as a decimal; null until the history covers them.",
  },
  shape: {
    decimals: Nullable(Type.Integer(), {
      description: "Decimals of the token; null before the first figures.",
    }),
    transactions: Nullable(Type.Integer(), {
      description: "Number of transactions; null before the first figures.",
    }),
    newest_signature: Nullable(Type.String(), {
      description: "Signature of the newest transaction; null if there is none.",
    }),
    newest_block_time: Nullable(Timestamp(), {
      description: "Time of the newest transaction; null if there is none.",
    }),
    oldest_block_time: Nullable(Timestamp(), {
      description: "Time of the oldest transaction; null if there is none.",
    }),
    covered_since: Nullable(Timestamp(), { description: "All transactions since this time are known." }),
    is_whole: Nullable(Type.Boolean({ description: "Whether the history is complete from its beginning." })),
    gaps: Nullable(
      Type.Integer({ description: "Number of gaps in the history that have not been read yet." }),
    ),
    missing: Nullable(
      Type.Integer({
        description:
          "Transactions listed in the history that no RPC address returned; they are requested again.",
      }),
    ),
    volume_24h: Nullable(Tokens("Null until the history covers 24 hours.")),
    volume_days: Nullable(
      Type.Array(
        Type.Object({
          day: Type.String({ description: "UTC day, YYYY-MM-DD.", examples: ["2026-11-20"] }),
          volume: Tokens("Tokens moved on that day."),
        }),
      ),
      { description: "The last 30 complete UTC days whose transactions are all known, oldest first." },
    ),
  },
  isShownMissing: true,
  find(sql, token) {
    const { figure } = readFigure(sql, token, "transaction_sync");
    if (figure === null) return null;
    const { data } = figure;
    const times = {
      newest_block_time: isoUtcOrNull(data.newest_block_time),
      oldest_block_time: isoUtcOrNull(data.oldest_block_time),
      covered_since: isoUtcOrNull(data.covered_since),
    };
    const { decimals, volume_days = null, ...stated } = { ...data, ...times };
    return {
      ...figure,
      fault: null,
      figures: { decimals, ...stated, volume_days },
      rows: [{ subject: token.mint, ...stated }],
    };
  },
});
