/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { ShownQuery } from "../../../http/input/paging.ts";
import { type Operation, operator, readOperation, writeOperation } from "../../../http/operation.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { Site } from "../../../pages/index.ts";
import {
  countByHour,
  iterateCells,
  type RefusalSource,
  SUPPRESSION_ERRORS,
  suppressionView,
  updateSuppressions,
} from "../../access/refusals/index.ts";
import { adminView } from "../../platform/admin-page/index.ts";
import { exportOperation } from "../../platform/exports/index.ts";
import {
  DIGEST_PATH,
  Digest,
  DigestQuery,
  ExportedRefusals,
  ExportedSuppressions,
  ExportQuery,
  REFUSAL_COLUMNS,
  SuppressionBody,
  SuppressionChanged,
  Suppressions,
  WINDOW_HOURS,
} from "./model.ts";
import { DigestContent } from "./page.tsx";
import { computeFirstHour, hourText, readDigest } from "./read-digest.ts";
import { exportedSuppressions, suppressionsView } from "./suppressions.ts";
import { trendRoute } from "./trend.ts";

export interface DigestParts extends RefusalSource {
  log: Logger;
}

const HOURS_PER_DAY = 24;

/** The 403 digest and its suppression rules (contract section 17). */
export function digestRoutes(site: Site, parts: DigestParts): Operation[] {
  const { live, refusals } = parts;
  const { suppressions } = refusals;
  return [
    adminView(site, {
      id: "get403Digest",
      path: DIGEST_PATH,
      group: "ops",
      summary: "Get refusals (403) of the last 24 hours by path, reason and source, with spikes",
      title: "403 digest",
      query: Type.Object({ ...DigestQuery.properties, ...ShownQuery }),
      response: Digest,
      read: ({ query, now }) => readDigest(parts, query, now),
      page: (answer, { reader, query, now, sql }) => (
        <DigestContent
          digest={answer}
          hours={hoursOf(sql, now)}
          rules={exportedSuppressions(suppressions.read(now), now)}
          {...{ reader, query, now }}
        />
      ),
    }),
    exportOperation(parts, {
      id: "export403DigestJson",
      path: `${DIGEST_PATH}/export.json`,
      summary: "Export refusal counts as JSON",
      query: ExportQuery,
      response: ExportedRefusals,
      read: async ({ query: { days }, now }) => {
        await refusals.settle();
        return { head: { days }, ...refusalRows(live.read, days, now) };
      },
    }),
    exportOperation(parts, {
      id: "export403DigestCsv",
      path: `${DIGEST_PATH}/export.csv`,
      summary: "Export refusal counts as CSV",
      query: ExportQuery,
      response: { mediaType: "text/csv", description: "One row per hour and kind of refusal." },
      read: async ({ query: { days }, now }) => {
        await refusals.settle();
        return refusalRows(live.read, days, now);
      },
    }),
    trendRoute(parts),
    ...suppressionRoutes(parts),
  ];
}

function suppressionRoutes(parts: DigestParts): Operation[] {
  const { suppressions } = parts.refusals;
  return [
    readOperation({
      id: "list403Suppressions",
      method: "GET",
      path: `${DIGEST_PATH}/suppressions`,
      group: "ops",
      summary: "List suppression rules",
      outcome: "The rules of the suppressions file.",
      access: operator("viewer"),
      response: Suppressions,
      read: ({ now }) => suppressionsView(suppressions.read(now)),
    }),
    writeOperation({
      id: "change403Suppressions",
      method: "POST",
      path: `${DIGEST_PATH}/suppressions`,
      group: "ops",
      summary: "Add, extend or remove a suppression rule",
      outcome: "The suppressions file was replaced with the changed one.",
      description:
        "Replaces SUPPRESSIONS_FILE atomically. An invalid file is not overwritten: 409 `state_conflict`.",
      access: operator("operator"),
      body: SuppressionBody,
      response: SuppressionChanged,
      errors: ["not_found", "state_conflict", SUPPRESSION_ERRORS.revision_conflict],
      write: (tx, { actor, body }) => {
        const { state, rule } = updateSuppressions(tx, suppressions, { actor, change: body });
        return { revision: state.revision, suppression: suppressionView(rule) };
      },
    }),
    exportOperation(parts, {
      id: "export403Suppressions",
      path: `${DIGEST_PATH}/suppressions/export.json`,
      summary: "Export suppression rules in force and expired",
      response: ExportedSuppressions,
      read: ({ now }) => {
        const content = exportedSuppressions(suppressions.read(now), now);
        return { content, rows: content.suppressions.length + content.expired.length };
      },
    }),
  ];
}

/** Refusals per hour of the digest's window, oldest first. */
function hoursOf(sql: Sql, now: number) {
  const from = computeFirstHour(WINDOW_HOURS, now);
  const byHour = new Map(countByHour(sql, from).map((each) => [each.hour, each]));
  return Array.from({ length: WINDOW_HOURS }, (_, index) => {
    const { count = 0, suppressed = 0 } = byHour.get(from + index) ?? {};
    return { hour: hourText(from + index), count, suppressed };
  });
}

/** Rows of both exports. */
function refusalRows(sql: Sql, days: number, now: number) {
  return {
    list: "refusals",
    columns: REFUSAL_COLUMNS,
    rows: views(sql, computeFirstHour(days * HOURS_PER_DAY, now)),
  };
}

function* views(sql: Sql, fromHour: number) {
  for (const { hour, method, path, reason, key_id, source, agent, ...counted } of iterateCells(
    sql,
    fromHour,
  )) {
    const known = { key_id: key_id || null, source, agent: agent || null };
    yield { hour: hourText(hour), method, path, reason, ...known, ...counted };
  }
}
