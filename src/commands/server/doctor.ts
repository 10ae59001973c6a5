import { type Config, ConfigError, describeProcessSettings, FlagError } from "../../compose/config.ts";
import type { SettingRow } from "../../compose/describe-settings.ts";
import { readLeaseFacts } from "../../compose/lease.ts";
import { tryStores } from "../../compose/try-stores.ts";
import { gatherFacts } from "../../doctor/facts.ts";
import { judgeFacts, type NamedDiagnosis } from "../../doctor/findings.ts";
import { systemClock } from "../../kit/clock.ts";
import { createLogger } from "../../kit/process/log.ts";
import { alignedColumns, type Command, type Invocation, printData } from "../command.ts";
import { resolveConfig } from "../workspace.ts";

export const doctor: Command = {
  name: "doctor",
  usage: "doctor [--env] [--json]",
  summary: "Report the configuration and its problems, each with its fix",
  details:
    "Only reads: nothing is started or changed, except for a small test object in the store of the replica and in that of backups, which it removes. Exit 1 if a finding is bad.",
  isReadOnly: true,
  options: {
    env: {
      type: "boolean",
      meaning: "First print every setting with its value and source; secrets are masked",
    },
  },
  run: async (invocation) => {
    const config = readConfig(invocation);
    const settings = settingsInForce(config, invocation);
    const findings = await diagnose(config);
    const isBad = findings.some((each) => each.level === "bad");
    const withSettings = invocation.flags.env === true;
    printData(
      invocation.flags,
      {
        ok: !isBad,
        ready_for_production: !findings.some((each) => each.blocksProduction),
        findings: findings.map(findingView),
        ...(withSettings ? { settings: settings.map(settingView) } : {}),
      },
      () => [...(withSettings ? [settingsText(settings)] : []), findingsText(findings)].join("\n\n"),
    );
    return isBad ? 1 : 0;
  },
};

/** Read once, because reading removes variables from the process; or the setting that cannot be read. */
function readConfig(invocation: Invocation): Config | ConfigError {
  try {
    return resolveConfig(invocation);
  } catch (error) {
    if (error instanceof ConfigError && !(error instanceof FlagError)) return error;
    throw error;
  }
}

/** Invalid settings are the only findings, since everything else depends on the settings. */
async function diagnose(config: Config | ConfigError): Promise<NamedDiagnosis[]> {
  if (config instanceof ConfigError) {
    const fix = "Correct the variable; the server does not start with it.";
    return config.faults.map((message) => ({
      name: "configuration",
      level: "bad",
      message,
      fix,
      blocksProduction: true,
    }));
  }
  const [lease, stores] = await Promise.all([
    readLeaseFacts(config, systemClock, createLogger("error", false)),
    tryStores(config),
  ]);
  return judgeFacts(gatherFacts(config, systemClock.now(), { lease, stores }));
}

type Row = Omit<SettingRow, "source"> & { source: SettingRow["source"] | "flag" | "server" };

/** Every setting as this command, and the directory's server, use it; of this process alone where one is unreadable. */
function settingsInForce(config: Config | ConfigError, invocation: Invocation): Row[] {
  const own = describeProcessSettings();
  if (config instanceof ConfigError) return own;
  return config.described.map((row, index) =>
    config.missingSecrets.includes(row.variable)
      ? { ...row, value: "(set)", source: "server" }
      : { ...row, source: sourceOf(row, own[index], invocation) },
  );
}

function sourceOf(row: SettingRow, own: SettingRow | undefined, { flags }: Invocation): Row["source"] {
  if (row.variable === "DATA_DIR" && flags.data !== undefined) return "flag";
  return row.source === "environment" && own?.source === "default" ? "server" : row.source;
}

function settingView({ variable, value, source, fallback, meaning }: Row) {
  return { variable, value, source, default: fallback, meaning };
}

function settingsText(settings: readonly Row[]): string {
  return alignedColumns([
    ["VARIABLE", "VALUE", "FROM", "DEFAULT", "MEANING"],
    ...settings.map(({ variable, value, source, fallback, meaning }) => [
      variable,
      value || "-",
      source,
      fallback || "-",
      meaning,
    ]),
  ]);
}

function findingView({ name, level, message, fix, blocksProduction }: NamedDiagnosis) {
  return { name, level, message, fix, blocks_production: blocksProduction };
}

function findingsText(findings: readonly NamedDiagnosis[]): string {
  const width = Math.max(...findings.map((each) => each.name.length));
  const lines = findings.map(({ name, level, message, fix }) => {
    const line = `${level.padEnd(4)}  ${name.padEnd(width)}  ${message}`;
    return fix === null ? line : `${line}\n      ${"".padEnd(width)}  fix: ${fix}`;
  });
  const count = (level: NamedDiagnosis["level"]) => findings.filter((each) => each.level === level).length;
  const blocking = findings.filter((each) => each.blocksProduction).map((each) => each.name);
  return [
    ...lines,
    "",
    blocking.length === 0 ? "Ready for production." : `Not ready for production: ${blocking.join(", ")}.`,
    `${count("bad")} bad, ${count("warn")} to look at, ${count("ok")} in order.`,
  ].join("\n");
}
