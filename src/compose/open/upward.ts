import { readJobStates } from "../../jobs/states.ts";

import { ensurePartner } from "../../modules/access/keys/index.ts";
import { readLatencyByHour } from "../../modules/access/usage/index.ts";
import { noteMail } from "../../modules/ledger/claims/index.ts";
import { findHouseId, HOUSE } from "../../modules/messenger/players/index.ts";
import { buildChangeAlert, gamePausedAlert } from "../../modules/operations/alerts/index.ts";
import type { Thresholds } from "../../modules/platform/checks/index.ts";
import { logJobProofs } from "../../modules/transparency/proofs/index.ts";
import { JOBS, MODULES } from "../modules.ts";
import { openApiSha256 } from "../openapi-hash.ts";
import { replicaFacts } from "../replica.ts";
import type { Services, Upward } from "../services.ts";
import { createTrustFacts } from "../trust-facts.ts";

import type { Late } from "./late.ts";

/** The status page shows the latency of a day. */
const LATENCY_HOURS = 24;

/** @param whole the services, once every module is open; a call before that throws */
export function upwardCalls(whole: Late<Services>): Upward {
  return {
    boundChecks: MODULES.flatMap(({ checks }) => checks ?? []).map(({ look, ...check }) => ({
      ...check,
      look: (thresholds: Thresholds, now: number) => look(whole.get(), thresholds, now),
    })),
    ensureHouse: (tx) => findHouseId(tx) ?? ensurePartner(tx, HOUSE),
    onGamePaused(tx, game, reason) {
      const { alerts, baseUrl } = whole.get();
      alerts.raise(tx, gamePausedAlert(game, reason, baseUrl()));
    },
    forgetUser(tx, userId) {
      for (const { forgetUser } of MODULES) forgetUser?.(tx, userId);
    },
    onMailEnd: noteMail,
    onStatusChange(tx, changes, report) {
      const { alerts, baseUrl, status } = whole.get();
      const facts = { report, states: status.toStates(report), checks: status.checks, baseUrl: baseUrl() };
      const alert = buildChangeAlert(changes, facts);
      if (alert !== null) alerts.raise(tx, alert);
    },
    jobStates(now) {
      const { live, startedAt } = whole.get();
      return readJobStates(live.read, JOBS, { startedAt, now });
    },
    replica: (now) => replicaFacts(whole.get().replicator, now),
    logJobProofs: (job) => logJobProofs(whole.get(), job),
    latencyByHour(mounted, now) {
      const { live, sandbox, usage } = whole.get();
      return readLatencyByHour([live.read, sandbox.read], usage, { mounted, hours: LATENCY_HOURS, now });
    },
    trustFacts: createTrustFacts(whole),
    moduleMetrics: (now) => MODULES.flatMap(({ metrics }) => metrics?.(whole.get(), now) ?? []),
    notices: () => MODULES.flatMap(({ notices }) => notices?.(whole.get()) ?? []),
    openApiSha256: () => openApiSha256(whole.get()),
  };
}
