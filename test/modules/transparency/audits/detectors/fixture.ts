import { createHash } from "node:crypto";
import { DAY_MS } from "../../../../../src/kit/clock.ts";
import { derivePublicKey } from "../../../../../src/kit/crypto/ed25519.ts";
import { encodeBase58 } from "../../../../../src/kit/formats/base58.ts";
import {
  type AccountChange,
  type AnomalyType,
  type AuditTransaction,
  DETECTORS,
  type Figures,
  type Finding,
  type OwnerChange,
} from "../../../../../src/modules/transparency/audits/detectors/index.ts";

/** A supply of 1,000,000 tokens without decimals: 1 % is 10,000. */
export const SUPPLY = 1_000_000n;
export const FROM = Date.UTC(2026, 10, 20);

/** The address of an owner with a key. */
export function person(name: string | number): string {
  return encodeBase58(derivePublicKey(createHash("sha256").update(`person ${name}`).digest()));
}

export const [ALICE, BOB, CAROL, DAN] = ["alice", "bob", "carol", "dan"].map(person) as [
  string,
  string,
  string,
  string,
];
export const TREASURY = person("treasury");
export const RESERVE = person("reserve");
export const POOL = person("pool");
/** Off the curve: a program account. */
export const OFF_CURVE = encodeBase58(new Uint8Array(32).fill(2));

export function figures(given: Partial<Figures> = {}): Figures {
  return {
    from: FROM,
    to: FROM + DAY_MS,
    decimals: 0,
    supply: SUPPLY,
    wallets: {
      treasury: new Set([TREASURY]),
      reserve: new Set([RESERVE]),
      lp: new Set([POOL]),
      burn: new Set(),
    },
    expectedMintAuthority: null,
    lastPosts: new Map(),
    watchedOwners: new Map(),
    readings: [],
    earlierAuthorityChanges: [],
    failedMinutes: [],
    lastDay: null,
    dayBefore: null,
    ...given,
  };
}

/** A transaction at this many seconds into the window. */
export function at(seconds: number, given: Partial<AuditTransaction> = {}): AuditTransaction {
  const time = FROM + seconds * 1_000;
  return {
    signature: `s${String(seconds).padStart(9, "0")}`,
    slot: 1_000 + seconds,
    blockTime: time,
    at: time,
    changes: [],
    owners: [],
    supplyChanges: [],
    authorityChanges: [],
    fee: null,
    settles: null,
    ...given,
  };
}

/** Balance changes by owner. Each held a million before, unless `held` says otherwise. */
export function moved(changes: Record<string, bigint>, held: Record<string, bigint> = {}): OwnerChange[] {
  return Object.entries(changes)
    .map(([owner, delta]) => ({ owner, delta, held: held[owner] ?? SUPPLY }))
    .sort((a, b) => (a.owner < b.owner ? -1 : 1));
}

export function pays(seconds: number, from: string, to: string, amount: bigint): AuditTransaction {
  return at(seconds, { owners: moved({ [from]: -amount, [to]: amount }) });
}

export function change(account: string, pre: bigint, post: bigint, owner = ALICE): AccountChange {
  return { account, ownerPre: owner, ownerPost: owner, pre, post };
}

/** Runs the detector of a type. Thresholds have their defaults unless given. */
export function detect(
  type: AnomalyType,
  transactions: readonly AuditTransaction[],
  given: Partial<Figures> = {},
  thresholds: Record<string, number> = {},
): Finding[] {
  const detector = DETECTORS.find((each) => each.type === type);
  if (detector === undefined) throw new Error(`no detector of ${type}`);
  const values = new Map(detector.thresholds.map((each) => [each.name, each.default]));
  const pass = detector.start(figures(given), (name) => {
    const value = thresholds[name.replace("audit.", "")] ?? values.get(name);
    if (value === undefined) throw new Error(`no threshold ${name}`);
    return value;
  });
  const found = transactions.flatMap((each) => [...(pass.visit?.(each) ?? [])]);
  return [...found, ...(pass.end?.() ?? [])];
}
