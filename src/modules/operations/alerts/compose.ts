import type { CheckSet, Report, State, StatusChange } from "../../status/system/index.ts";
import type { AlertContent, ChangedCheck } from "./model.ts";

const PAGE = "/admin/alerts";

/** Where the runbook tells of a check. */
export function helpFor(baseUrl: string, check: ChangedCheck["check"]): string {
  return `${baseUrl}${PAGE}#${check === "overall" ? "runbook" : check}`;
}

/** The report that operators are told of. */
export interface Told {
  report: Report;
  states: ReadonlyMap<string, State>;
  checks: CheckSet;
  baseUrl: string;
}

/** What changed between two snapshots, each check with what was found; null where nothing did. */
export function changeAlert(changes: readonly StatusChange[], told: Told): AlertContent | null {
  const { report, states, checks, baseUrl } = told;
  const changed = changes.map(({ subject, from, to }): ChangedCheck => {
    const message =
      subject === "overall" ? "The service as a whole." : (report.checks.get(subject)?.message ?? "");
    return { check: subject, from, to, message, help: helpFor(baseUrl, subject) };
  });
  const ofChecks = changed.filter(({ check }) => check !== "overall");
  const shown = ofChecks.length > 0 ? ofChecks : changed;
  if (shown.length === 0) return null;
  const names = shown.map(({ check, to }) => `${titleOf(check, checks)} ${to}`).join(", ");
  return {
    type: "status.changed",
    title: `${names}${report.overall === "ok" ? "; all is well" : ""}`,
    lines: shown.map((change) => lineOf(change, titleOf(change.check, checks))),
    overall: report.overall,
    changes: shown,
    checks: Object.fromEntries(states),
  };
}

/** The daily word that all is well, which is also the proof that alerts arrive; or what is not. */
export function dailyReport({ report, states, checks, baseUrl }: Told): AlertContent {
  const wrong = checks.names.filter((name) => ["warn", "bad"].includes(states.get(name) ?? "ok"));
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
              `${checks.titleOf(name)} is ${states.get(name)}. ${report.checks.get(name)?.message ?? ""} What to do: ${helpFor(baseUrl, name)}`,
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
    lines: [reason, `What to do: ${helpFor(baseUrl, "ledger")}`],
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

/** A game of the mini-app that paused itself. */
export function gamePausedAlert(game: string, reason: string, baseUrl: string): AlertContent {
  return {
    type: "game.paused",
    title: `${game} paused itself`,
    lines: [
      `${reason}. Compare its outcomes with its odds, then resume it: ${baseUrl}/admin/miniapp`,
      "Begun rounds of the grid can be finished; nothing else is played until then.",
    ],
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
    lines: [lineOf(change, "Readiness")],
    overall: change.to,
    changes: [change],
    checks: {},
  };
}

function titleOf(check: string, checks: CheckSet): string {
  return check === "overall" ? "Overall" : checks.titleOf(check);
}

function lineOf({ from, to, message, help }: ChangedCheck, title: string): string {
  const advice = to === "ok" || to === "maintenance" ? "" : ` What to do: ${help}`;
  return `${title}: ${from} → ${to}. ${message}${advice}`;
}
