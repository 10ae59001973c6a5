/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Sql, Tx } from "../../../db/sql.ts";
import { DAY_MS, HOUR_MS, isoUtc } from "../../../kit/clock.ts";
import { formatFigure } from "../../../kit/figures.ts";
import { Action, FormsOfPage, type Reader, Time } from "../../../pages/index.ts";
import { countEntriesSince } from "../../ledger/entries/index.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";
import { filterIncidents } from "../incidents/index.ts";
import { countAlertsSince, countSettledSince } from "./store.ts";

export const SEEN_PATH = "/admin/seen";

const MAX_ENTRIES_COUNTED = 100_000;

/** New items since an operator last marked the overview as seen, or of the last day without such a mark. */
export interface News {
  since: number;
  wasMarked: boolean;
  entries: number;
  settlements: number;
  alerts: number;
  incidents: number;
}

function settingOf(operator: string): string {
  return `overview_seen:${operator}`;
}

export function recordSeen(tx: Tx, operator: string): void {
  writeSetting(tx, settingOf(operator), String(tx.now));
}

export function readNews(sql: Sql, operator: string, now: number): News {
  const seen = readSetting(sql, settingOf(operator));
  const since = seen === null ? now - DAY_MS : Number(seen);
  return {
    since,
    wasMarked: seen !== null,
    entries: countEntriesSince(sql, since, { now, limit: MAX_ENTRIES_COUNTED }),
    settlements: countSettledSince(sql, since),
    alerts: countAlertsSince(sql, since),
    incidents: filterIncidents(sql, { from: since, to: now, severity: null, source: null }).filter(
      ({ startedAt }) => startedAt >= since,
    ).length,
  };
}

export function SinceLastLook({
  news,
  reader,
  now,
}: {
  news: News;
  reader: Reader;
  now: number;
}): JSX.Element {
  const { since, wasMarked, entries, settlements, alerts, incidents } = news;
  const hours = Math.min(720, Math.max(1, Math.ceil((now - since) / HOUR_MS)));
  const from = encodeURIComponent(isoUtc(since));
  const more = entries >= MAX_ENTRIES_COUNTED ? " or more" : "";
  return (
    <>
      <h2 id="since">{wasMarked ? "Since you last looked" : "In the last day"}</h2>
      <p>
        <Time at={since} now={now} /> until now:{" "}
        <a href={`/admin/ledger?from=${from}`}>
          ledger entries: {formatFigure(entries)}
          {more}
        </a>
        , <a href="/admin/settlements">settlements: {formatFigure(settlements)}</a>,{" "}
        <a href="/admin/alerts">alerts: {formatFigure(alerts)}</a>,{" "}
        <a href={`/admin/ops/incidents?hours=${hours}`}>incidents: {formatFigure(incidents)}</a>.
      </p>
      {reader.csrfToken !== null && (
        // Marking it twice is the same as once, and the part of the page that updates itself has no one-time token.
        <FormsOfPage.Provider value={null}>
          <Action to={SEEN_PATH} csrfToken={reader.csrfToken} label="Mark as seen" />
        </FormsOfPage.Provider>
      )}
    </>
  );
}
