import type { Environment } from "./environment.ts";
import { SETTINGS } from "./settings/index.ts";
import type { Setting } from "./settings/setting.ts";

export interface SettingRow {
  variable: string;
  value: string;
  source: "flag" | "environment" | "default";
  fallback: string;
  meaning: string;
  /** Whether it may hold a secret. */
  isSecret: boolean;
}

/** The password in an address, such as that of a replica over SFTP. */
const PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/?#:@]*):[^\s/?#]*@/gi;

/** A value without the passwords of addresses in it. */
export function withoutPasswords(value: string): string {
  return value.replaceAll(PASSWORD, "$1:(set)@");
}

/** Every setting with its value and source; secrets are masked. @param flags values that stand above the environment's */
export function describeSettings(environment: Environment, flags: Environment = {}): SettingRow[] {
  return Object.values(SETTINGS).map((each: Setting<unknown>) => {
    const flag = flags[each.variable];
    const given = flag ?? environment[each.variable];
    const isGiven = given !== undefined && given !== "";
    const shown = isGiven ? withoutPasswords(given) : each.fallback;
    const isSecret = each.isSecret === true || each.mayHoldPassword === true || (isGiven && shown !== given);
    const value = isGiven && each.isSecret === true ? "(set)" : shown;
    return {
      variable: each.variable,
      value,
      source: flag !== undefined ? "flag" : isGiven ? "environment" : "default",
      fallback: each.fallback,
      meaning: each.meaning,
      isSecret,
    };
  });
}

/** The table of settings in docs/reference.md. */
export function settingsTable(): string {
  const rows = describeSettings({}).map(
    (row) => `| \`${row.variable}\` | ${row.fallback === "" ? "" : `\`${row.fallback}\``} | ${row.meaning} |`,
  );
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}
