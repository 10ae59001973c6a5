import type { TProperties } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { HOUR_MS, isoUtcOrNull } from "../../../kit/clock.ts";
import type { CsvCell } from "../../../kit/formats/csv.ts";
import { ageHours, type TrackedToken } from "../../token/figures/index.ts";

/** One subject of a proof: a row of its CSV and an item of `rows` in its JSON. */
export type Row = { subject: string } & Record<string, CsvCell>;

/** A proof's figures, read from the stored results of jobs. */
export interface ProofFigures {
  /** Unix milliseconds of the oldest source. */
  takenAt: number;
  /** The oldest slot; null if the figures do not come from the chain. */
  slot: number | null;
  rpcHosts: readonly string[];
  /** `bad` if the figures contradict an expectation, otherwise null. */
  fault: "bad" | null;
  /** Fields of the JSON in addition to those common to all proofs. */
  figures: Record<string, unknown>;
  rows: readonly Row[];
}

/** Liabilities to users as last counted. */
export interface Liabilities {
  /** Unix milliseconds. */
  takenAt: number;
  leaves: number;
  root: string;
  /** Exact, in hundredths. */
  hundredths: string;
  salutes: number;
  /** Tokens, as decimals. */
  pending: string;
  needed: string;
  /** Salutes per token. */
  rate: number;
}

/** The newest count of liabilities; null before the first. */
export type ReadLiabilities = () => Liabilities | null;

export interface ProofContext {
  /** Unix milliseconds. */
  now: number;
  readLiabilities: ReadLiabilities;
}

export const FRESHNESS = ["fresh", "stale", "missing"] as const;

/** Definition of a proof: its paths, maximum age and content. */
export interface Proof {
  /** Its kind in the signed log. */
  name: string;
  /** Last path segment, without .json or .csv. */
  slug: string;
  title: string;
  /** One sentence for the page and the reference: the subject of the proof. */
  about: string;
  /** RPC methods or records from which the figures are derived. */
  method: string;
  /** The job that produces its figures. */
  source: string;
  limitField: "stale_after_hours" | "max_age_hours";
  limitHours: number;
  /** Columns of a row, the subject first. */
  columns: Readonly<Record<string, string>>;
  shape: TProperties;
  /** Answer before the first figures: true for a proof with freshness `missing`, false for rpc_unavailable. */
  isShownMissing: boolean;
  /** False for records of this installation, which are published without a chain, too. */
  readsChain: boolean;
  /** Null until the job has run, and for figures of the chain if none is configured. */
  find(sql: Sql, token: TrackedToken | null, context: ProofContext): ProofFigures | null;
}

type ChainProof = Omit<Proof, "readsChain" | "find"> & {
  find(sql: Sql, token: TrackedToken, context: ProofContext): ProofFigures | null;
};

/** A proof of figures from the chain. */
export function chainProof(proof: ChainProof): Proof {
  return {
    ...proof,
    readsChain: true,
    find: (sql, token, context) => (token === null ? null : proof.find(sql, token, context)),
  };
}

/** A published proof without its log entry. */
export interface Statement {
  success: true;
  generated_at_utc: string | null;
  status: "ok" | "warn" | "bad";
  freshness_status: (typeof FRESHNESS)[number];
  age_hours: number | null;
  source: string;
  rows: readonly Row[];
  trust_context: {
    /** Null without a chain, as is the mint. */
    chain_mode: "demo" | "rpc" | null;
    mint: string | null;
    rpc_hosts: readonly string[];
    method: string;
    slot: number | null;
  };
  [member: string]: unknown;
}

interface StatementInput {
  /** Null until the proof's job has run. */
  found: ProofFigures | null;
  token: TrackedToken | null;
  /** Unix milliseconds. */
  now: number;
}

/** The proof's statement at a given time. */
export function stateProof(proof: Proof, { found, token, now }: StatementInput): Statement {
  const isStale = found !== null && now - found.takenAt > proof.limitHours * HOUR_MS;
  const freshness = found === null ? "missing" : isStale ? "stale" : "fresh";
  return {
    success: true,
    generated_at_utc: isoUtcOrNull(found?.takenAt ?? null),
    status: found?.fault ?? (freshness === "fresh" ? "ok" : "warn"),
    freshness_status: freshness,
    age_hours: found === null ? null : ageHours(found.takenAt, now),
    [proof.limitField]: proof.limitHours,
    source: proof.source,
    ...(found?.figures ?? Object.fromEntries(Object.keys(proof.shape).map((name) => [name, null]))),
    rows: found?.rows ?? [],
    trust_context: {
      chain_mode: token?.mode ?? null,
      mint: token?.mint ?? null,
      rpc_hosts: found?.rpcHosts ?? [],
      method: proof.method,
      slot: found?.slot ?? null,
    },
  };
}

/** Last change of the figures or of their freshness, in Unix milliseconds; null if the proof is missing. */
export function changedAt(proof: Proof, found: ProofFigures | null, now: number): number | null {
  if (found === null) return null;
  const staleAt = found.takenAt + proof.limitHours * HOUR_MS + 1;
  return staleAt <= now ? staleAt : found.takenAt;
}

/** Fields that change with time alone. The public verifier has the same list. */
const TIME_DEPENDENT = new Set(["generated_at_utc", "age_hours", "status", "freshness_status"]);

/** A canonical text of the proof's figures: equal if and only if the figures are equal. */
export function encodeFigures(statement: object): string {
  const members = Object.entries(statement).filter(([name]) => !TIME_DEPENDENT.has(name));
  return JSON.stringify(Object.fromEntries(members), (name, value: unknown) => {
    if (name === "slot") return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
