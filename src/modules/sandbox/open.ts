import type { Database } from "../../db/database.ts";
import { EvidenceRecorder } from "./promotion/index.ts";

export interface SandboxServices {
  /** Evidence of sandbox keys for their promotion. */
  evidence: EvidenceRecorder;
}

export function openSandbox({ sandbox }: { sandbox: Database }): SandboxServices {
  return { evidence: new EvidenceRecorder(sandbox) };
}
