import type { Environment } from "./environment.ts";
import { SETTINGS } from "./settings/index.ts";
import type { Setting } from "./settings/setting.ts";

export interface SettingRow {
  variable: string;
  value: string;
  source: "environment" | "default";
  fallback: string;
  meaning: string;
  /** Whether it may hold a secret. */
  isSecret: boolean;
}

/** Every setting with its value and source; secrets are masked. */
export function describeSettings(environment: Environment): SettingRow[] {
  return Object.values(SETTINGS).map((each: Setting<unknown>) => {
    const given = environment[each.variable];
    const isGiven = given !== undefined && given !== "";
    const value = isGiven ? (each.isSecret === true ? "(set)" : given) : each.fallback;
    return {
      variable: each.variable,
      value,
      source: isGiven ? "environment" : "default",
      fallback: each.fallback,
      meaning: each.meaning,
      isSecret: each.isSecret === true,
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
