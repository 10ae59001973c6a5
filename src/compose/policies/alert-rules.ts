import { readFileSync } from "node:fs";
import { fileFaultWords } from "../../kit/process/files.ts";
import {
  AlertRulesError,
  BUILT_IN_RULES,
  parseRules,
  type Rule,
} from "../../modules/operations/monitor/index.ts";
import { type Config, ConfigError } from "../config.ts";
import { CHECKS } from "../modules.ts";

const EXAMPLE =
  '{"rules": [{"rule": "http_5xx_share", "threshold": 5, "for_minutes": 10, "runbook": "Look at the log."}]}';

/** The rules of the alerts monitor. @throws ConfigError if the configured file cannot be used */
export function alertRules({ alertRulesFile: path }: Config): readonly Rule[] {
  if (path === null) return BUILT_IN_RULES;
  try {
    return parseRules(readFileSync(path, "utf8"), CHECKS.names);
  } catch (error) {
    const why = error instanceof AlertRulesError ? error.message : fileFaultWords(error);
    throw new ConfigError(`ALERT_RULES_FILE: ${path}: ${why}. Example: ${EXAMPLE}`);
  }
}
