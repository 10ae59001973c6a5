import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { promotionEvidence } from "../../../db/tables/promotion.ts";
import { type AnsweredRequest, classifyRequest, EVIDENCE_CHECKS, RECENT_REQUESTS } from "./checks.ts";

export type EvidenceRow = Pick<
  RowOf<typeof promotionEvidence>,
  "name" | "seen_at" | "request_id" | "route" | "count"
>;

/** Stores the evidence of requests in order, and of each key the last 100 that its error rate counts. */
export function recordRequests(tx: Tx, requests: readonly AnsweredRequest[]): void {
  for (const request of requests) {
    const { keyId, at, requestId, route } = request;
    const outcome = classifyRequest(request);
    if (outcome !== "not counted")
      tx.run(
        "INSERT INTO recent_requests (key_id, at, route, is_error) VALUES (?, ?, ?, ?)",
        keyId,
        at,
        route,
        outcome === "failure" ? 1 : 0,
      );
    for (const check of EVIDENCE_CHECKS) {
      if (!check.isShownBy(request)) continue;
      tx.run(
        `INSERT INTO promotion_evidence (key_id, name, seen_at, request_id, route, count) VALUES (?, ?, ?, ?, ?, 1)
           ON CONFLICT (key_id, name) DO UPDATE SET seen_at = excluded.seen_at, request_id = excluded.request_id,
             route = excluded.route, count = count + 1`,
        keyId,
        check.name,
        at,
        requestId,
        route,
      );
    }
  }
  for (const keyId of new Set(requests.map((request) => request.keyId))) {
    tx.run(
      `DELETE FROM recent_requests WHERE key_id = ?1 AND id <=
         (SELECT id FROM recent_requests WHERE key_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
      keyId,
      RECENT_REQUESTS,
    );
  }
}

export function listEvidence(sql: Sql, keyId: string, notBefore: number): EvidenceRow[] {
  return sql.all<EvidenceRow>(
    "SELECT name, seen_at, request_id, route, count FROM promotion_evidence WHERE key_id = ? AND seen_at >= ?",
    keyId,
    notBefore,
  );
}

/** A key's last counted requests. */
export interface RecentCounts {
  requests: number;
  errors: number;
  /** Different operations that succeeded. */
  operations: number;
}

export function countRecent(sql: Sql, keyId: string, notBefore: number): RecentCounts {
  return sql.one<RecentCounts>(
    `SELECT count(*) AS requests, ifnull(sum(is_error), 0) AS errors,
       count(DISTINCT CASE WHEN is_error = 0 THEN route END) AS operations
       FROM recent_requests WHERE key_id = ? AND at >= ?`,
    keyId,
    notBefore,
  );
}

/** Deletes evidence older than a time, at most `chunk` rows of each table per call. Returns how many. */
export function purgeEvidence(tx: Tx, before: number, chunk: number): number {
  const evidence = tx.run("DELETE FROM promotion_evidence WHERE seen_at < ? LIMIT ?", before, chunk);
  const requests = tx.run("DELETE FROM recent_requests WHERE at < ? LIMIT ?", before, chunk);
  return evidence.changes + requests.changes;
}
