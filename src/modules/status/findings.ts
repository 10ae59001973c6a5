import { bad, type Diagnosis, type Finding, type Inspection, ok } from "../platform/diagnosis/index.ts";

export interface StatusFacts extends Inspection {
  /** The policy of the status checks, or the fault of its file. */
  statusPolicy: () => { source: "built_in" | "file"; version: string } | { fault: string };
}

export const STATUS_FINDINGS: readonly Finding<StatusFacts>[] = [
  { name: "status_policy", order: 210, look: statusPolicy },
];

function statusPolicy(facts: StatusFacts): Diagnosis {
  const policy = facts.statusPolicy();
  if ("fault" in policy)
    return bad(
      `${policy.fault} The server refuses to start.`,
      "Correct the file, or unset STATUS_POLICY_FILE.",
    );
  return ok(policy.source === "file" ? `thresholds of version ${policy.version}` : "built-in thresholds");
}
