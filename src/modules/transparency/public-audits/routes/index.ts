import type { Operation } from "../../../../http/operation.ts";
import { TopAnomalies } from "../rows/top-anomalies.ts";
import type { AuditSource } from "../source.ts";
import { comparisonRoutes } from "./comparisons.ts";
import { explanationRoutes } from "./explanations.ts";
import { exportRoutes } from "./exports.ts";
import { runRoutes } from "./runs.ts";

/** The public documents of the audits (contract section 15). */
export function auditDocumentRoutes(source: AuditSource): Operation[] {
  return [
    ...runRoutes(source, new TopAnomalies(source.live.read)),
    ...comparisonRoutes(source),
    ...exportRoutes(source),
    ...explanationRoutes(source),
  ];
}
