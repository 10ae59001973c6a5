import { type Static, Type } from "@sinclair/typebox";
import type { Operation } from "../../../http/operation.ts";
import { createValidator } from "../../../http/schema/validate.ts";
import { DAY_MS, timeOfIso } from "../../../kit/clock.ts";

/** A scheduled withdrawal of endpoints. Times are Unix milliseconds. */
export interface Deprecation {
  id: string;
  title: string;
  endpoints: readonly Endpoint[];
  announcedAt: number;
  deprecatedAt: number;
  sunsetAt: number;
  /** A path, `METHOD /path` or an absolute URL; null without a replacement. */
  replacement: string | null;
  reason: string;
  /** Migration steps for callers, in order. */
  migration: readonly string[];
}

export interface Endpoint {
  method: string;
  /** A path template of the build. */
  path: string;
}

/** Deprecations scheduled by this build. */
export const BUILT_IN: readonly Deprecation[] = [];

/** Minimum number of days between announcement and sunset. */
export const NOTICE_DAYS = 30;

/** The schedule is invalid. The message follows the file's name. */
export class ScheduleError extends Error {}

const When = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2}))?$",
  "x-expectation": "an ISO 8601 time such as 2027-01-31T00:00:00Z",
});

const Replacement = Type.String({
  pattern: "^([A-Z]+ +)?(/|https?://)[^\\s]{0,2040}$",
  "x-expectation": "a path, METHOD /path or a URL, such as GET /api/salutes/ledger",
});

const File = Type.Object({
  deprecations: Type.Array(
    Type.Object({
      id: Type.String({
        pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$",
        "x-expectation": "1 to 64 of A-Z a-z 0-9 . _ -",
      }),
      title: Type.String({ minLength: 1, maxLength: 200 }),
      endpoints: Type.Array(Type.Object({ method: Type.String(), path: Type.String() }), {
        minItems: 1,
        maxItems: 100,
      }),
      announced_at: When,
      deprecated_at: When,
      sunset_at: When,
      replacement: Type.Optional(Type.Union([Replacement, Type.Null()])),
      reason: Type.Optional(Type.String({ maxLength: 2_000 })),
      migration: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { maxItems: 50 })),
    }),
    { maxItems: 200 },
  ),
});

const validator = createValidator(File);

/** Parses DEPRECATIONS_FILE. @throws ScheduleError */
export function parseSchedule(text: string): Deprecation[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new ScheduleError("it is not valid JSON");
  }
  const [fault] = validator.faults(file) ?? [];
  if (fault !== undefined) throw new ScheduleError(`${fault.field} ${fault.message}`);
  return withoutRepeats((file as Static<typeof File>).deprecations.map(read));
}

function read(entry: Static<typeof File>["deprecations"][number]): Deprecation {
  const [announcedAt, deprecatedAt, sunsetAt] = (["announced_at", "deprecated_at", "sunset_at"] as const).map(
    (name) => timeOf(entry.id, name, entry[name]),
  ) as [number, number, number];
  if (sunsetAt < deprecatedAt)
    throw new ScheduleError(`${entry.id}: sunset_at must not be before deprecated_at`);
  if (sunsetAt < announcedAt + NOTICE_DAYS * DAY_MS)
    throw new ScheduleError(`${entry.id}: sunset_at must be at least ${NOTICE_DAYS} days after announced_at`);
  return {
    id: entry.id,
    title: entry.title,
    endpoints: entry.endpoints.map(({ method, path }) => ({ method: method.toUpperCase(), path })),
    announcedAt,
    deprecatedAt,
    sunsetAt,
    replacement: entry.replacement ?? null,
    reason: entry.reason ?? "",
    migration: entry.migration ?? [],
  };
}

function timeOf(id: string, name: string, text: string): number {
  const ms = timeOfIso(text);
  if (Number.isNaN(ms)) throw new ScheduleError(`${id}: ${name} ${JSON.stringify(text)} is not a date`);
  return ms;
}

function withoutRepeats(entries: Deprecation[]): Deprecation[] {
  const ids = new Set<string>();
  for (const { id } of entries) {
    if (ids.has(id)) throw new ScheduleError(`the id ${id} occurs twice`);
    ids.add(id);
  }
  return entries;
}

/** @throws ScheduleError for an endpoint that the build lacks */
export function requireKnownEndpoints(
  entries: readonly Deprecation[],
  operations: readonly Pick<Operation, "method" | "path">[],
): void {
  if (entries.length === 0) return;
  const known = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  for (const { id, endpoints } of entries) {
    const unknown = endpoints.find(({ method, path }) => !known.has(`${method} ${path}`));
    if (unknown !== undefined)
      throw new ScheduleError(
        `${id}: ${unknown.method} ${unknown.path} is not an endpoint of this build; write the path as in /api/openapi.yaml`,
      );
  }
}
