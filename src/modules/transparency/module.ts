import type { ChainReader } from "../../chain/chain-reader.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/process/log.ts";
import type { Module } from "../module.ts";
import { findTokenId } from "../token/figures/index.ts";
import { auditNotices, auditOperatorRoutes, auditPages } from "./audits/operators/index.ts";
import { type AuditRunner, auditJob, type PaidFor, RUN_RETENTION } from "./audits/runs/index.ts";
import { auditAnomaliesCheck, solvencyCheck } from "./checks/index.ts";
import { concentrationRoutes } from "./concentration/index.ts";
import { TRANSPARENCY_FINDINGS, type TransparencyFacts } from "./findings.ts";
import { holderPages, holderRoutes } from "./holders/index.ts";
import { openTransparency } from "./open.ts";
import { overviewPageRoutes } from "./overview/index.ts";
import { proofPageRoutes, proofRoutes, proofsJob } from "./proofs/index.ts";
import { auditDocumentRoutes, auditPageRoutes } from "./public-audits/index.ts";
import { schemaRegistryRoutes } from "./schema-registry/index.ts";
import { signedLogRoutes } from "./signed-log/index.ts";
import { type TrustParts, toTrustSource, trustRoutes } from "./trust-dashboard/index.ts";

export interface TransparencyParts extends TrustParts {
  config: TrustParts["config"] & { logLimit: number };
  clock: Clock;
  log: Logger;
  chain: ChainReader | null;
  /** Finds the conversion or claim paid by a transaction. */
  paidFor: PaidFor;
  audits: AuditRunner;
}

type Manifest = Module<TransparencyParts, TransparencyFacts> & { open: typeof openTransparency };

/** Publicly verifiable records: signed log, proofs, audits and trust dashboard. */
export const transparency: Manifest = {
  name: "transparency",
  open: openTransparency,
  operations: (parts, { site }) => {
    const { live, signedLog: log, token, startedAt, readLiabilities, audits } = parts;
    const shared = { live, log, token, startedAt, readLiabilities };
    const trust = toTrustSource(parts);
    const documents = [...auditDocumentRoutes(shared), ...trustRoutes(trust), ...concentrationRoutes(shared)];
    return [
      ...proofRoutes(shared),
      ...holderRoutes(live, token),
      ...holderPages({ site, live, token }),
      ...signedLogRoutes(log, startedAt),
      ...proofPageRoutes({ site, log, source: shared, startedAt }),
      ...auditOperatorRoutes({ live, token, audits }),
      ...auditPages({ site, live, token, audits }),
      ...documents,
      ...overviewPageRoutes(site, trust),
      ...auditPageRoutes(site, shared),
      ...schemaRegistryRoutes(documents, startedAt),
    ];
  },
  checks: [auditAnomaliesCheck, solvencyCheck],
  jobs: [proofsJob, auditJob],
  limits: ({ logLimit }) => ({
    log: { perMinute: logLimit, label: "Signed log", countedBy: "address" },
  }),
  findings: TRANSPARENCY_FINDINGS,
  retention: [RUN_RETENTION],
  notices: ({ live, token }) =>
    auditNotices(live.read, token === null ? null : findTokenId(live.read, token.source)),
  navigation: [
    { path: "/admin/transparency", label: "Transparency", group: "Token", order: 75 },
    { path: "/admin/holders", label: "Holders", group: "Token", order: 76 },
  ],
  groups: [
    {
      name: "proofs",
      order: 100,
      description: "The evidence behind the figures, their freshness, and their entries in the signed log.",
    },
    {
      name: "log",
      order: 110,
      description: "The signed log: checkpoint, tiles, entries, objects, offline proofs, and a verifier.",
    },
    {
      name: "transparency",
      order: 120,
      description: "Audit anomalies, the trust dashboard and concentration.",
    },
  ],
};
