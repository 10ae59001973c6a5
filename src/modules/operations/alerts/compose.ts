import { type Notice, noticeView } from "../../platform/notices/index.ts";
import type { CheckSet, Report, ShownState, StatusChange } from "../../status/system/index.ts";
import type { AlertContent, ChangedCheck } from "./model.ts";

const PAGE = "/admin/alerts";
/** Subject of calls about checks. */
const STATUS = "status";

/** URL of a check's runbook entry. */
export function helpFor(baseUrl: string, check: ChangedCheck["check"]): string {
  return `${baseUrl}${PAGE}#${check === "overall" ? "runbook" : check}`;
}

/** A status report, and where to read on about it. */
export interface ReportContext {
  report: Report;
  states: ReadonlyMap<string, ShownState>;
  checks: CheckSet;
  baseUrl: string;
}

/** Alert for the changes between two snapshots, with each check's finding; null without changes. */
export function buildChangeAlert(
  changes: readonly StatusChange[],
  context: ReportContext,
): AlertContent | null {
  const { report, states, checks, baseUrl } = context;
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
    ...(report.overall !== "bad"
      ? { ends: STATUS }
      : shown.some(({ to }) => to === "bad")
        ? { calls: STATUS }
        : {}),
  };
}

/** The daily report, sent when all is well too: its arrival shows that alerts work. */
export function dailyReport({
  report,
  states,
  checks,
  baseUrl,
  notices,
}: ReportContext & { notices: readonly Notice[] }): AlertContent {
  const waiting = notices
    .map(noticeView)
    .map(({ message, path }) => `Waiting: ${message}. ${baseUrl}${path}`);
  const wrong = checks.names.filter((name) => ["warn", "bad"].includes(states.get(name) ?? "ok"));
  return {
    type: "status.report",
    title:
      wrong.length === 0
        ? `all is well: ${states.size} checks`
        : `${wrong.length} of ${states.size} checks need attention`,
    lines: [
      ...(wrong.length === 0
        ? [`Status: ${baseUrl}/status`]
        : wrong.map(
            (name) =>
              `${checks.toTitle(name)} is ${states.get(name)}. ${report.checks.get(name)?.message ?? ""} What to do: ${helpFor(baseUrl, name)}`,
          )),
      ...waiting,
    ],
    overall: report.overall,
    changes: [],
    checks: Object.fromEntries(states),
  };
}

/** A failed invariant has switched safe mode on. */
export function stoppedAlert(reason: string, baseUrl: string): AlertContent {
  return {
    type: "changes.stopped",
    title: "changes are stopped",
    lines: [reason, `What to do: ${helpFor(baseUrl, "ledger")}`],
    overall: "bad",
    changes: [],
    checks: {},
    calls: "changes",
  };
}

/** A test alert, sent by an operator to see that alerts arrive. */
export function testAlert(by: string): AlertContent {
  return {
    type: "alert.test",
    title: "test alert",
    lines: [`Sent by ${by}. Nothing is wrong.`],
    overall: null,
    changes: [],
    checks: {},
  };
}

/** A test alarm, which takes the way of a real one: to the operator on call, then to the others. */
export function testAlarm(by: string): AlertContent {
  return {
    type: "alarm.test",
    title: "test alarm",
    lines: [`Sent by ${by}. Nothing is wrong: acknowledge it, or wait and see it escalate.`],
    overall: null,
    changes: [],
    checks: {},
    calls: "test",
  };
}

/** A game of the mini-app has paused itself. */
export function gamePausedAlert(game: string, reason: string, baseUrl: string): AlertContent {
  return {
    type: "game.paused",
    title: `${game} paused itself`,
    lines: [
      `${reason}. Compare its outcomes with its odds, then resume it: ${baseUrl}/admin/miniapp`,
      "Players can finish rounds of the grid in progress; no new rounds start until then.",
    ],
    overall: null,
    changes: [],
    checks: {},
    calls: `game:${game}`,
  };
}

/** The process became unable to work, or recovered; sent without the database. */
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
  return check === "overall" ? "Overall" : checks.toTitle(check);
}

function lineOf({ from, to, message, help }: ChangedCheck, title: string): string {
  const advice = to === "ok" || to === "maintenance" ? "" : ` What to do: ${help}`;
  return `${title}: ${from} → ${to}. ${message}${advice}`;
}
