import { ConfigError, FlagError } from "../config-error.ts";
import { withoutPasswords } from "../describe-settings.ts";
import type { Environment } from "../environment.ts";
import { SETTINGS, type Values } from "../settings/index.ts";
import type { Setting } from "../settings/setting.ts";
import { faultsOfCombinations } from "./combinations.ts";

/** Flags of the command line, which take precedence over the environment. */
export interface Overrides {
  port?: string | undefined;
  host?: string | undefined;
  data?: string | undefined;
  autoPromote?: string | undefined;
  promoteAfter?: string | undefined;
  cooldown?: string | undefined;
  witness?: string | undefined;
}

/** Flags that take precedence over variables, as typed. */
const FLAGS: Readonly<Record<string, { flag: string; of: keyof Overrides }>> = {
  PORT: { flag: "--port", of: "port" },
  HOST: { flag: "--host", of: "host" },
  DATA_DIR: { flag: "--data", of: "data" },
  AUTO_PROMOTE: { flag: "--auto-promote", of: "autoPromote" },
  AUTO_PROMOTE_AFTER_SECONDS: { flag: "--promote-after", of: "promoteAfter" },
  AUTO_PROMOTE_COOLDOWN_SECONDS: { flag: "--cooldown", of: "cooldown" },
  LEASE_WITNESS_URL: { flag: "--witness", of: "witness" },
};

/** The variables that flags stand above, with the flags' values. */
export function toVariables(overrides: Overrides): Environment {
  const given = Object.entries(FLAGS).map(([variable, { of }]) => [variable, overrides[of]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

interface Given {
  /** With the flags' values. */
  environment: Environment;
  overrides: Overrides;
  /** Secrets of the directory's server that this command lacks. */
  missingSecrets: readonly string[];
}

/** The value of every setting. @throws FlagError or ConfigError with all faults at once */
export function parseSettings({ environment, overrides, missingSecrets }: Given): Values {
  const settings: { [Name in keyof Values]: Setting<Values[Name]> } = SETTINGS;
  const values: Partial<Values> = {};
  const faults: string[] = [];
  let isUsage = false;
  const parse = <Name extends keyof Values>(name: Name) => {
    try {
      values[name] = parseOne(settings[name], environment, overrides);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error.message);
      isUsage ||= error instanceof FlagError;
    }
  };
  const isName = (name: string): name is keyof Values => name in SETTINGS;
  const isWhole = (some: Partial<Values>): some is Values =>
    Object.keys(SETTINGS).every((name) => name in some);
  Object.keys(SETTINGS).filter(isName).forEach(parse);
  faults.push(...faultsOfCombinations(values, missingSecrets), ...missingOnes(values, environment));
  if (faults.length > 0) throw new (isUsage ? FlagError : ConfigError)(...faults);
  if (!isWhole(values)) throw new Error("a setting was not parsed");
  return values;
}

/** Faults of REQUIRED_SETTINGS: settings that are not set, and names of none. */
function missingOnes({ requiredSettings = [] }: Partial<Values>, environment: Environment): string[] {
  return requiredSettings.flatMap((name) => {
    const found = Object.values(SETTINGS).find(({ variable }) => variable === name);
    if (found === undefined)
      return [`REQUIRED_SETTINGS: ${name} is not a setting. Example: REQUIRED_SETTINGS=PUBLIC_BASE_URL`];
    if (environment[name]) return [];
    return [`${name} is not set, and this deployment requires it. Example: ${name}=${found.example}`];
  });
}

/** @throws FlagError or ConfigError naming the flag or variable, the problem and an example */
function parseOne<Value>(each: Setting<Value>, environment: Environment, overrides: Overrides): Value {
  const given = environment[each.variable];
  try {
    return each.parse(given === undefined || given === "" ? each.fallback : given);
  } catch (error) {
    const shown = each.isSecret === true ? "its value" : JSON.stringify(withoutPasswords(given ?? ""));
    const typed = FLAGS[each.variable];
    if (typed !== undefined && overrides[typed.of] !== undefined)
      throw new FlagError(
        `${typed.flag}: ${shown} ${(error as Error).message}. Example: ${typed.flag} ${each.example}`,
      );
    throw new ConfigError(
      `${each.variable}: ${shown} ${(error as Error).message}. Example: ${each.variable}=${each.example}`,
    );
  }
}
