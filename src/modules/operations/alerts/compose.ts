import {
  CHECK_NAMES,
  CHECK_TITLES,
  type CheckName,
  type Report,
  type State,
  type StatusChange,
} from "../../status/system/index.ts";
import type { AlertContent, ChangedCheck } from "./model.ts";

const PAGE = "/admin/alerts";

/** Where the runbook tells of a check. */
export function helpFor(baseUrl: string, check: ChangedCheck["check"]): string {
  return `${baseUrl}${PAGE}#${check === "overall" ? "runbook" : check}`;
}

/** What changed between two snapshots, each check with what was found; null where nothing did. */
export function changeAlert(
  changes: readonly StatusChange[],
  report: Report,
  states: ReadonlyMap<CheckName, State>,
  baseUrl: string,
): AlertContent | null {
  const changed = changes.map(({ subject, from, to }): ChangedCheck => {
    const message =
      subject === "overall" ? "The service as a whole." : (report.checks.get(subject)?.message ?? "");
    return { check: subject, from, to, message, help: helpFor(baseUrl, subject) };
  });
  const checks = changed.filter(({ check }) => check !== "overall");
  const told = checks.length > 0 ? checks : changed;
  if (told.length === 0) return null;
  const names = told.map(({ check, to }) => `${titleOf(check)} ${to}`).join(", ");
  return {
    type: "status.changed",
    title: `${names}${report.overall === "ok" ? "; all is well" : ""}`,
    lines: told.map(lineOf),
    overall: report.overall,
    changes: told,
    checks: Object.fromEntries(states),
  };
}

/** The daily word that all is well, which is also the proof that alerts arrive; or what is not. */
export function dailyReport(
  report: Report,
  states: ReadonlyMap<CheckName, State>,
  baseUrl: string,
): AlertContent {
  const wrong = CHECK_NAMES.filter((name) => ["warn", "bad"].includes(states.get(name) ?? "ok"));
  return {
    type: "status.report",
    title:
      wrong.length === 0
        ? `all is well: ${states.size} checks`
        : `${wrong.length} of ${states.size} checks need a look`,
    lines:
      wrong.length === 0
        ? [`Status: ${baseUrl}/status`]
        : wrong.map(
            (name) =>
              `${titleOf(name)} is ${states.get(name)}. ${report.checks.get(name)?.message ?? ""} What to do: ${helpFor(baseUrl, name)}`,
          ),
    overall: report.overall,
    changes: [],
    checks: Object.fromEntries(states),
  };
}

/** An invariant does not hold, and safe mode is on for that. */
export function stoppedAlert(reason: string, baseUrl: string): AlertContent {
  return {
    type: "changes.stopped",
    title: "changes are stopped",
    lines: [reason, `What to do: ${helpFor(baseUrl, "database")}`],
    overall: "bad",
    changes: [],
    checks: {},
  };
}

/** What an operator sends to see that alerts arrive. */
export function testAlert(by: string): AlertContent {
  return {
    type: "alert.test",
    title: "a test",
    lines: [`${by} asked for it. Nothing is wrong.`],
    overall: null,
    changes: [],
    checks: {},
  };
}

/** What cannot be kept, since the process cannot work: told at once. */
export function readinessAlert(faults: readonly string[], baseUrl: string): AlertContent {
  const isOver = faults.length === 0;
  const message = isOver ? "The process can do its work again." : `${faults.join("; ")}.`;
  const change: ChangedCheck = {
    check: "readiness",
    from: isOver ? "bad" : "ok",
    to: isOver ? "ok" : "bad",
    message,
    help: helpFor(baseUrl, "readiness"),
  };
  return {
    type: "status.changed",
    title: isOver ? "the process works again" : "the process cannot work",
    lines: [lineOf(change)],
    overall: change.to,
    changes: [change],
    checks: {},
  };
}

function titleOf(check: ChangedCheck["check"]): string {
  if (check === "overall") return "Overall";
  return check === "readiness" ? "Readiness" : CHECK_TITLES[check];
}

function lineOf({ check, from, to, message, help }: ChangedCheck): string {
  const advice = to === "ok" || to === "maintenance" ? "" : ` What to do: ${help}`;
  return `${titleOf(check)}: ${from} → ${to}. ${message}${advice}`;
}
