import type { TProperties } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { HOUR_MS, isoUtcOrNull } from "../../../kit/clock.ts";
import type { CsvCell } from "../../../kit/formats/csv.ts";
import { ageHours, type TrackedToken } from "../../token/figures/index.ts";

/** One subject of a proof: a row of its CSV, and a member of `rows` in its JSON. */
export type Row = { subject: string } & Record<string, CsvCell>;

/** What a proof states, read from what jobs stored. */
export interface Found {
  /** Unix milliseconds of the oldest source. */
  takenAt: number;
  /** The oldest slot; null for what no chain was asked for. */
  slot: number | null;
  rpcHosts: readonly string[];
  /** What contradicts an expectation; null where nothing does. */
  fault: "bad" | null;
  /** Members of the JSON beside those that all proofs have. */
  figures: Record<string, unknown>;
  rows: readonly Row[];
}

export const FRESHNESS = ["fresh", "stale", "missing"] as const;

/** One of the proofs: where it is served, how old it may be, and what it states. */
export interface Proof {
  /** Its kind in the signed log. */
  name: string;
  /** The last part of its paths, without .json or .csv. */
  slug: string;
  title: string;
  /** What it proves, in a sentence for readers of the page and of the reference. */
  about: string;
  /** What is asked of the chain, or of our own records. */
  method: string;
  /** The job that makes its figures. */
  source: string;
  limitField: "stale_after_hours" | "max_age_hours";
  limitHours: number;
  /** Columns of a row, the subject first. */
  columns: readonly string[];
  shape: TProperties;
  /** Before the first figures: answered as `missing`, or, where false, as rpc_unavailable. */
  isShownMissing: boolean;
  /** Null until the job ran. */
  find(sql: Sql, token: TrackedToken, now: number): Found | null;
}

/** A proof as it is published, without its place in the log. */
export interface Statement {
  success: true;
  generated_at_utc: string | null;
  status: "ok" | "warn" | "bad";
  freshness_status: (typeof FRESHNESS)[number];
  age_hours: number | null;
  source: string;
  rows: readonly Row[];
  trust_context: {
    chain_mode: "demo" | "rpc";
    mint: string;
    rpc_hosts: readonly string[];
    method: string;
    slot: number | null;
  };
  [member: string]: unknown;
}

/** What a proof says at a moment: `found` null where its job has not run yet. */
export function stateProof(proof: Proof, found: Found | null, token: TrackedToken, now: number): Statement {
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
      chain_mode: token.mode,
      mint: token.mint,
      rpc_hosts: found?.rpcHosts ?? [],
      method: proof.method,
      slot: found?.slot ?? null,
    },
  };
}

/** When what a proof says last changed: its figures, or their turning stale. Unix milliseconds; null where missing. */
export function changedAt(proof: Proof, found: Found | null, now: number): number | null {
  if (found === null) return null;
  const staleAt = found.takenAt + proof.limitHours * HOUR_MS + 1;
  return staleAt <= now ? staleAt : found.takenAt;
}

/** What time alone changes in a proof; the verifier that we hand out knows the same names. */
const OF_THE_MOMENT = new Set(["generated_at_utc", "age_hours", "status", "freshness_status"]);

/** The statements of a proof alone, as one text: two proofs with the same figures have the same. */
export function figuresOf(statement: object): string {
  const members = Object.entries(statement).filter(([name]) => !OF_THE_MOMENT.has(name));
  return JSON.stringify(Object.fromEntries(members), (name, value: unknown) => {
    if (name === "slot") return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
