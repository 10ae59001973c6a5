import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";
import { LEVELS, type Level } from "../../platform/checks/index.ts";
import { judgeCheck, type Report } from "./system-status.ts";
import type { ReportContext } from "./view.ts";

export const Trust = Type.Object({
  generated_at: Timestamp({ description: "Time at which the figures were computed." }),
  chain_mode: Nullable(ChainModeShape, {
    description: "Where the chain's figures are from; null without a chain.",
  }),
  controls: Type.Array(
    Type.Object({
      id: Type.String({ description: "Id of the control, the same in every answer." }),
      title: Type.String({ description: "Title of the control in one line." }),
      status: OneOf([...LEVELS, "unknown"], {
        description:
          "Result of the control; unknown if nothing was measured, or nothing was announced to compare it with.",
      }),
      evidence_url: Nullable(Type.String(), {
        description: "Path of the evidence; null if this build lacks it.",
      }),
    }),
    { description: "The trust controls, in a fixed order." },
  ),
});

/** The project's commitments, each with the check that monitors it and the path of its evidence. */
const CONTROLS: readonly { id: string; title: string; check: string; evidence: string }[] = [
  {
    id: "system_status",
    title: "The service is measured every minute; gaps count as unknown",
    check: "overall",
    evidence: "/api/public/system-status/uptime",
  },
  {
    id: "mint_authority",
    title: "The token's mint and freeze authorities are as announced",
    check: "mint_authority",
    evidence: "/api/public/token-mint-authorities.json",
  },
  {
    id: "supply",
    title: "Supply and circulation are read from the chain",
    check: "public_stats",
    evidence: "/api/public/public-stats-cache-freshness.json",
  },
  {
    id: "holders",
    title: "Holders are counted by a scan whose total equals the supply",
    check: "holder_cache",
    evidence: "/api/public/holder-cache-freshness.json",
  },
  {
    id: "transactions",
    title: "Every transaction of the token is recorded",
    check: "transaction_sync",
    evidence: "/api/public/transaction-sync-freshness.json",
  },
  {
    id: "jobs",
    title: "The jobs that produce the proofs succeed",
    check: "reliability",
    evidence: "/api/public/token-snapshot-jobs-rollup.json",
  },
  {
    id: "backups",
    title: "A recent backup exists",
    check: "backup",
    evidence: "/api/public/system-status",
  },
];

/** The controls of GET /trust.json. */
export function buildTrust(
  report: Report,
  {
    pathOrNull,
    chainMode,
    lastSnapshotAt,
  }: Pick<ReportContext, "pathOrNull" | "chainMode" | "lastSnapshotAt">,
): Static<typeof Trust> {
  return {
    generated_at: isoUtc(report.at),
    chain_mode: chainMode,
    controls: CONTROLS.map(({ id, title, check, evidence }) => ({
      id,
      title,
      status: statusOf(report, check, lastSnapshotAt),
      evidence_url: pathOrNull(evidence),
    })),
  };
}

/** Overall is ok only once a snapshot has been stored: the control promises a measurement every minute. */
function statusOf(report: Report, name: string, lastSnapshotAt: number | null): Level | "unknown" {
  if (name === "overall") return judgeCheck({ status: report.overall, has_data: lastSnapshotAt !== null });
  const check = report.checks.get(name);
  return check === undefined ? "unknown" : judgeCheck(check);
}
