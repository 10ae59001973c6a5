import type { Static } from "@sinclair/typebox";
import { DAY_MS, isoUtc, utcDay } from "../../../kit/clock.ts";
import type { Deprecations } from "./deprecations.ts";
import type { Playbook } from "./model.ts";
import { newestFirst } from "./read.ts";
import { daysLeft, deriveStatus, inDays, REMINDER_DAYS } from "./rules.ts";
import { type Deprecation, NOTICE_DAYS } from "./schedule.ts";

type Step = Static<typeof Playbook>["steps"][number];

const STEPS: readonly Step[] = [
  {
    when: "announced",
    at: null,
    what: "Subscribe to /developers/deprecations.rss, find the calls in your code and plan the change. Responses are unchanged so far.",
  },
  {
    when: "deprecated",
    at: null,
    what: "Responses carry Deprecation, Sunset and Link: log them in your client, move to the successor-version named by Link, and watch /developers/migration-status.json.",
  },
  {
    when: "7 days before the sunset",
    at: null,
    what: "Partners still calling the endpoint get the event api.deprecation. Deploy the change now; test old and new calls in the sandbox.",
  },
  {
    when: "1 day before the sunset",
    at: null,
    what: "Partners still calling the endpoint get the event again. Your calls of the last day must be 0.",
  },
  {
    when: "sunset",
    at: null,
    what: "Responses are 410 endpoint_sunset with the replacement, before credentials are checked. Do not retry: change the call.",
  },
];

/** The playbook: general steps, and dated steps per deprecation. */
export function readPlaybook(deprecations: Deprecations, now: number): Static<typeof Playbook> {
  return {
    notice_days: NOTICE_DAYS,
    reminder_days: [...REMINDER_DAYS],
    steps: [...STEPS],
    count: deprecations.entries.length,
    deprecations: newestFirst(deprecations).map((entry) => ({
      id: entry.id,
      title: entry.title,
      status: deriveStatus(entry, now),
      days_left: daysLeft(entry, now),
      endpoints: entry.endpoints.map(({ method, path }) => ({ method, path })),
      replacement: entry.replacement,
      steps: stepsOf(entry),
    })),
  };
}

function stepsOf(entry: Deprecation): Step[] {
  const { announcedAt, deprecatedAt, sunsetAt, migration } = entry;
  const instead = entry.replacement === null ? "Stop calling it." : `Call ${entry.replacement} instead.`;
  const steps = migration.length === 0 ? [instead] : migration;
  return [
    { when: "announced", at: isoUtc(announcedAt), what: "Find the calls in your code." },
    ...steps.map((what) => ({ when: "deprecated", at: isoUtc(deprecatedAt), what })),
    ...REMINDER_DAYS.map((days) => ({
      when: `${inDays(days)} before the sunset`,
      at: isoUtc(sunsetAt - days * DAY_MS),
      what: "Make sure that your code no longer calls it.",
    })),
    { when: "sunset", at: isoUtc(sunsetAt), what: "Calls are refused with 410." },
  ];
}

/** The playbook as Markdown. */
export function playbookMarkdown({ notice_days, steps, deprecations }: Static<typeof Playbook>): string {
  const lines = [
    "# Deprecations playbook",
    "",
    `Endpoints are withdrawn at least ${notice_days} days after the announcement.`,
    "",
    ...steps.map(({ when, what }) => `- **${when}**: ${what}`),
    "",
    "## Scheduled",
    "",
    ...(deprecations.length === 0 ? ["No endpoint is scheduled to be withdrawn.", ""] : []),
    ...deprecations.flatMap(({ id, title, status, days_left, endpoints, replacement, steps: own }) => [
      `### ${id}: ${plain(title)}`,
      "",
      `Status: ${status}${status === "sunset" ? "" : `, ${inDays(days_left)} left`}.`,
      "",
      `Endpoints: ${endpoints.map(({ method, path }) => `\`${method} ${path}\``).join(", ")}`,
      "",
      `Replacement: ${replacement === null ? "none" : `\`${replacement}\``}`,
      "",
      ...own.map(
        ({ when, at, what }) =>
          `- ${at === null ? "" : `${utcDay(Date.parse(at))}, `}${when}: ${plain(what)}`,
      ),
      "",
    ]),
  ];
  return lines.join("\n");
}

/** Text without markup: renderers of Markdown pass HTML on. */
function plain(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
