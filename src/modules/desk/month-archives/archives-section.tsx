/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Sql } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { endOfMonth, startOfMonth } from "../../../kit/formats/month.ts";
import {
  Action,
  formToken,
  ListAddress,
  type Reader,
  type Status,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import { LEDGER_CSV_PATH } from "../../ledger/desk-entries/index.ts";
import { TRAIL_CSV_PATH } from "../../platform/audit-desk/index.ts";
import { REPORT_PATH } from "../monthly-report/index.ts";
import { JSON_PATH } from "./read.ts";
import { type ArchiveRow, listArchives } from "./store.ts";

export const PATH = `${REPORT_PATH}/archives`;

const MARKS: Record<ArchiveRow["state"], Status> = { waiting: "unknown", done: "ok", failed: "bad" };

export interface ArchivesProps {
  sql: Sql;
  reader: Reader;
  month: string;
  /** Null for all partners. */
  partnerId: number | null;
  /** Its name: the form sends no id, which may be another partner's name. */
  partner: string | null;
  now: number;
}

/** The ZIP archives of a month, and the form that asks for them. */
export function ArchivesSection({ sql, reader, month, partnerId, partner, now }: ArchivesProps): JSX.Element {
  const rows = listArchives(sql, month, partnerId);
  const token = formToken(reader);
  return (
    <section class="unprinted">
      <h2>Archives</h2>
      <p>
        One ZIP per partner: a cover page for printing, and the ledger from opening to closing, settlements,
        usage, deliveries and incidents as CSV. They are made when a month is closed, and once more when its
        figures are final.
      </p>
      <p>
        Of all partners together: <a href={ofMonth(LEDGER_CSV_PATH, month, 0)}>ledger of {month} as CSV</a>,{" "}
        <a href={ofMonth(TRAIL_CSV_PATH, month, 1)}>audit trail of {month} as CSV</a>.
      </p>
      {rows.length > 0 && (
        <Table
          caption={`Archives of ${month}`}
          columns={[
            { head: "Partner", cell: ({ partner }) => partner },
            {
              head: "State",
              cell: (row) => <StatusMark status={MARKS[row.state]} word={wordOf(row)} />,
            },
            {
              head: "File",
              cell: ({ id, state, bytes }) =>
                state === "done" && (
                  <a href={`${JSON_PATH}/${id}/download`} download>
                    ZIP, {sizeOf(bytes ?? 0)}
                  </a>
                ),
            },
            {
              head: "Made",
              cell: ({ finished_at }) => finished_at !== null && <Time at={finished_at} now={now} />,
            },
            { head: "Requested by", cell: ({ requested_by }) => requested_by },
          ]}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      {token !== null && (
        <Action
          to={PATH}
          of={{ month, ...(partner === null ? {} : { partner }) }}
          csrfToken={token}
          label={partner === null ? "Make the archives of all partners" : "Make the archive"}
        />
      )}
    </section>
  );
}

/** An export of the month's rows. @param short milliseconds before the month's end, for exports that include their last moment */
function ofMonth(path: string, month: string, short: number): string {
  const to = isoUtc(endOfMonth(month) - short);
  return new ListAddress(path, { from: isoUtc(startOfMonth(month)), to }).with({});
}

function wordOf({ state, written, entries, is_provisional, error }: ArchiveRow): string {
  if (state === "failed") return `failed: ${error ?? "unknown"}`;
  if (state === "done") return is_provisional === 1 ? "done, provisional" : "done";
  return entries === 0 ? "waiting" : `waiting, ${Math.min(100, Math.floor((100 * written) / entries))} %`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
