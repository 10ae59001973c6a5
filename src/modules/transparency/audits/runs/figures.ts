import type { Sql } from "../../../../db/sql.ts";
import { utcDay } from "../../../../kit/clock.ts";
import { parseDecimal } from "../../../../kit/money.ts";
import { readFigure, type TrackedToken } from "../../../token/figures/index.ts";
import {
  authorityChangesBetween,
  failedMinutes,
  listWatched,
  ownersOfDay,
  type PowerReadingRow,
  postBefore,
  readingsOfWindow,
  scanBefore,
  scanOfDay,
} from "../../../token/movements/index.ts";
import { knownSince, movedBefore, slotsOfWindow, syncStandings } from "../../../token/transactions/index.ts";
import type { Figures, PowerReading, TopOwners } from "../detectors/index.ts";
import { dayBefore, toDayRange, type Window } from "./window.ts";

/** The token's supply was never read, so no share of it can be computed. */
export class SupplyUnknown extends Error {
  constructor() {
    super("the token's supply has not been read yet");
  }
}

/** Token and window of a run. */
export interface Subject {
  tokenId: number;
  token: TrackedToken;
  window: Window;
}

const TOP_OWNERS = 10;

/** Reads the detectors' input except for the window's transactions. @throws SupplyUnknown */
export function gatherFigures(sql: Sql, subject: Subject): Figures {
  const { tokenId, token, window } = subject;
  const { supply, decimals } = supplyOf(sql, subject);
  const range = slotsOfWindow(sql, tokenId, window);
  const fromSlot = range?.fromSlot ?? 0;
  const readings = readingsOfWindow(sql, tokenId, window).map(readingOf);
  const { last } = toDayRange(window);
  return {
    ...window,
    supply,
    decimals,
    wallets: namedOwners(sql, subject),
    expectedMintAuthority: token.expected.mint_authority,
    lastPosts: lastPostsOf(sql, tokenId, fromSlot),
    watchedOwners: watchedOwnersOf(sql, subject, fromSlot),
    readings,
    earlierAuthorityChanges: authorityChangesBetween(sql, tokenId, {
      fromSlot: (readings[0]?.lastSlot ?? 0) + 1,
      toSlot: fromSlot,
    }),
    failedMinutes: failedMinutes(sql, tokenId, window),
    lastDay: topOwnersOf(sql, tokenId, last),
    dayBefore: topOwnersOf(sql, tokenId, utcDay(dayBefore(window.from).from)),
  };
}

/** Owners of the named wallets. A token account in the configuration stands for its owner. */
function namedOwners(sql: Sql, { tokenId, token: { wallets } }: Subject): Figures["wallets"] {
  const owners = new Map(listWatched(sql, tokenId).map(({ account, owner }) => [account, owner]));
  const of = (named: readonly string[]) => new Set(named.map((address) => owners.get(address) ?? address));
  return {
    treasury: of(wallets.treasury),
    reserve: of(wallets.reserve),
    lp: of(wallets.lp),
    burn: of(wallets.burn),
  };
}

/** Supply in base units: from the scan of the window's last day, otherwise the last scan, otherwise the last figures. */
function supplyOf(sql: Sql, { tokenId, token, window }: Subject): { supply: bigint; decimals: number } {
  const scan =
    scanOfDay(sql, tokenId, toDayRange(window).last) ?? scanBefore(sql, tokenId, Number.MAX_SAFE_INTEGER);
  if (scan !== null) return scan;
  for (const kind of ["public_stats", "mint_authorities"] as const) {
    const data = readFigure(sql, token, kind).figure?.data;
    if (data === undefined) continue;
    const text = "total_supply" in data ? data.total_supply : data.supply;
    const supply = parseDecimal(text, data.decimals);
    if (supply !== null) return { supply, decimals: data.decimals };
  }
  throw new SupplyUnknown();
}

function lastPostsOf(sql: Sql, tokenId: number, fromSlot: number): Map<string, bigint | null> {
  const accounts = listWatched(sql, tokenId);
  const start = { tokenId, slot: fromSlot };
  return new Map(accounts.map(({ account }) => [account, postBefore(sql, account, start)]));
}

function watchedOwnersOf(sql: Sql, { tokenId, token }: Subject, fromSlot: number): Figures["watchedOwners"] {
  const since = new Map(
    syncStandings(sql, tokenId, token.mint).map((each) => [each.address, knownSince(each)]),
  );
  const start = { tokenId, slot: fromSlot };
  const owners = new Map<string, { knownSince: number; lastMovedAt: number | null }>();
  for (const { account, owner } of listWatched(sql, tokenId)) {
    const known = owners.get(owner);
    const theirs = since.get(account) ?? Number.POSITIVE_INFINITY;
    if (known !== undefined) known.knownSince = Math.max(known.knownSince, theirs);
    else
      owners.set(owner, {
        knownSince: theirs,
        lastMovedAt: movedBefore(sql, owner, start),
      });
  }
  return owners;
}

function topOwnersOf(sql: Sql, tokenId: number, day: string): TopOwners | null {
  const scan = scanOfDay(sql, tokenId, day);
  if (scan === null) return null;
  return { day, slot: scan.slot, owners: ownersOfDay(sql, tokenId, { day, limit: TOP_OWNERS }) };
}

function readingOf({ slot, lastSlot, powers, transferFee }: PowerReadingRow): PowerReading {
  return {
    slot,
    lastSlot,
    powers,
    transferFee:
      transferFee === null
        ? null
        : {
            older: feeOf(transferFee.older),
            newer: feeOf(transferFee.newer),
            epochs: transferFee.epochs ?? null,
          },
  };
}

function feeOf({
  epoch,
  maximum,
  basis_points,
}: NonNullable<PowerReadingRow["transferFee"]>["older"]): NonNullable<PowerReading["transferFee"]>["older"] {
  return { epoch: Number(epoch), maximum: BigInt(maximum), basisPoints: basis_points };
}
