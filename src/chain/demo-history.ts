import { createHash } from "node:crypto";
import { DAY_MS, SECOND_MS } from "../kit/clock.ts";
import { decodeBase58, encodeBase58 } from "../kit/formats/base58.ts";
import { rememberedBriefly } from "../kit/remembered.ts";
import { type DemoEvent, demoDay } from "./demo-day.ts";
import {
  DEMO_MINT,
  DEMO_SUPPLY,
  DEMO_TREASURY,
  DEMO_VAULT,
  demoHolder,
  demoHolderCount,
  demoSlot,
  demoTokens,
  deriveDemoAccount,
} from "./demo-facts.ts";
import type {
  AccountChange,
  SignatureInfo,
  SignaturePage,
  SignatureQuery,
  TokenMovement,
} from "./transactions.ts";

/** First day of the demo token's movements. */
const FIRST_MS = Date.UTC(2026, 10, 1);
const PAGE = 1_000;
/** Transactions are numbered by day and by their position in it. */
const NUMBERS_A_DAY = 1_000;
const NUMBER_AT = 56;

interface NumberedEvent extends DemoEvent {
  number: number;
  accounts: readonly string[];
  /** For each of its moves, the change of that owner's balance since the start of the day, before it. */
  movedBefore: readonly bigint[];
}

/** A sync asks for the same days and transactions again and again, but runs only once a minute. */
const REMEMBERED_MS = 5 * SECOND_MS;

const eventsOf = rememberedBriefly(REMEMBERED_MS, (day: number): NumberedEvent[] => {
  const moved = new Map<string, bigint>();
  return demoDay(FIRST_MS + day * DAY_MS).map((event, place) => {
    const movedBefore = event.moves.map(([owner]) => moved.get(owner) ?? 0n);
    const number = day * NUMBERS_A_DAY + place;
    if (!isFirstOfDay(number)) addMoves(moved, event);
    return {
      ...event,
      number,
      accounts: event.moves.map(([owner]) => deriveDemoAccount(owner)),
      movedBefore,
    };
  });
});

function dayOf(ms: number): number {
  return Math.floor((ms - FIRST_MS) / DAY_MS);
}

/** A page of the history of the mint or a token account, as from an RPC address. */
export function listDemoSignatures(
  nowMs: number,
  address: string,
  { before, until, throughSlot }: SignatureQuery,
): SignaturePage {
  const above = until === null ? -1 : (numberOf(until) ?? -1);
  const below = before === null ? Number.POSITIVE_INFINITY : (numberOf(before) ?? 0);
  const newestDay = Math.min(dayOf(nowMs), Math.floor(below / NUMBERS_A_DAY));
  const found: SignatureInfo[] = [];
  for (let day = newestDay; day >= Math.max(0, Math.floor(above / NUMBERS_A_DAY)); day--) {
    for (const event of eventsOf(day).toReversed()) {
      const isAsked = event.number > above && event.number < below && event.at <= nowMs;
      const isTheirs = address === DEMO_MINT || event.accounts.includes(address);
      if (!isAsked || !isTheirs || demoSlot(event.at) > throughSlot) continue;
      if (found.length === PAGE) return { signatures: found, isLast: false };
      found.push(infoOf(event));
    }
  }
  return { signatures: found, isLast: true };
}

/** Movements of a demo transaction; null if no successful one has this signature. */
export function demoMovement(nowMs: number, signature: string): TokenMovement | null {
  const event = eventNumbered(numberOf(signature));
  if (event === null || event.failed || event.at > nowMs) return null;
  const arrived = event.moves.reduce((sum, [, delta]) => (delta > 0n ? sum + delta : sum), 0n);
  const { slot, blockTime } = infoOf(event);
  return {
    slot,
    blockTime,
    delta: arrived,
    changes: changesOf(event),
    supplyChanges: [],
    authorityChanges: [],
    fee: null,
  };
}

/** Change of each owner's balance since the start of the day, up to `nowMs`, in base units. */
export function demoMoved(nowMs: number): Map<string, bigint> {
  const moved = new Map<string, bigint>();
  const day = dayOf(nowMs);
  if (day < 0) return moved;
  for (const event of eventsOf(day)) {
    if (event.at > nowMs) break;
    if (!isFirstOfDay(event.number)) addMoves(moved, event);
  }
  return moved;
}

/** The new holder's first tokens: part of the day's start, not a change. */
function isFirstOfDay(number: number): boolean {
  return number % NUMBERS_A_DAY === 0;
}

function addMoves(moved: Map<string, bigint>, { moves }: DemoEvent): void {
  for (const [owner, delta] of moves) moved.set(owner, (moved.get(owner) ?? 0n) + delta);
}

/** Balance at the start of a day, including that day's new holder; base units. */
function heldAtStart(owner: string, day: number): bigint {
  if (owner !== DEMO_VAULT) return demoTokens(owner);
  return vaultTokens(demoHolderCount(FIRST_MS + day * DAY_MS));
}

const vaultTokens = rememberedBriefly(REMEMBERED_MS, (holders: number): bigint => {
  let left = DEMO_SUPPLY - demoTokens(DEMO_TREASURY);
  for (let number = 0; number < holders; number++) left -= demoTokens(demoHolder(number));
  return left;
});

function changesOf({ number, moves, movedBefore }: NumberedEvent): AccountChange[] {
  const day = Math.floor(number / NUMBERS_A_DAY);
  const isFirst = isFirstOfDay(number);
  return moves
    .map(([owner, delta], index) => {
      const start = heldAtStart(owner, day) + (movedBefore[index] ?? 0n);
      const pre = isFirst ? start - delta : start;
      const isNew = isFirst && owner !== DEMO_VAULT;
      return {
        account: deriveDemoAccount(owner),
        ownerPre: isNew ? null : owner,
        ownerPost: owner,
        pre,
        post: pre + delta,
      };
    })
    .sort((a, b) => (a.account < b.account ? -1 : 1));
}

function infoOf({ number, at, hasTime, failed }: NumberedEvent): SignatureInfo {
  const blockTime = hasTime ? Math.floor(at / 1000) * 1000 : null;
  return { signature: signatureOf(number), slot: demoSlot(at), blockTime, failed };
}

function eventNumbered(number: number | null): NumberedEvent | null {
  if (number === null) return null;
  return eventsOf(Math.floor(number / NUMBERS_A_DAY))[number % NUMBERS_A_DAY] ?? null;
}

/** The number is in its last 8 bytes, so that it can be read back without a list. */
const signatureOf = rememberedBriefly(REMEMBERED_MS, (number: number): string => {
  const bytes = Buffer.alloc(64);
  hashOf(number).copy(bytes, 0, 0, NUMBER_AT);
  bytes.writeBigUInt64BE(BigInt(number), NUMBER_AT);
  return encodeBase58(new Uint8Array(bytes));
});

function numberOf(signature: string): number | null {
  const bytes = decodeBase58(signature);
  if (bytes?.length !== 64) return null;
  const number = Number(Buffer.from(bytes).readBigUInt64BE(NUMBER_AT));
  if (!Number.isSafeInteger(number)) return null;
  return signatureOf(number) === signature ? number : null;
}

function hashOf(number: number): Buffer {
  return createHash("sha512").update(`salute demo transaction ${number}`).digest();
}
