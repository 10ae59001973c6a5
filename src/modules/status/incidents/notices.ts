import type { Sql } from "../../../db/sql.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { type Notice, singleNotice } from "../../platform/notices/index.ts";
import { incidentDeskPath } from "./address.ts";
import { listOpenIncidents } from "./store.ts";

/** Readers of the status page expect news at least this often. */
const SILENT_MINUTES = 30;
const SHOWN = 20;

/** Open incidents; bad if they have had no update for half an hour. */
export function incidentNotices(sql: Sql, now: number): Notice[] {
  return listOpenIncidents(sql, SHOWN).map(({ id, title, updatedAt }) => {
    const isSilent = now - updatedAt >= SILENT_MINUTES * MINUTE_MS;
    const silence = isSilent ? ` (no update for ${SILENT_MINUTES} min)` : "";
    return singleNotice(
      {
        id: `incident.${id}`,
        status: isSilent ? "bad" : "warn",
        title: `Incident ${id} is open${silence}: ${title}`,
        path: incidentDeskPath(id),
      },
      updatedAt,
    );
  });
}
