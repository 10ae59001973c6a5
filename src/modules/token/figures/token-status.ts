import type { Static } from "@sinclair/typebox";
import type { ChainReader } from "../../../chain/chain-reader.ts";
import type { Sql } from "../../../db/sql.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { reading } from "../../platform/chain-access/index.ts";
import type { PublicStats } from "./figures.ts";
import { ageHours, isStale } from "./freshness.ts";
import type { TokenStatus } from "./model.ts";
import { namedWallets } from "./named-wallets.ts";
import { chooseHolders } from "./public-stats.ts";
import { type Figure, readFigure } from "./read.ts";
import { computeStats } from "./refresh-public-stats.ts";
import type { TrackedToken } from "./tracked-token.ts";

const DEMO_RPC_URL = "demo://embedded";

interface StatusContext {
  token: TrackedToken;
  mounted: Mounted;
  /** Unix milliseconds. */
  now: number;
}

type SupplyFigure = Omit<Figure<PublicStats>, "rpcHosts">;

/** The token's figures as stored by jobs; null before the supply was first read. */
export function storedTokenStatus(sql: Sql, context: StatusContext): Static<typeof TokenStatus> | null {
  const { figure } = readFigure(sql, context.token, "public_stats");
  return figure === null ? null : tokenStatus(sql, context, figure);
}

/** The same with the supply read from the chain now. @throws Problem rpc_unavailable */
export async function liveTokenStatus(
  sql: Sql,
  chain: ChainReader,
  context: StatusContext,
): Promise<Static<typeof TokenStatus>> {
  const { token, now } = context;
  const { value, slot } = await reading(() => chain.getSupply(namedWallets(token), 0n));
  const data = { ...computeStats(value, token), holders_lower_bound: null };
  return tokenStatus(sql, context, { data, slot: Number(slot), takenAt: now });
}

function tokenStatus(
  sql: Sql,
  { token, mounted, now }: StatusContext,
  { data, slot, takenAt }: SupplyFigure,
): Static<typeof TokenStatus> {
  const count = readFigure(sql, token, "holder_cache").figure;
  const detail = count?.data.holders_detail ?? null;
  const asOf = Math.min(takenAt, count?.takenAt ?? takenAt);
  return {
    mint: token.mint,
    decimals: data.decimals,
    rpc_url: token.rpcHosts[0] ?? DEMO_RPC_URL,
    chain: {
      total_supply: data.total_supply,
      treasury_balance: data.treasury_balance,
      reserve_balance: data.reserve_balance,
      tracked_treasury_balance: data.tracked_treasury_balance,
      burn_balance: data.burn_balance,
      circulating_supply: data.circulating_supply,
      ...chooseHolders(data, detail?.unique_owners ?? null),
    },
    holders_detail: detail,
    slot: Math.min(slot, count?.slot ?? slot),
    as_of_utc: isoUtc(asOf),
    age_hours: ageHours(asOf, now),
    is_stale: isStale("public_stats", asOf, now),
    chain_mode: token.mode,
    docs_links: mounted.links({ openapi: "/api/openapi.yaml", docs: "/docs" }),
    links: mounted.links({
      public_stats: "/api/public-stats",
      latest_transactions: "/api/transactions/latest",
      holder_proof: "/api/public/holder-cache-freshness.json",
      mint_authorities: "/api/public/token-mint-authorities.json",
      wallet_info: "/api/partner/wallet-info/{wallet_address}",
    }),
  };
}
