import type { Database } from "../../../db/database.ts";
import { Cacheable } from "../../../http/answers/answer.ts";
import { type CsvCell, csvRow } from "../../../kit/formats/csv.ts";
import { StoredAnswer, type TrackedToken } from "../../token/figures/index.ts";
import {
  findNewestReference,
  type LogReference,
  readLastObject,
  type SignedLog,
} from "../signed-log/index.ts";
import {
  changedAt,
  encodeFigures,
  type Proof,
  type ProofFigures,
  type ReadLiabilities,
  type Statement,
  stateProof,
} from "./proof.ts";

const MAX_AGE_SECONDS = 30;

/** A proof as currently published. */
export interface PublishedProof {
  proof: Proof;
  found: ProofFigures | null;
  statement: Statement & { trust_context: { log: LogReference | null } };
  /** Time of the last change in Unix milliseconds. */
  changedAt: number;
  /** Whether the published figures are newer than those in the log. */
  isAhead: boolean;
}

/** Dependencies of the proofs. */
export interface ProofSource {
  live: Database;
  log: SignedLog;
  /** Null if no chain is configured. */
  token: TrackedToken | null;
  readLiabilities: ReadLiabilities;
  /** Start of the process in Unix milliseconds; Last-Modified of missing proofs. */
  startedAt: number;
}

/** A proof with its log entry; null if it has no figures yet and `isShownMissing` is false. */
export function publishProof(source: ProofSource, proof: Proof, now: number): PublishedProof | null {
  const { live, log, token, startedAt, readLiabilities } = source;
  const found = proof.find(live.read, token, { now, readLiabilities });
  if (found === null && !proof.isShownMissing) return null;
  const { success, trust_context, ...statement } = stateProof(proof, { found, token, now });
  const place = found === null ? null : findNewestReference(log, proof.name);
  const published = {
    success,
    ...statement,
    trust_context: { ...trust_context, log: place },
  } as PublishedProof["statement"];
  return {
    proof,
    found,
    statement: published,
    changedAt: Math.max(
      changedAt(proof, found, now) ?? startedAt,
      place === null ? 0 : Date.parse(place.logged_at),
    ),
    isAhead: found !== null && isAhead(log, proof, { success, ...statement, trust_context }),
  };
}

function isAhead(log: SignedLog, { name }: Proof, statement: object): boolean {
  const last = readLastObject(log.db.read, name);
  return last === null || encodeFigures(last.object) !== encodeFigures(statement);
}

/** The JSON and CSV answers of a proof, shared by all requests within a second. */
export class ProofAnswers {
  readonly #answers: StoredAnswer<"json" | "csv">;

  constructor(source: ProofSource, proof: Proof) {
    this.#answers = new StoredAnswer(source.live, (format, now) => {
      const published = publishProof(source, proof, now);
      if (published === null) return null;
      const { success: _, ...body } = published.statement;
      return new Cacheable(format === "csv" ? csvOf(published) : body, published.changedAt, MAX_AGE_SECONDS);
    });
  }

  at(format: "json" | "csv", now: number): Cacheable | null {
    return this.#answers.at(format, now);
  }
}

/** One row per subject, each with the freshness. Without subjects, a single row holds only the freshness. */
function csvOf({ proof, statement }: PublishedProof): string {
  const { trust_context: trust } = statement;
  const shared: Record<string, CsvCell> = {
    generated_at_utc: statement.generated_at_utc,
    status: statement.status,
    freshness_status: statement.freshness_status,
    age_hours: statement.age_hours,
    [proof.limitField]: proof.limitHours,
    source: statement.source,
    chain_mode: trust.chain_mode,
    mint: trust.mint,
    slot: trust.slot,
    log_index: trust.log?.index ?? null,
  };
  const rows: readonly Record<string, CsvCell>[] = statement.rows.length === 0 ? [{}] : statement.rows;
  const head = [...Object.keys(proof.columns), ...Object.keys(shared)];
  const lines = rows.map((row) => [
    ...Object.keys(proof.columns).map((name) => row[name] ?? null),
    ...Object.values(shared),
  ]);
  return [head, ...lines].map(csvRow).join("");
}
