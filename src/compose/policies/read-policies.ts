import { readFileSync } from "node:fs";
import { InvalidInput } from "../../kit/invalid-input.ts";
import { fileFaultWords } from "../../kit/process/files.ts";
import {
  AlertRulesError,
  BUILT_IN_RULES,
  parseRules,
  type Rule,
} from "../../modules/operations/monitor/index.ts";
import {
  BUILT_IN_POLICY,
  type Policy,
  PolicyError,
  parsePolicy,
} from "../../modules/share-links/links/index.ts";
import { type BrandValues, logoOfFile } from "../../pages/index.ts";
import { requireBackupKey } from "../backup-places.ts";
import type { Config } from "../config.ts";
import { ConfigError, orFault } from "../config-error.ts";
import { CHECKS } from "../modules.ts";
import type { Policies } from "../services.ts";
import { readDeprecations } from "./deprecations.ts";
import { statusPolicy } from "./status-policy.ts";

const EXAMPLE =
  '{"rules": [{"rule": "http_5xx_share", "threshold": 5, "for_minutes": 10, "runbook": "Look at the log."}]}';

/** The rules of the alerts monitor. @throws ConfigError if the configured file cannot be used */
function alertRules({ alertRulesFile: path }: Config): readonly Rule[] {
  if (path === null) return BUILT_IN_RULES;
  try {
    return parseRules(readFileSync(path, "utf8"), CHECKS.names);
  } catch (error) {
    const why = error instanceof AlertRulesError ? error.message : fileFaultWords(error);
    throw new ConfigError(`ALERT_RULES_FILE: ${path}: ${why}. Example: ${EXAMPLE}`);
  }
}

/** @throws ConfigError with the faults of all files, and of a backup key that no backup could be made with */
export function readPolicies(config: Config, baseUrl: () => string): Policies {
  const faults: string[] = [];
  const policy = orFault(faults, () => statusPolicy(config));
  const sharePolicy = orFault(faults, () => readAudioSharePolicy(config));
  const rules = orFault(faults, () => alertRules(config));
  const deprecations = orFault(faults, () => readDeprecations(config, baseUrl));
  const brand = orFault(faults, () => readBrand(config));
  orFault(faults, () => requireBackupKey(config));
  if (
    policy === null ||
    sharePolicy === null ||
    rules === null ||
    deprecations === null ||
    brand === null ||
    faults.length > 0
  )
    throw new ConfigError(...faults);
  return { policy, sharePolicy, rules, deprecations, brand };
}

/** The brand by the settings. @throws ConfigError for an unreadable or unsuitable file */
function readBrand(config: Config): BrandValues {
  const {
    brandColour: colour,
    brandLinks: links,
    brandLogoFile: path,
    brandName: name,
    brandText: text,
  } = config;
  return { name, text, colour, links, logo: path === null ? null : readLogo(path) };
}

function readLogo(path: string): BrandValues["logo"] {
  try {
    return logoOfFile(readFileSync(path));
  } catch (error) {
    const words = error instanceof InvalidInput ? error.message : fileFaultWords(error);
    throw new ConfigError(
      `BRAND_LOGO_FILE: ${path}: ${words}. Example: BRAND_LOGO_FILE=/etc/salute/logo.svg`,
    );
  }
}

/** The configured policy of share links. @throws ConfigError if its file cannot be used */
function readAudioSharePolicy({ audioSharePolicyFile: path }: Config): Policy {
  if (path === null) return BUILT_IN_POLICY;
  try {
    return parsePolicy(readFileSync(path, "utf8"));
  } catch (error) {
    const words = error instanceof PolicyError ? ` ${error.message}` : `: ${fileFaultWords(error)}`;
    throw new ConfigError(
      `AUDIO_SHARE_POLICY_FILE: ${path}${words}. Example: {"allow": ["music.example", "*.cdn.example"], "revision": "2026-11-21"}`,
    );
  }
}
