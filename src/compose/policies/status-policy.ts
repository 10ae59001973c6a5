import { fileFaultWords } from "../../kit/process/files.ts";
import {
  builtInPolicy,
  type Policy,
  readPolicyFile,
  StatusPolicyError,
} from "../../modules/status/system/index.ts";
import { type Config, ConfigError } from "../config.ts";
import { CHECKS } from "../modules.ts";

const EXAMPLE = '{"version": "2026-11", "checks": {"jobs": {"late_minutes_warn": 10}}}';

/**
 * The policy of the status checks.
 * @throws ConfigError if the configured file cannot be read or is invalid
 */
export function statusPolicy({ statusPolicyFile }: Config): Policy {
  if (statusPolicyFile === null) return builtInPolicy(CHECKS);
  try {
    return readPolicyFile(statusPolicyFile, CHECKS);
  } catch (error) {
    const why = error instanceof StatusPolicyError ? error.message : fileFaultWords(error);
    throw new ConfigError(`STATUS_POLICY_FILE: ${statusPolicyFile}: ${why}. Example: ${EXAMPLE}`);
  }
}
