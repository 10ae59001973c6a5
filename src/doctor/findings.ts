import { MODULES } from "../compose/modules.ts";
import type { Diagnosis } from "../modules/platform/diagnosis/index.ts";
import { DIRECTORY_FINDINGS } from "./directory.ts";
import type { DoctorFacts } from "./inspection.ts";
import { PROCESS_FINDINGS } from "./process.ts";

export interface NamedDiagnosis extends Diagnosis {
  name: string;
}

/** Every finding of the process, its directory and the modules, in the order of the report. */
const FINDINGS = [
  ...PROCESS_FINDINGS,
  ...DIRECTORY_FINDINGS,
  ...MODULES.flatMap(({ findings }) => findings ?? []),
].sort((one, other) => one.order - other.order);

export function findingsOf(facts: DoctorFacts): NamedDiagnosis[] {
  const { missingSecrets } = facts.config;
  return FINDINGS.flatMap(({ name, secrets = [], look }) => {
    if (secrets.some((secret) => missingSecrets.includes(secret))) return [];
    const diagnosis = look(facts);
    return diagnosis === null ? [] : [{ name, ...diagnosis }];
  });
}
