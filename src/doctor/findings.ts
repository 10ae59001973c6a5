import { MODULES } from "../compose/modules.ts";
import { bad, type Diagnosis, type Finding } from "../modules/platform/diagnosis/index.ts";
import { DIRECTORY_FINDINGS } from "./directory.ts";
import type { DoctorFacts } from "./inspection.ts";
import { PROCESS_FINDINGS } from "./process.ts";

export interface NamedDiagnosis extends Diagnosis {
  name: string;
  /** Whether an installation like this is not ready for production: bad there, whatever its level here. */
  blocksProduction: boolean;
}

/** Every finding of the process, its directory and the modules, in the order of the report. */
const FINDINGS = [
  ...PROCESS_FINDINGS,
  ...DIRECTORY_FINDINGS,
  ...MODULES.flatMap(({ findings }) => findings ?? []),
].sort((one, other) => one.order - other.order);

/** Each finding as this installation's mode has it, and whether production would judge it bad. */
export function judgeFacts(facts: DoctorFacts): NamedDiagnosis[] {
  const { missingSecrets, isProduction } = facts.config;
  const inProduction = { ...facts, config: { ...facts.config, isProduction: true } };
  return FINDINGS.flatMap(({ name, secrets = [], look }) => {
    if (secrets.some((secret) => missingSecrets.includes(secret))) return [];
    const diagnosis = lookSafely(name, facts, look);
    if (diagnosis === null) return [];
    const blocksProduction =
      diagnosis.level === "bad" ||
      diagnosis.blocksProduction === true ||
      (!isProduction && lookSafely(name, inProduction, look)?.level === "bad");
    return [{ name, ...diagnosis, blocksProduction }];
  });
}

/** A file that cannot be read is a finding, too: the others are still reported. */
function lookSafely(name: string, facts: DoctorFacts, look: Finding<DoctorFacts>["look"]): Diagnosis | null {
  try {
    return look(facts);
  } catch (error) {
    return bad(
      `${name} could not be examined: ${(error as Error).message}.`,
      "Run doctor as root, or as the account that owns the data directory.",
    );
  }
}
