import { DAY_MS, isoUtc, isoUtcOrNull, utcDay } from "../../../../kit/clock.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { type CsvCell, csvRow } from "../../../../kit/formats/csv.ts";
import type { AudioShare } from "../audio-share.ts";
import { checkLink, notFound } from "../short-links/find-short-link.ts";
import { fullCode } from "../short-links/issue-short-link.ts";
import { findLinkByStats, type LinkRow } from "../store.ts";
import { type ClickCounts, listLinkCells } from "../visits/click-store.ts";
import { addCounts, noClicks } from "../visits/clicks.ts";
import { CLICK_KINDS } from "../visits/visitors.ts";
import { type Dimension, listSources, type SourceCell } from "./source-store.ts";

/** The link of a statistics secret, in every state. @throws Problem short_not_found */
export function requireLinkByStats(share: AudioShare, secret: string): LinkRow {
  const link = findLinkByStats(share.live.read, sha256Hex(secret));
  if (link === null) throw notFound();
  return link;
}

/** A value of an origin with its visits. */
export interface OriginCount {
  value: string;
  visits: number;
}

export type Stats = Awaited<ReturnType<typeof readStats>>;

/**
 * The statistics of a link over the last days, for its maker: exact counts, whatever is pending included. Days without
 * visits are listed.
 */
export async function readStats(
  share: AudioShare,
  link: LinkRow,
  { now, days }: { now: number; days: number },
) {
  // While changes are refused, the clicks of the last second are missing.
  await Promise.allSettled([share.clicks.flush(), share.sources.flush()]);
  const { read } = share.live;
  const first = Math.floor(now / DAY_MS) - days + 1;
  const cells = listLinkCells(read, link.id, first);
  const sources = listSources(read, link.id, first);
  const sums = noClicks();
  for (const cell of cells) addCounts(sums, cell);
  const code = fullCode(share, read, link);
  return {
    link: {
      code,
      short_url: share.shortUrl(code),
      state: checkLink(share, link, now).state,
      landing: link.landing !== null,
      title: link.title,
      destination: link.destination,
      created_at: isoUtc(link.created_at),
      expires_at: isoUtc(link.expires_at),
      edited_at: isoUtcOrNull(link.edited_at),
    },
    from: utcDay(first * DAY_MS),
    to: utcDay(now),
    totals: { ...sums, qr_downloads: sum(sources, "qr_download") },
    days: Array.from({ length: days }, (_, index) => dayOf(first + index, cells)),
    channels: channelsOf(cells),
    referrers: origins(sources, "referrer"),
    countries: origins(sources, "country"),
    utm_sources: origins(sources, "utm_source"),
    utm_mediums: origins(sources, "utm_medium"),
    utm_campaigns: origins(sources, "utm_campaign"),
    qr_downloads: origins(sources, "qr_download"),
  };
}

function dayOf(day: number, cells: readonly (ClickCounts & { day: number })[]) {
  const counts = noClicks();
  for (const cell of cells) if (cell.day === day) addCounts(counts, cell);
  return { day: utcDay(day * DAY_MS), ...counts };
}

function channelsOf(cells: readonly (ClickCounts & { channel: string })[]) {
  const byChannel = new Map<string, ClickCounts>();
  for (const cell of cells) {
    const counts = byChannel.get(cell.channel) ?? noClicks();
    addCounts(counts, cell);
    byChannel.set(cell.channel, counts);
  }
  return [...byChannel]
    .map(([channel, counts]) => ({ channel, ...counts }))
    .sort((a, b) => b.human - a.human || a.channel.localeCompare(b.channel));
}

/** Most visits first. */
function origins(sources: readonly SourceCell[], dimension: Dimension): OriginCount[] {
  const byValue = new Map<string, number>();
  for (const { dimension: of, value, visits } of sources)
    if (of === dimension) byValue.set(value, (byValue.get(value) ?? 0) + visits);
  return [...byValue]
    .map(([value, visits]) => ({ value, visits }))
    .sort((a, b) => b.visits - a.visits || a.value.localeCompare(b.value));
}

function sum(sources: readonly SourceCell[], dimension: Dimension): number {
  return sources.reduce((total, each) => total + (each.dimension === dimension ? each.visits : 0), 0);
}

/** The same as CSV: a row per day, measure and value. Clicks are by channel, the rest by origin. */
export async function statsCsv(
  share: AudioShare,
  link: LinkRow,
  { now, days }: { now: number; days: number },
) {
  await Promise.allSettled([share.clicks.flush(), share.sources.flush()]);
  const first = Math.floor(now / DAY_MS) - days + 1;
  const clicks = listLinkCells(share.live.read, link.id, first).flatMap((cell) =>
    CLICK_KINDS.filter((kind) => cell[kind] > 0).map((kind): CsvCell[] => [
      utcDay(cell.day * DAY_MS),
      kind,
      cell.channel,
      cell[kind],
    ]),
  );
  const sources = listSources(share.live.read, link.id, first).map((cell): CsvCell[] => [
    utcDay(cell.day * DAY_MS),
    cell.dimension,
    cell.value,
    cell.visits,
  ]);
  return [["day", "measure", "value", "count"], ...clicks, ...sources].map(csvRow).join("");
}
