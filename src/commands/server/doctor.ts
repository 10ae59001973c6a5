import { ConfigError, describeProcessSettings } from "../../compose/config.ts";
import type { SettingRow } from "../../compose/describe-settings.ts";
import { createLease, leaseFacts } from "../../compose/lease.ts";
import { factsOf } from "../../doctor/facts.ts";
import { findingsOf, type NamedDiagnosis } from "../../doctor/findings.ts";
import { systemClock } from "../../kit/clock.ts";
import { createLogger } from "../../kit/process/log.ts";
import { alignedColumns, type Command, type Invocation, printData } from "../command.ts";
import { configOf } from "../workspace.ts";

export const doctor: Command = {
  name: "doctor",
  usage: "doctor [--env] [--json]",
  summary: "Report the configuration and its problems, each with its fix",
  details:
    "Only reads: nothing is started or changed, except for a test object in the replica's store, which it removes. Exit 1 if a finding is bad.",
  options: {
    env: {
      type: "boolean",
      meaning: "First print every setting with its value and source; secrets are masked",
    },
  },
  run: async (invocation) => {
    const settings = describeProcessSettings();
    const findings = await diagnose(invocation);
    const isBad = findings.some((each) => each.level === "bad");
    const withSettings = invocation.flags.env === true;
    printData(
      invocation.flags,
      { ok: !isBad, findings, ...(withSettings ? { settings: settings.map(settingView) } : {}) },
      () => [...(withSettings ? [settingsText(settings)] : []), findingsText(findings)].join("\n\n"),
    );
    return isBad ? 1 : 0;
  },
};

/** An unreadable setting is the only finding, since everything else depends on the settings. */
async function diagnose(invocation: Invocation): Promise<NamedDiagnosis[]> {
  try {
    const config = configOf(invocation);
    const lease = createLease(config, systemClock, createLogger("error", false));
    await lease?.checkAtStart();
    return findingsOf(factsOf(config, systemClock.now(), leaseFacts(lease)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      {
        name: "configuration",
        level: "bad",
        message: error.message,
        fix: "Correct the variable; the server does not start with it.",
      },
    ];
  }
}

function settingView({ variable, value, source, fallback, meaning }: SettingRow) {
  return { variable, value, source, default: fallback, meaning };
}

function settingsText(settings: readonly SettingRow[]): string {
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

function findingsText(findings: readonly NamedDiagnosis[]): string {
  const width = Math.max(...findings.map((each) => each.name.length));
  const lines = findings.map(({ name, level, message, fix }) => {
    const line = `${level.padEnd(4)}  ${name.padEnd(width)}  ${message}`;
    return fix === null ? line : `${line}\n      ${"".padEnd(width)}  fix: ${fix}`;
  });
  const count = (level: NamedDiagnosis["level"]) => findings.filter((each) => each.level === level).length;
  return [...lines, "", `${count("bad")} bad, ${count("warn")} to look at, ${count("ok")} in order.`].join(
    "\n",
  );
}
