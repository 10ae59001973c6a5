import { backupSettings, backups, litestream, replication } from "./backups.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { dataDirectory, diskSpace, log, logKey, masterKey, schema, sqlite, wal } from "./directory.ts";
import type { Facts } from "./facts.ts";
import { miniapp } from "./miniapp.ts";
import {
  alerts,
  chain,
  environment,
  mail,
  nonces,
  proxyVariables,
  publicBaseUrl,
  rateLimits,
  statusChecks,
  trustedProxies,
  webhookTargets,
} from "./settings.ts";
import { keyCopies, owner, safeMode } from "./state.ts";

export interface Finding extends Diagnosis {
  name: string;
}

/** Every finding, in the order of the report. What cannot be said yet is left out. */
export function findingsOf(facts: Facts): Finding[] {
  const { installed } = facts;
  const state = installed?.state ?? null;
  const diagnoses: [string, Diagnosis | null][] = [
    ["environment", environment(facts)],
    ["public_base_url", publicBaseUrl(facts)],
    ["trusted_proxies", trustedProxies(facts)],
    ["proxy_variables", proxyVariables(facts)],
    ["data_directory", dataDirectory(facts)],
    ["disk_space", diskSpace(facts)],
    ["sqlite", sqlite(facts)],
    ["schema", installed && schema(installed)],
    ["wal", installed && wal(installed)],
    ["master_key", installed && masterKey(facts, installed)],
    ["log_key", installed && logKey(facts, installed)],
    ["log", installed && log(facts, installed)],
    ["key_copies", state && keyCopies(state)],
    ["backup_settings", backupSettings(facts)],
    ["backups", installed && backups(facts, installed)],
    ["litestream", litestream(facts)],
    ["replication", installed && replication(facts, installed)],
    ["owner", state && owner(facts, state)],
    ["safe_mode", state && safeMode(state)],
    ["chain", chain(facts)],
    ["status_policy", statusChecks(facts)],
    ["mail", mail(facts)],
    ["alerts", alerts(facts, state)],
    ["rate_limits", rateLimits(facts, state)],
    ["nonces", nonces(facts)],
    ["webhook_targets", webhookTargets(facts)],
    ...miniapp(facts),
  ];
  return diagnoses.flatMap(([name, diagnosis]) => (diagnosis === null ? [] : [{ name, ...diagnosis }]));
}
