import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { DAY_MS, isoUtc } from "../../../kit/clock.ts";
import { ERROR_RATE_CHECK, EVIDENCE_CHECKS, MAX_ERROR_PCT, MIN_OPERATIONS } from "./checks.ts";
import { PROMOTION_POLICY, type PromotionCheck, type PromotionReport } from "./model.ts";
import { countRecent, type EvidenceRow, listEvidence, type RecentCounts } from "./store.ts";

export const EVIDENCE_DAYS = 30;

type Check = Static<typeof PromotionCheck>;

/**
 * The checks that a sandbox key has passed in the last 30 days, and those that it has not, among those its scopes
 * allow.
 * @param sandbox sandbox.db, which holds sandbox keys and their evidence.
 * @param now Unix milliseconds, real time.
 */
export function readPromotionReport(
  sandbox: Sql,
  key: { partner: string; keyId: string; scopes: readonly string[] },
  now: number,
): Static<typeof PromotionReport> {
  const notBefore = now - EVIDENCE_DAYS * DAY_MS;
  const seen = new Map(listEvidence(sandbox, key.keyId, notBefore).map((row) => [row.name, row]));
  const recent = countRecent(sandbox, key.keyId, notBefore);
  const isPossible = ({ scopes }: { scopes: readonly string[] | null }) =>
    scopes?.some((scope) => key.scopes.includes(scope)) ?? true;
  const checks = [
    ...EVIDENCE_CHECKS.filter(isPossible).map(({ name, title, howToPass }) => {
      const row = seen.get(name);
      return {
        name,
        title,
        passed: row !== undefined,
        evidence: row === undefined ? null : evidenceOf(row),
        how_to_pass: howToPass,
      };
    }),
    errorRateCheck(recent),
  ];
  const passed = checks.filter((check) => check.passed).length;
  return {
    partner: key.partner,
    key_id: key.keyId,
    promotion_policy: PROMOTION_POLICY,
    ready: passed === checks.length,
    passed_count: passed,
    checks_count: checks.length,
    checks,
    not_judged: EVIDENCE_CHECKS.filter((each) => !isPossible(each)).map(({ name, scopes }) => ({
      name,
      scopes: [...(scopes ?? [])],
    })),
    error_rate: {
      ...recent,
      min_operations: MIN_OPERATIONS,
      error_rate_pct: errorPct(recent),
      max_error_rate_pct: MAX_ERROR_PCT,
    },
    evidence_days: EVIDENCE_DAYS,
  };
}

function evidenceOf({ seen_at, request_id, route, count }: EvidenceRow): Check["evidence"] {
  const [method = "", path = ""] = route.split(" ");
  const times = count === 1 ? "once" : `${count} times`;
  return {
    summary: `Seen ${times}, last by ${route} at ${isoUtc(seen_at)}.`,
    seen_at: isoUtc(seen_at),
    request_id,
    method,
    path,
    count,
  };
}

function errorRateCheck(recent: RecentCounts): Check {
  const { name, title, howToPass } = ERROR_RATE_CHECK;
  const pct = errorPct(recent);
  return {
    name,
    title,
    passed: recent.operations >= MIN_OPERATIONS && recent.errors * 100 < MAX_ERROR_PCT * recent.requests,
    evidence:
      recent.requests === 0
        ? null
        : {
            summary: `${recent.errors} of the last ${recent.requests} requests failed (${pct} %); ${recent.operations} different operations succeeded.`,
            seen_at: null,
            request_id: null,
            method: null,
            path: null,
            count: recent.requests,
          },
    how_to_pass: howToPass,
  };
}

function errorPct({ requests, errors }: RecentCounts): number {
  return requests === 0 ? 0 : Math.round((errors / requests) * 10_000) / 100;
}
