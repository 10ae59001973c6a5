import type { TrackedToken } from "../token/figures/index.ts";
import { type AuditParts, AuditRunner } from "./audits/runs/index.ts";

export interface TransparencyServices {
  /** Audits that operators start in this process. */
  audits: AuditRunner;
}

export function openTransparency(parts: AuditParts & { token: TrackedToken | null }): TransparencyServices {
  return { audits: new AuditRunner(parts, parts.token) };
}
