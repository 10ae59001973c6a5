import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { formatDecimal } from "../../../kit/money.ts";
import { findTokenId, readFigure, type TrackedToken } from "../figures/index.ts";
import type { LatestTransactions } from "./model.ts";
import { listNewest } from "./store.ts";

/** The newest synced transactions, as stored; none before the first sync. */
export function readLatest(
  sql: Sql,
  token: TrackedToken,
  limit: number,
): { answer: Static<typeof LatestTransactions>; takenAt: number | null } {
  const { figure } = readFigure(sql, token, "transaction_sync");
  const tokenId = findTokenId(sql, token.source);
  const found = tokenId === null || figure === null ? [] : listNewest(sql, tokenId, limit);
  const rows = found.map(({ signature, slot, block_time, token_delta }) => ({
    signature,
    block_time: isoUtcOrNull(block_time),
    token_delta: formatDecimal(BigInt(token_delta), figure?.data.decimals ?? 0),
    slot,
  }));
  const takenAt = figure?.takenAt ?? null;
  return {
    answer: {
      rows,
      count: rows.length,
      limit,
      synced_at_utc: takenAt === null ? null : isoUtc(takenAt),
      chain_mode: token.mode,
    },
    takenAt,
  };
}
