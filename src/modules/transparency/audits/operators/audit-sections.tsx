/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Sections } from "../../../../pages/index.ts";

export const PATH = "/admin/transparency";
export const RUNS_PATH = `${PATH}/runs`;
export const TRIAGE_PATH = `${PATH}/triage`;

/** Links to the operators' pages of audits. */
export function AuditSections({ current }: { current: string }): JSX.Element {
  return (
    <Sections
      label="Pages of audits"
      links={[
        [PATH, "To triage, thresholds"],
        [RUNS_PATH, "Runs"],
        [TRIAGE_PATH, "Triage"],
      ]}
      current={current}
    />
  );
}
