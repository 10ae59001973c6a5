import type { Database } from "../../../../db/database.ts";
import { Accepted } from "../../../../http/answers/answer.ts";
import { type Operation, operator, writeOperation } from "../../../../http/operation.ts";
import { timeOrNull } from "../../../../kit/clock.ts";
import { CHAIN_ERRORS } from "../../../platform/chain-access/index.ts";
import { findTokenId, type TrackedToken } from "../../../token/figures/index.ts";
import { setThreshold } from "../policy/index.ts";
import {
  AUDIT_ERRORS,
  type AuditRunner,
  pinBaseline,
  RunShape,
  requestedWindow,
  runView,
} from "../runs/index.ts";
import { recordTriage } from "../triage/index.ts";
import {
  BaselineBody,
  BaselineShape,
  RunBody,
  RunningShape,
  ThresholdBody,
  ThresholdChangeShape,
  TriageBody,
  TriageShape,
  thresholdChangeView,
  triageView,
} from "./model.ts";

const PATH = "/admin/ops/audit-anomalies";
const SHARED = { method: "POST", group: "ops", access: operator("operator") } as const;

export interface AuditOperatorParts {
  live: Database;
  token: TrackedToken | null;
  audits: AuditRunner;
}

/** JSON operations with which operators run, tune and triage audits. */
export function auditOperatorRoutes(parts: AuditOperatorParts): Operation[] {
  return [runRoute(parts), thresholdRoute(), triageRoute(parts), baselineRoute(parts)];
}

/** Null until the chain was first read. */
function tokenIdOf({ live, token }: AuditOperatorParts): number | null {
  return token === null ? null : findTokenId(live.read, token.source);
}

function runRoute({ audits }: AuditOperatorParts): Operation {
  return writeOperation({
    ...SHARED,
    id: "runAudit",
    path: `${PATH}/runs`,
    summary: "Audit the token's movements in a time window now",
    outcome: "The run has finished; the answer sums it up.",
    description:
      "Without from and to, audits the previous UTC day. Answers when the run has finished, or with 202 after 55 s. Each call creates a new run.",
    body: RunBody,
    response: RunShape,
    accepted: RunningShape,
    errors: ["state_conflict", CHAIN_ERRORS.rpc_unavailable],
    // The run commits in its own chunks: a single transaction would block all other writes.
    prepare: ({ actor, body, now }) =>
      audits.run(requestedWindow({ from: timeOrNull(body.from), to: timeOrNull(body.to) }, now), actor),
    write: (_, __, run) => (run === null ? new Accepted({ status: "running" }) : runView(run)),
  });
}

function thresholdRoute(): Operation {
  return writeOperation({
    ...SHARED,
    id: "changeAuditThreshold",
    path: `${PATH}/thresholds`,
    summary: "Change an audit threshold from the next run on",
    outcome: "The threshold was changed for later runs.",
    body: ThresholdBody,
    response: ThresholdChangeShape,
    write: (tx, { body, actor }) => thresholdChangeView(setThreshold(tx, actor, body)),
  });
}

function triageRoute(parts: AuditOperatorParts): Operation {
  return writeOperation({
    ...SHARED,
    id: "triageAnomaly",
    path: `${PATH}/triage`,
    summary: "Set the triage status of an anomaly",
    outcome: "The triage status was set.",
    description:
      "Identifies a transaction by signature, or one row by row_id. Earlier entries stay in the history.",
    body: TriageBody,
    response: TriageShape,
    errors: ["not_found"],
    write: (tx, { body, actor }) => {
      const { signature = null, row_id = null, status, owner = null, eta_utc, note = null } = body;
      const eta = eta_utc == null ? null : Date.parse(eta_utc);
      const input = { tokenId: tokenIdOf(parts), signature, row_id, status, owner, eta_utc: eta, note };
      return triageView(recordTriage(tx, actor, input));
    },
  });
}

function baselineRoute(parts: AuditOperatorParts): Operation {
  return writeOperation({
    ...SHARED,
    id: "pinAuditBaseline",
    path: `${PATH}/baseline`,
    summary: "Pin a complete run as the baseline, or unpin it",
    outcome: "The baseline was pinned, or unpinned with null.",
    body: BaselineBody,
    response: BaselineShape,
    errors: [AUDIT_ERRORS.run_not_found, "state_conflict"],
    write: (tx, { body: { run }, actor }) => {
      pinBaseline(tx, actor, { tokenId: tokenIdOf(parts), run });
      return { run };
    },
  });
}
