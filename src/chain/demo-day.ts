import { createHash } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../kit/clock.ts";
import { isOnCurve } from "../kit/crypto/ed25519.ts";
import { decodeBase58 } from "../kit/formats/base58.ts";
import {
  DEMO_DECIMALS,
  DEMO_TREASURY,
  DEMO_VAULT,
  demoHolder,
  demoHolderCount,
  demoTokens,
} from "./demo-facts.ts";

/** A transaction of the demo chain. */
export interface DemoEvent {
  /** Unix milliseconds. */
  at: number;
  /** Whether the chain gives its time. */
  hasTime: boolean;
  failed: boolean;
  /** Base units by owner, which sum to zero. */
  moves: readonly (readonly [owner: string, delta: bigint])[];
}

const TOKEN = 10n ** BigInt(DEMO_DECIMALS);
const INTERVAL_MS = 30 * MINUTE_MS;
const MOST_MOVED = 25_000n * TOKEN;
const FIRST_HOLDERS = 120;

let people: string[] | null = null;

/**
 * Holders with private keys: movements of pools and programs are not anomalies. Computed on first use, because it takes
 * a while.
 */
function person(number: number): string {
  people ??= Array.from({ length: FIRST_HOLDERS }, (_, index) => demoHolder(index)).filter((owner) =>
    isOnCurve(decodeBase58(owner) ?? new Uint8Array()),
  );
  return people[number] ?? DEMO_VAULT;
}

/**
 * A day of the demo token in order: a payment each half hour, repaid by the next, and scenes with several kinds of
 * anomaly. At its end all balances are as at its start, and a new holder has appeared.
 */
export function demoDay(startMs: number): DemoEvent[] {
  return [
    newHolder(startMs),
    ...payments(startMs),
    ...treasuryLoan(startMs),
    ...carousel(startMs),
    ...volley(startMs),
    ...dust(startMs),
    ...failures(startMs),
    ...unknownTime(startMs),
  ].sort((a, b) => a.at - b.at);
}

interface Transfer {
  from: string;
  to: string;
  /** Base units. */
  amount: bigint;
}

function transfer(at: number, { from, to, amount }: Transfer): DemoEvent {
  return {
    at,
    hasTime: true,
    failed: false,
    moves: [
      [from, -amount],
      [to, amount],
    ],
  };
}

function newHolder(startMs: number): DemoEvent {
  const owner = demoHolder(demoHolderCount(startMs) - 1);
  return transfer(startMs, { from: DEMO_VAULT, to: owner, amount: demoTokens(owner) });
}

/** The vault pays a holder, who repays it. */
function payments(startMs: number): DemoEvent[] {
  return Array.from({ length: DAY_MS / INTERVAL_MS / 2 }, (_, number) => {
    const at = startMs + 2 * number * INTERVAL_MS;
    const hash = createHash("sha512").update(`salute demo payment ${at}`).digest();
    const [payee, amount] = [person(20 + ((hash[8] ?? 0) % 20)), hash.readBigUInt64BE(0) % MOST_MOVED];
    return [
      transfer(at, { from: DEMO_VAULT, to: payee, amount }),
      transfer(at + INTERVAL_MS, { from: payee, to: DEMO_VAULT, amount }),
    ];
  }).flat();
}

/** treasury_outflow: a small one, and on each seventh day one of 1.5 % of the treasury. */
function treasuryLoan(startMs: number): DemoEvent[] {
  const isSeventh = Math.floor(startMs / DAY_MS) % 7 === 0;
  const amount = (isSeventh ? 4_500_000n : 2_500n) * TOKEN;
  const at = startMs + 2 * HOUR_MS + 10 * MINUTE_MS;
  return [
    transfer(at, { from: DEMO_TREASURY, to: person(0), amount }),
    transfer(at + 25 * MINUTE_MS, { from: person(0), to: DEMO_TREASURY, amount }),
  ];
}

/** large_transfer and self_transfer_loop. */
function carousel(startMs: number): DemoEvent[] {
  const at = startMs + 6 * HOUR_MS + 5 * MINUTE_MS;
  const [all, round] = [15_000_000n * TOKEN, 12_000_000n * TOKEN];
  return [
    transfer(at, { from: DEMO_VAULT, to: person(1), amount: all }),
    transfer(at + 10 * MINUTE_MS, { from: person(1), to: person(2), amount: round }),
    transfer(at + 22 * MINUTE_MS, { from: person(2), to: person(3), amount: round }),
    transfer(at + 40 * MINUTE_MS, { from: person(3), to: person(1), amount: round }),
    transfer(at + 90 * MINUTE_MS, { from: person(1), to: DEMO_VAULT, amount: all }),
  ];
}

/** rapid_sequence: two owners send each other the same tokens twelve times in 44 seconds. */
function volley(startMs: number): DemoEvent[] {
  const at = startMs + 9 * HOUR_MS + 15 * MINUTE_MS;
  return Array.from({ length: 12 }, (_, number) => {
    const [from, to] = number % 2 === 0 ? [4, 5] : [5, 4];
    return transfer(at + number * 4 * SECOND_MS, {
      from: person(from),
      to: person(to),
      amount: 100n * TOKEN,
    });
  });
}

const DUSTED = 24;

/** dust_storm: half a token to each of 24 owners, who return it together. */
function dust(startMs: number): DemoEvent[] {
  const at = startMs + 11 * HOUR_MS + 5 * MINUTE_MS;
  const [sender, half] = [person(6), TOKEN / 2n];
  const dusted = Array.from({ length: DUSTED }, (_, number) => person(21 + number));
  const back: DemoEvent = {
    at: at + 85 * MINUTE_MS,
    hasTime: true,
    failed: false,
    moves: [[sender, half * BigInt(DUSTED)], ...dusted.map((owner) => [owner, -half] as const)],
  };
  return [
    ...dusted.map((owner, number) =>
      transfer(at + number * 90 * SECOND_MS, { from: sender, to: owner, amount: half }),
    ),
    back,
  ];
}

/** failed_burst. */
function failures(startMs: number): DemoEvent[] {
  const at = startMs + 14 * HOUR_MS + 20 * MINUTE_MS;
  return Array.from({ length: 24 }, (_, number) => ({
    at: at + number * 10 * SECOND_MS,
    hasTime: true,
    failed: true,
    moves: [],
  }));
}

/** missing_block_time. */
function unknownTime(startMs: number): DemoEvent[] {
  const at = startMs + 16 * HOUR_MS + 45 * MINUTE_MS;
  const [from, to, amount] = [person(7), person(8), 10n * TOKEN];
  return [
    { ...transfer(at, { from, to, amount }), hasTime: false },
    transfer(at + 5 * MINUTE_MS, { from: to, to: from, amount }),
  ];
}
