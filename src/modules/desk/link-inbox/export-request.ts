import type { Static } from "@sinclair/typebox";
import { invalidQuery } from "../../../http/answers/problem.ts";
import type { ExportQuery } from "./model.ts";
import { type Field, fieldsOf } from "./rules.ts";
import type { EventFilter } from "./store.ts";

/** A stretch of time in Unix milliseconds, both ends counted; null: without an end. */
export interface Span {
  from: number | null;
  to: number | null;
}

/** The stretches that presets name; null where there is none. */
export interface Presets {
  lastDigestWarn: () => Span | null;
  lastOutage: (now: number) => Span | null;
}

export interface ExportRequest {
  filter: EventFilter;
  fields: readonly Field[];
  window: Span | null;
  /** Whether the preset names nothing: then no row is chosen. */
  isEmpty: boolean;
}

type Query = Static<typeof ExportQuery>;

/** What an export's parameters ask for. @throws Problem invalid_query for a field that is none */
export function requestOf(query: Query, presets: Presets, now: number): ExportRequest {
  const chosen = fieldsOf(query.fields);
  if ("unknown" in chosen) throw invalidQuery("fields", `names ${chosen.unknown}, which is no field`);
  const asked = { from: timeOf(query.at_from), to: timeOf(query.at_to) };
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

function timeOf(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}

/** The parameters that decide which rows an export holds, as they are kept and shown. */
export function filtersOf(query: Query): Partial<Query> {
  const {
    count_only: _,
    checksum: __,
    compress: ___,
    download_token: ____,
    debug: _____,
    ...filters
  } = query;
  const { include_meta: ______, ...kept } = filters as typeof filters & { include_meta?: boolean };
  return kept;
}
