import type { Static } from "@sinclair/typebox";
import { DAY_MS, HOUR_MS, isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { type Notice, noticeView } from "../../platform/notices/index.ts";
import { countSubscribers } from "../../status/subscribers/index.ts";
import type { Report } from "../../status/system/index.ts";
import { countAround } from "../../webhooks/deliveries/index.ts";
import { filterIncidents, type IncidentParts, readRefusals, toIncidentFacts } from "../incidents/index.ts";
import { readVerification } from "../link-inbox/index.ts";
import { ANOMALY_DEFAULTS, readAnomalies, readDelta, readGuards } from "../preflight/index.ts";
import type { Digest } from "./model.ts";
import { listDigests } from "./store.ts";

export interface DigestParts extends IncidentParts {
  /** Tasks for operators, from all modules. */
  notices: () => Notice[];
}

type DigestBody = Static<typeof Digest>;

const MAX_DELIVERIES_COUNTED = 1_000_000;
const MAX_ERRORS_COUNTED = 100_000;
const ERRORS_SHOWN = 5;
const STORED_SHOWN = 14;

/** Summary of the last 24 hours. */
export async function makeDigest(parts: DigestParts, now: number): Promise<DigestBody> {
  const { read: sql } = parts.live;
  const report = await parts.status.current();
  const recent = filterIncidents(sql, { from: now - DAY_MS, to: now, severity: null, source: null });
  const hour = Math.floor(now / HOUR_MS);
  const { errors, counted } = parts.errors.top(
    { fromHour: hour - 23, toHour: hour },
    MAX_ERRORS_COUNTED,
    ERRORS_SHOWN,
  );
  const { made, dead } = countAround(sql, { from: now - DAY_MS, to: now, limit: MAX_DELIVERIES_COUNTED });
  const figures = {
    status: { overall: report.overall, not_ok: notOk(report) },
    incidents: {
      open: recent.filter(({ endedAt }) => endedAt === null).map(toIncidentFacts),
      last_24h: recent.length,
    },
    preflight: preflightOf(parts, now),
    links: linksOf(parts),
    errors: { counted, top: errors },
    deliveries: { made, dead_letters: dead },
    refusals_403: readRefusals(sql, now - DAY_MS, now),
    backups: { newest_at: isoUtcOrNull(parts.backups.newestAt()) },
    subscribers: { confirmed: countSubscribers(sql).confirmed },
    waiting: parts.notices().map(noticeView),
  };
  const concerns = concernsOf(figures);
  return {
    generated_at_utc: isoUtc(now),
    all_well: concerns.length === 0,
    concerns,
    ...figures,
    stored: listDigests(sql, STORED_SHOWN).map(({ at, is_well }) => ({
      at: isoUtc(at),
      all_well: is_well === 1,
    })),
  };
}

function notOk({ checks }: Report): DigestBody["status"]["not_ok"] {
  return [...checks]
    .filter(([, { status }]) => status !== "ok")
    .map(([check, { status, message }]) => ({ check, status, message }));
}

function preflightOf({ live }: DigestParts, now: number): DigestBody["preflight"] {
  const { body, at } = readGuards(live.read, false);
  const delta = readDelta(live.read, { section: "all", day_offset: 1 }, now);
  const { rows } = readAnomalies(live.read, { ...ANOMALY_DEFAULTS, days: 1 }, now);
  return {
    snapshot_at: isoUtcOrNull(at),
    overall: body.overall,
    counts: body.counts,
    changes_since_yesterday: delta.count,
    is_anomaly: rows.some(({ is_anomaly }) => is_anomaly),
  };
}

function linksOf({ live }: DigestParts): DigestBody["links"] {
  const { links_total: total, by_state, by_status_code_family: family } = readVerification(live.read).body;
  const failing = family["4xx"] + family["5xx"] + family.timeout + family.other;
  return { total, open: by_state.open, resolved: by_state.resolved, failing };
}

function concernsOf({
  status,
  incidents,
  preflight,
  links,
  waiting,
}: Pick<DigestBody, "status" | "incidents" | "preflight" | "links" | "waiting">): string[] {
  const plural = (count: number, one: string, more: string) =>
    count === 1 ? `1 ${one}` : `${count} ${more}`;
  return [
    ...status.not_ok.map(({ check, status: level, message }) => `${check} is ${level}: ${message}`),
    ...incidents.open.map(({ id, title }) => `Incident ${id} is open: ${title}`),
    ...(preflight.counts.fail > 0 ? [`${plural(preflight.counts.fail, "guard fails", "guards fail")}.`] : []),
    ...(preflight.is_anomaly ? ["Unusually many guards changed today."] : []),
    ...(links.failing > 0 ? [`${plural(links.failing, "link does", "links do")} not answer with 2xx.`] : []),
    ...waiting.filter(({ status: level }) => level === "bad").map(({ message }) => message),
  ];
}
