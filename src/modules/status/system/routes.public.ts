import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { StatusAnswers, type StatusSource } from "./answers.ts";
import type { CheckSet } from "./check-set.ts";
import {
  Incidents,
  IncidentsQuery,
  PolicyShape,
  systemStatusShape,
  Trend,
  TrendQuery,
  UptimeQuery,
  uptimeReport,
} from "./model.ts";
import { thresholdTable } from "./policy.ts";
import { findLatestSnapshot } from "./store.ts";
import { REPORT_SECONDS } from "./system-status.ts";
import { buildTrust, Trust } from "./trust.ts";
import { policyView } from "./view.ts";

const POLICY_SECONDS = 60;

/** The status of the service as JSON. */
export function statusRoutes(source: StatusSource): Operation[] {
  const answers = new StatusAnswers(source);
  const { status } = source;
  const system = {
    method: "GET",
    group: "status",
    summary: "Read the current status",
    description: `Every check with its observations and thresholds, at most ${REPORT_SECONDS} s old. A check of something that is not configured, or has no figures yet, is ok with \`has_data\` false.`,
    access: anyone(),
    response: systemStatusShape(status.checks),
    validators: true,
    read: () => answers.report(),
  } as const;
  return [
    readOperation({ ...system, id: "getSystemStatus", path: "/api/public/system-status" }),
    readOperation({
      ...system,
      id: "getStatusAlias",
      path: "/status.json",
      summary: "Read the current status at a short path",
    }),
    ...historyRoutes(answers),
    policyRoute(source),
    trustRoute(source),
  ];
}

/** Trend, uptime and incidents, from stored snapshots. */
function historyRoutes(answers: StatusAnswers): Operation[] {
  return [
    readOperation({
      id: "getStatusTrend",
      method: "GET",
      path: "/api/public/system-status/trend",
      group: "status",
      summary: "Read the newest snapshots",
      access: anyone(),
      query: TrendQuery,
      response: Trend,
      validators: true,
      read: ({ query, now }) => answers.trend(query.limit, now),
    }),
    readOperation({
      id: "getUptime",
      method: "GET",
      path: "/api/public/system-status/uptime",
      group: "status",
      summary: "Read the time the service spent in each state",
      description:
        "A snapshot counts until the next one. If that one is missing, it counts for its own minute, and the rest of the gap is unknown. No snapshot is backdated. From the start to the end of an operators' public incident, overall and the checks that it names count as at least its severity, also where nothing was measured: each edit counts from its time on, and an edit after the end that changes severity or checks corrects the whole incident.",
      access: anyone(),
      query: UptimeQuery,
      response: uptimeReport(answers.source.status.checks),
      validators: true,
      read: ({ query, now }) => answers.uptime(query.hours, now),
    }),
    readOperation({
      id: "getIncidents",
      method: "GET",
      path: "/api/public/system-status/incidents",
      group: "status",
      summary: "Read incidents",
      outcome: "The incidents of the window, newest first.",
      description: "Incidents that overlap the window.",
      access: anyone(),
      query: IncidentsQuery,
      response: Incidents,
      validators: true,
      read: ({ query, now }) => answers.incidents(query.hours, query.limit, now),
    }),
  ];
}

function policyRoute({ status, startedAt }: StatusSource): Operation {
  return readOperation({
    id: "getStatusPolicy",
    method: "GET",
    path: "/api/public/system-status/policy",
    group: "status",
    summary: "Read the thresholds in force",
    description: `STATUS_POLICY_FILE names a JSON file that overrides built-in thresholds:\n\n${thresholdsMarkdown(status.checks)}`,
    access: anyone(),
    response: PolicyShape,
    validators: true,
    read: () => new Cacheable(policyView(status.policy), startedAt, POLICY_SECONDS),
  });
}

function trustRoute({ status, mounted, chainMode, sql }: StatusSource): Operation {
  return readOperation({
    id: "getTrust",
    method: "GET",
    path: "/trust.json",
    group: "status",
    summary: "Read the trust controls, each with its evidence",
    access: anyone(),
    response: Trust,
    validators: true,
    read: async () => {
      const report = await status.current();
      return new Cacheable(
        buildTrust(report, {
          pathOrNull: (path) => mounted.pathOrNull(path),
          chainMode,
          lastSnapshotAt: findLatestSnapshot(sql)?.taken_at ?? null,
        }),
        report.at,
        REPORT_SECONDS,
      );
    },
  });
}

function thresholdsMarkdown(checks: CheckSet): string {
  const rows = thresholdTable(checks).map(
    ({ check, threshold, value, meaning }) => `| ${check} | \`${threshold}\` | ${value} | ${meaning} |`,
  );
  return ["| Check | Threshold | Built in | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}
