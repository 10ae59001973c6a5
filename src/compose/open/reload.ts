import type { Config } from "../config.ts";
import { collectRateLimits } from "../http-services.ts";
import { readPolicies } from "../policies/read-policies.ts";
import type { Services } from "../services.ts";
import { SETTINGS, type Values } from "../settings/index.ts";
import { alertTargets } from "./alert-receiver.ts";

/** Settings that a running server can take over, beside every rate limit. */
const LIVE: readonly (keyof Values)[] = [
  "logLevel",
  "alertWebhookUrl",
  "alertWebhookFormat",
  "alertEmail",
  "alertEscalationUrl",
  "alertEscalationMinutes",
  "statusPolicyFile",
  "alertRulesFile",
  "audioSharePolicyFile",
  "brandName",
  "brandText",
  "brandColour",
  "brandLinks",
  "brandLogoFile",
];

const names = Object.keys(SETTINGS).filter((name): name is keyof Values => name in SETTINGS);
const isLive = (name: keyof Values) => LIVE.includes(name) || name.endsWith("Limit");
const LIVE_VARIABLES = new Set(names.filter(isLive).map((name) => SETTINGS[name].variable as string));

/** Variables that changed: those in force now, and those that need a restart. */
export interface Reloaded {
  applied: readonly string[];
  needRestart: readonly string[];
}

/**
 * Takes over what can change safely while the server runs, and reads the policy files again.
 * @throws ConfigError if a file cannot be used; nothing has changed then
 */
export function reload(services: Services, next: Config, changed: readonly string[]): Reloaded {
  const { config, log, http, alerts, alertRules, status, audioShare, brand } = services;
  const { policy, rules, sharePolicy, brand: face } = readPolicies(next, http.baseUrl);
  const live = Object.fromEntries(names.filter(isLive).map((name) => [name, next[name as keyof Config]]));
  const targets = alertTargets({ ...config, ...live });
  const described = next.described.map((row, index) =>
    LIVE_VARIABLES.has(row.variable) ? row : (config.described[index] ?? row),
  );
  Object.assign(config, live, { described });
  log.setLevel(config.logLevel);
  Object.assign(http.limits, collectRateLimits(config));
  alerts.retarget(targets);
  alertRules.splice(0, alertRules.length, ...rules);
  status.usePolicy(policy);
  audioShare.usePolicy(sharePolicy);
  brand.useSettings(face);
  return {
    applied: changed.filter((variable) => LIVE_VARIABLES.has(variable)),
    needRestart: changed.filter((variable) => !LIVE_VARIABLES.has(variable)),
  };
}
