import type { Static } from "@sinclair/typebox";
import type { ChainReader } from "../../../chain/chain-reader.ts";
import type { Sql } from "../../../db/sql.ts";
import { pageRequest, toPage } from "../../../http/input/paging.ts";
import { isoUtcOrNull } from "../../../kit/clock.ts";
import { formatDecimal } from "../../../kit/money.ts";
import { reading, requireChain } from "../../platform/chain-access/index.ts";
import { listWalletPage, type UserRow, walletView } from "../users/index.ts";
import {
  type Holdings,
  type Verification,
  WALLET_STATES,
  type WalletList,
  type WalletsQuery,
} from "./model.ts";
import { ageInDays, classifyFreshness, type Freshness, isConnected, REVERIFY_DAYS } from "./rules.ts";
import { findLinkOfPartner } from "./store.ts";

const DOCS_LINKS = { openapi: "/api/openapi.yaml", docs: "/docs" };

/** A page of a user's wallets, newest first. */
export function readWallets(
  sql: Sql,
  { id }: UserRow,
  query: Static<typeof WalletsQuery>,
): Static<typeof WalletList> {
  const request = pageRequest(query, { id });
  const page = toPage(listWalletPage(sql, id, { ...request, limit: request.limit + 1 }), request);
  return {
    wallets: page.rows.map(walletView),
    count: page.rows.length,
    query: { limit: query.limit, offset: request.offset, cursor: query.cursor ?? null },
    pagination: page.pagination,
  };
}

/** The partner's user with this address and the age of its proof; both null for an unlinked address. */
export function readVerification(
  sql: Sql,
  { partnerId, address }: { partnerId: number; address: string },
  now: number,
): Static<typeof Verification> {
  const link = findLinkOfPartner(sql, partnerId, address);
  const verifiedAt = link?.verified_at ?? null;
  const verified = verifiedAt !== null;
  const freshness = classifyFreshness(verifiedAt, now);
  const ageDays = ageInDays(verifiedAt, now);
  return {
    wallet: address,
    linked: link !== null,
    wallet_states: {
      linked: link !== null,
      connected_session: isConnected(verifiedAt, now),
      verified,
      stale_verification: freshness === "stale",
      hidden: link?.is_hidden === 1,
    },
    verification: {
      verified,
      verified_at_utc: isoUtcOrNull(verifiedAt),
      verification_age_days: ageDays,
      freshness,
      status_text: statusText(freshness, ageDays ?? 0),
      reverify_days: REVERIFY_DAYS,
    },
    owner:
      link === null
        ? null
        : {
            user_id: link.user_id,
            external_id: link.external_id,
            is_primary: link.is_primary === 1,
            is_hidden: link.is_hidden === 1,
          },
    state_model: [...WALLET_STATES],
    docs_links: DOCS_LINKS,
    links: {
      wallet_info: `/api/partner/wallet-info/${address}`,
      ...(link === null ? {} : { user: `/api/partner/users/${link.user_id}` }),
    },
  };
}

function statusText(freshness: Freshness, ageDays: number): string {
  if (freshness === "never") return "Never verified.";
  const when = ageDays === 0 ? "today" : ageDays === 1 ? "1 day ago" : `${ageDays} days ago`;
  if (freshness === "fresh") return `Verified ${when}.`;
  if (freshness === "stale") return `Verified ${when}, over ${REVERIFY_DAYS} days: verify again.`;
  return `Verified ${when}; verify again within ${REVERIFY_DAYS} days of that.`;
}

const SOL_DECIMALS = 9;

/** The part of a chain that wallet-info reads. */
export type HoldingsSource = Pick<ChainReader, "mode" | "getWallet">;

/** On-chain holdings of an address, linked or not. @throws Problem rpc_unavailable */
export async function readHoldings(
  chain: HoldingsSource | null,
  address: string,
): Promise<Static<typeof Holdings>> {
  const reader = requireChain(chain);
  const wallet = await reading(() => reader.getWallet(address));
  return {
    wallet: address,
    native_balance: Number(formatDecimal(wallet.lamports, SOL_DECIMALS)),
    token_balance: Number(formatDecimal(wallet.tokenAmount, wallet.tokenDecimals)),
    lp_mint: wallet.lpMint ?? "",
    lp_amount: Number(formatDecimal(wallet.lpAmount, wallet.lpDecimals)),
    chain_mode: reader.mode,
    docs_links: DOCS_LINKS,
    links: { wallet_verification: `/api/partner/wallet-verification/${address}` },
  };
}
