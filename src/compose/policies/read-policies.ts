import { requireBackupKey } from "../backup-places.ts";
import type { Config } from "../config.ts";
import { ConfigError, orFault } from "../config-error.ts";
import type { Policies } from "../services.ts";
import { alertRules } from "./alert-rules.ts";
import { readBrand } from "./brand.ts";
import { readDeprecations } from "./deprecations.ts";
import { readAudioSharePolicy } from "./share-policy.ts";
import { statusPolicy } from "./status-policy.ts";

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
