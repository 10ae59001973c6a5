import { Type } from "@sinclair/typebox";
import { Cacheable } from "../../../../http/answers/answer.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { anyone, type Operation, readOperation } from "../../../../http/operation.ts";
import { HOUR_MS, SECOND_MS } from "../../../../kit/clock.ts";
import { SOURCE_LOCALE } from "../../../../kit/language/locale.ts";
import { Recent } from "../../../../kit/recent.ts";
import { STATUS_WORDS } from "../../words/index.ts";
import { historyMark, type StatusSource } from "../answers.ts";
import { formatUptime } from "../history/history.ts";
import { listShownIncidents } from "../incidents/shown-incidents.ts";
import { MAX_HOURS } from "../model.ts";
import { readTallies } from "../read.ts";
import { computeUptime, noTime, uptimeTone } from "../rules.ts";
import { OVERALL } from "../snapshots/take-snapshot.ts";
import { badge } from "./badges.ts";
import { atom, feedTime, rss } from "./feeds.ts";
import { statuspageRoutes } from "./routes.statuspage.ts";

const FEED_SECONDS = 60;
const FEED_LENGTH = 50;
const BADGE_SECONDS = 30;

/** The status in formats for other programs: Statuspage's documents, feeds and badges. */
export function interopRoutes(source: StatusSource): Operation[] {
  return [
    ...statuspageRoutes(source),
    feedRoute(source, "rss", rss),
    feedRoute(source, "atom", atom),
    overallBadge(source),
    uptimeBadge(source),
    checkBadge(source),
  ];
}

function feedRoute(
  { brandName, sql, startedAt }: StatusSource,
  kind: "rss" | "atom",
  make: typeof rss,
): Operation {
  return readOperation({
    id: kind === "rss" ? "getHistoryRss" : "getHistoryAtom",
    method: "GET",
    path: `/history.${kind}`,
    group: "status",
    summary: `Read incidents as ${kind === "rss" ? "RSS" : "Atom"}`,
    description: `The newest ${FEED_LENGTH} incidents of the last 90 days.`,
    access: anyone(),
    response: { mediaType: `application/${kind}+xml`, description: "The newest incidents as a feed." },
    validators: true,
    read: ({ baseUrl, now }) => {
      const incidents = listShownIncidents(sql, { from: now - MAX_HOURS * HOUR_MS, limit: FEED_LENGTH });
      const updatedAt = feedTime(incidents, startedAt);
      return new Cacheable(
        make(incidents, { baseUrl, name: brandName(), updatedAt }),
        updatedAt,
        FEED_SECONDS,
      );
    },
  });
}

function overallBadge({ status }: StatusSource): Operation {
  return readOperation({
    ...badgeOperation("Overall", "the overall state"),
    path: "/badges/overall.svg",
    read: async () => {
      const report = await status.current();
      const state = status.toOverallState(report);
      return new Cacheable(badge("status", state, state), report.at, BADGE_SECONDS);
    },
  });
}

function uptimeBadge({ status, sql }: StatusSource): Operation {
  const uptimes = new Recent<"uptime", Cacheable>(BADGE_SECONDS * SECOND_MS);
  return readOperation({
    ...badgeOperation("Uptime", "the uptime over 90 days"),
    description: "With the measured time if that is shorter. It has a colour once a day was measured.",
    path: "/badges/uptime.svg",
    read: ({ now }) => {
      const make = () => {
        const window = { from: now - MAX_HOURS * HOUR_MS, now, subjects: [OVERALL] };
        const tallies = readTallies({ sql, checks: status.checks }, window);
        const uptime = computeUptime(tallies.get(OVERALL) ?? noTime(), MAX_HOURS * HOUR_MS);
        const value =
          uptime.uptime_pct === null ? "no data" : formatUptime(uptime, STATUS_WORDS.in(SOURCE_LOCALE));
        const image = badge("uptime 90 d", value, uptimeTone(uptime));
        return new Cacheable(image, now, BADGE_SECONDS);
      };
      return uptimes.get("uptime", { now, mark: historyMark(sql) }, make);
    },
  });
}

function checkBadge({ status }: StatusSource): Operation {
  return readOperation({
    ...badgeOperation("Check", "one check"),
    path: "/badges/{check}.svg",
    description: `A check that has measured nothing yet, or has nothing to compare with, says "no data". One of ${status.checks.names.join(", ")}.`,
    params: Type.Object({
      check: Type.String({
        examples: ["database"],
        description: "Name of the check, as the current status lists it.",
      }),
    }),
    errors: ["not_found"],
    read: async ({ params }) => {
      const report = await status.current();
      const check = report.checks.get(params.check);
      if (check === undefined)
        throw new Problem("not_found", `Name a check: ${status.checks.names.join(", ")}.`);
      const state = status.toState(check);
      return new Cacheable(
        badge(params.check, state === "unknown" ? "no data" : state, state),
        report.at,
        BADGE_SECONDS,
      );
    },
  });
}

function badgeOperation(name: string, what: string) {
  return {
    id: `get${name}Badge`,
    method: "GET",
    group: "status",
    summary: `Read a badge of ${what}`,
    access: anyone(),
    response: { mediaType: "image/svg+xml", description: "The badge, an SVG image." },
    validators: true,
  } as const;
}
