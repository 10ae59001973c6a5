import type { Sql } from "../../../db/sql.ts";
import { DAY_MS, isoUtc, utcDay } from "../../../kit/clock.ts";
import { parseDecimal } from "../../../kit/money.ts";
import { listEarlierDays } from "../../token/earlier-holders/index.ts";
import {
  findTokenId,
  listHolderDays,
  readFigure,
  type TopHolder,
  type TrackedToken,
  WALLET_ROLES,
} from "../../token/figures/index.ts";
import { ownersOfDay, scanOfDay } from "../../token/movements/index.ts";
import { type HolderLabel, type Holders, LABEL_KINDS } from "./model.ts";
import { listLabels } from "./store.ts";

export const DEFAULT_LIMIT = 25;

interface HoldersRequest {
  limit: number;
  /** Null without history. */
  days: number | null;
  /** Unix milliseconds. */
  now: number;
}

type Labels = ReadonlyMap<string, HolderLabel>;

/** The largest owners with their labels, and the time of the last change; null before the first holder scan. */
export function readHolders(
  sql: Sql,
  token: TrackedToken,
  request: HoldersRequest,
): { answer: Holders; changedAt: number } | null {
  const { figure } = readFigure(sql, token, "token_distribution");
  if (figure === null) return null;
  const { data, takenAt, slot } = figure;
  const { limit, days } = request;
  const rows = listLabels(sql);
  const labels = new Map([...labelsOfSettings(token, data.top_holders)]);
  for (const { address, kind, text } of rows)
    if (kind !== null) labels.set(address, { kind, text, source: "operators" });
  const toUnits = (amount: string) => parseDecimal(amount, data.decimals) ?? 0n;
  const listed = data.top_holders.slice(0, limit);
  const held = listed.reduce((sum, { amount }) => sum + toUnits(amount), 0n);
  const holders = listed.map(({ rank, address, amount, share_pct }) => ({
    rank,
    address,
    amount,
    share_pct,
    label: labels.get(address) ?? null,
  }));
  const answer = {
    taken_at_utc: isoUtc(takenAt),
    slot,
    decimals: data.decimals,
    supply: data.supply,
    owners: data.concentration.owners,
    count: holders.length,
    listed_pct: sharePct(held, toUnits(data.supply)),
    holders,
    history: days === null ? null : readHistory(sql, token, { labels, limit, days, now: request.now }),
    earlier: days === null ? null : readEarlier(sql, token, { days, now: request.now }),
    query: { limit, days },
    chain_mode: token.mode,
  };
  return { answer, changedAt: Math.max(takenAt, ...rows.map(({ set_at }) => set_at)) };
}

const KINDS_OF_ROLES = { treasury: "treasury", reserve: "reserve", lp: "lp", burn: "burned" } as const;

/** The installation's own wallets; a wallet may be named by its token account, whose owner the scan gives. */
function* labelsOfSettings(
  token: TrackedToken,
  top: readonly TopHolder[],
): Generator<[address: string, label: HolderLabel]> {
  const label = (role: keyof typeof KINDS_OF_ROLES): HolderLabel => ({
    kind: KINDS_OF_ROLES[role],
    text: null,
    source: "settings",
  });
  for (const role of WALLET_ROLES) for (const wallet of token.wallets[role]) yield [wallet, label(role)];
  for (const { address, role } of top) if (role !== null) yield [address, label(role)];
}

function readHistory(
  sql: Sql,
  token: TrackedToken,
  { labels, limit, days, now }: { labels: Labels; limit: number; days: number; now: number },
): NonNullable<Holders["history"]> {
  const tokenId = findTokenId(sql, token.source);
  if (tokenId === null) return [];
  const owners = new Map(listHolderDays(sql, token, days).map((row) => [row.day, row.unique_owners]));
  return Array.from({ length: days }, (_, index) => utcDay(now - (days - 1 - index) * DAY_MS)).flatMap(
    (day) => {
      const scan = scanOfDay(sql, tokenId, day);
      if (scan === null) return [];
      const held = ownersOfDay(sql, tokenId, { day, limit }).map(({ owner, amount }) => ({
        kind: labels.get(owner)?.kind ?? null,
        amount,
      }));
      const share = (kept: typeof held) =>
        sharePct(
          kept.reduce((sum, { amount }) => sum + amount, 0n),
          scan.supply,
        );
      const labelled = LABEL_KINDS.map((kind) => ({
        kind,
        share_pct: share(held.filter((each) => each.kind === kind)),
      })).filter(({ share_pct }) => share_pct > 0);
      return [{ day, slot: scan.slot, owners: owners.get(day) ?? null, listed_pct: share(held), labelled }];
    },
  );
}

function readEarlier(
  sql: Sql,
  token: TrackedToken,
  { days, now }: { days: number; now: number },
): NonNullable<Holders["earlier"]> {
  const tokenId = findTokenId(sql, token.source);
  if (tokenId === null) return [];
  return listEarlierDays(sql, tokenId, utcDay(now - (days - 1) * DAY_MS))
    .map(({ day, slot, unique_owners: owners }) => ({ day, slot, owners }))
    .reverse();
}

/** Per cent, truncated to 4 decimals; balances read before a burn may exceed the supply. */
function sharePct(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Math.min(100, Number((part * 1_000_000n) / whole) / 10_000);
}
