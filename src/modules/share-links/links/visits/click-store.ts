import type { Sql, Tx } from "../../../../db/sql.ts";
import type { CLICK_KINDS } from "./visitors.ts";

export type ClickCounts = Record<(typeof CLICK_KINDS)[number], number>;

/** Clicks on one link in one UTC day and channel. */
export interface ClickCell {
  linkId: number;
  /** Days since 1970-01-01. */
  day: number;
  channel: string;
  counts: ClickCounts;
}

const ADDED = `human = human + excluded.human, preview_bot = preview_bot + excluded.preview_bot,
  head = head + excluded.head, prefetch = prefetch + excluded.prefetch, duplicate = duplicate + excluded.duplicate`;

const INTO_LINKS = `INSERT INTO audio_share_clicks
  (link_id, day, channel, human, preview_bot, head, prefetch, duplicate)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (link_id, day, channel) DO UPDATE SET ${ADDED}`;

const INTO_DAYS = `INSERT INTO audio_share_days (day, channel, human, preview_bot, head, prefetch, duplicate)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (day, channel) DO UPDATE SET ${ADDED}`;

/** Adds cells to the stored ones, and to the totals of their days. */
export function addClicks(tx: Tx, cells: readonly ClickCell[]): void {
  const days = new Map<string, Omit<ClickCell, "linkId">>();
  for (const { linkId, day, channel, counts } of cells) {
    tx.run(INTO_LINKS, linkId, day, channel, ...valuesOf(counts));
    const sum = days.get(`${day} ${channel}`);
    if (sum === undefined) days.set(`${day} ${channel}`, { day, channel, counts: { ...counts } });
    else for (const kind of Object.keys(counts) as (keyof ClickCounts)[]) sum.counts[kind] += counts[kind];
  }
  for (const { day, channel, counts } of days.values()) tx.run(INTO_DAYS, day, channel, ...valuesOf(counts));
}

function valuesOf({ human, preview_bot, head, prefetch, duplicate }: ClickCounts): number[] {
  return [human, preview_bot, head, prefetch, duplicate];
}

const SUMS = `COALESCE(SUM(human), 0) AS human, COALESCE(SUM(preview_bot), 0) AS preview_bot,
  COALESCE(SUM(head), 0) AS head, COALESCE(SUM(prefetch), 0) AS prefetch, COALESCE(SUM(duplicate), 0) AS duplicate`;

/** All stored clicks on a link. */
export function sumClicks(sql: Sql, linkId: number): ClickCounts | null {
  return sql.get<ClickCounts>(`SELECT ${SUMS} FROM audio_share_clicks WHERE link_id = ?`, linkId);
}

/** All stored clicks on a link by day and channel, from a day on, oldest first. */
export function listLinkCells(
  sql: Sql,
  linkId: number,
  fromDay: number,
): (ClickCounts & { day: number; channel: string })[] {
  return sql.all<ClickCounts & { day: number; channel: string }>(
    `SELECT day, channel, human, preview_bot, head, prefetch, duplicate FROM audio_share_clicks
       WHERE link_id = ? AND day >= ? ORDER BY day, channel`,
    linkId,
    fromDay,
  );
}

export type DayCounts = ClickCounts & { day: number };

/** Stored clicks on all links by day, from a day on, oldest first; days without clicks are left out. */
export function listDays(sql: Sql, fromDay: number): DayCounts[] {
  return sql.all<DayCounts>(
    `SELECT day, ${SUMS} FROM audio_share_days WHERE day >= ? GROUP BY day ORDER BY day`,
    fromDay,
  );
}

export type ChannelCounts = ClickCounts & { channel: string };

/** The same by channel, most human clicks first. */
export function listChannels(sql: Sql, fromDay: number): ChannelCounts[] {
  return sql.all<ChannelCounts>(
    `SELECT channel, ${SUMS} FROM audio_share_days WHERE day >= ? GROUP BY channel ORDER BY human DESC, channel`,
    fromDay,
  );
}
