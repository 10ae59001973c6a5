import type { Static } from "@sinclair/typebox";
import { invalidQuery } from "../../../http/answers/problem.ts";
import { timeOrNull } from "../../../kit/clock.ts";
import type { EventFilter } from "./event-store.ts";
import { ExportQuery } from "./model.ts";
import { type Field, parseFields } from "./rules.ts";

/** A period in Unix milliseconds, inclusive; null for an open end. */
export interface Span {
  from: number | null;
  to: number | null;
}

/** Periods of the window presets; null if there is none. */
export interface Presets {
  lastDigestWarn: () => Span | null;
  lastOutage: (now: number) => Span | null;
}

export interface ExportRequest {
  filter: EventFilter;
  fields: readonly Field[];
  window: Span | null;
  /** True if the preset has no period; the export then has no rows. */
  isEmpty: boolean;
}

type Query = Static<typeof ExportQuery>;

/** Resolves an export's parameters. @throws Problem invalid_query for an unknown field */
export function resolveExportRequest(query: Query, presets: Presets, now: number): ExportRequest {
  const chosen = parseFields(query.fields);
  if ("unknown" in chosen) throw invalidQuery("fields", `contains the unknown field ${chosen.unknown}`);
  const asked = { from: timeOrNull(query.at_from), to: timeOrNull(query.at_to) };
  const preset = presetOf(query.window_preset, presets, now);
  const isEmpty = query.window_preset !== undefined && preset === null;
  const window = isEmpty ? null : overlap(asked, preset);
  return {
    filter: {
      events: query.event ?? [],
      eventPrefix: query.event_prefix ?? null,
      from: window?.from ?? null,
      to: window?.to ?? null,
      family: query.status_code_family ?? null,
      skipReason: query.skip_reason ?? null,
      issueId: query.issue_id ?? null,
      urlContains: query.url_contains ?? null,
    },
    fields: chosen.fields,
    window,
    isEmpty,
  };
}

function presetOf(name: Query["window_preset"], presets: Presets, now: number): Span | null {
  if (name === undefined) return null;
  return name === "last_outage" ? presets.lastOutage(now) : presets.lastDigestWarn();
}

function overlap(asked: Span, preset: Span | null): Span | null {
  const from = latest(asked.from, preset?.from ?? null);
  const to = earliest(asked.to, preset?.to ?? null);
  return from === null && to === null ? null : { from, to };
}

function latest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

const ANSWER_PARAMETERS = ["count_only", "checksum", "compress", "download_token", "debug"];
/** Names of the parameters that select an export's rows. */
const FILTERS = Object.keys(ExportQuery.properties).filter(
  (name) => !ANSWER_PARAMETERS.includes(name),
) as (keyof Query)[];

/** The given filters, as stored. */
export function pickFilters(query: Query): Partial<Query> {
  return Object.fromEntries(FILTERS.filter((name) => name in query).map((name) => [name, query[name]]));
}

/** All filters as shown; those not given are null. */
export function filtersView(query: Query): Record<string, unknown> {
  return Object.fromEntries(FILTERS.map((name) => [name, query[name] ?? null]));
}
