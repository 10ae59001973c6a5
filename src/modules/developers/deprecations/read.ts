import type { Static } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import type { Operation } from "../../../http/operation.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { type CallCounts, callsPerDay } from "./calls.ts";
import type { Deprecations } from "./deprecations.ts";
import { DEPRECATION_ERRORS } from "./errors.ts";
import type { DeprecationList, DeprecationView, MigrationStatus, Simulation } from "./model.ts";
import { buildHeaders, daysLeft, deriveStatus } from "./rules.ts";
import type { Deprecation } from "./schedule.ts";

/** Deprecations by sunset, latest first, as in every list. */
export function newestFirst({ entries }: Deprecations): Deprecation[] {
  return entries.toReversed();
}

export function toView(entry: Deprecation, now: number): Static<typeof DeprecationView> {
  const { id, title, endpoints, announcedAt, deprecatedAt, sunsetAt, replacement, reason, migration } = entry;
  return {
    id,
    title,
    endpoints: endpoints.map((each) => ({ ...each })),
    announced_at: isoUtc(announcedAt),
    deprecated_at: isoUtc(deprecatedAt),
    sunset_at: isoUtc(sunsetAt),
    replacement,
    reason,
    migration: [...migration],
    status: deriveStatus(entry, now),
  };
}

export function readDeprecationList(deprecations: Deprecations, now: number): Static<typeof DeprecationList> {
  const next = deprecations.entries.find(({ sunsetAt }) => sunsetAt > now);
  return {
    count: deprecations.entries.length,
    deprecations: newestFirst(deprecations).map((entry) => toView(entry, now)),
    next_sunset: next === undefined ? null : isoUtc(next.sunsetAt),
  };
}

/** Modification time of the documents: the latest date that has passed, or the start of the process. */
export function changedAt({ entries }: Deprecations, startedAt: number, now: number): number {
  const passed = entries
    .flatMap(({ announcedAt, deprecatedAt, sunsetAt }) => [announcedAt, deprecatedAt, sunsetAt])
    .filter((at) => at <= now);
  return Math.max(startedAt, ...passed);
}

/** @throws Problem deprecation_not_found */
export function requireDeprecation(deprecations: Deprecations, id: string): Deprecation {
  const entry = deprecations.find(id);
  if (entry === null)
    throw new Problem(
      DEPRECATION_ERRORS.deprecation_not_found,
      "Check the id: /developers/deprecations.json lists all of them.",
    );
  return entry;
}

/** Migration status of one deprecation, or of all without an id. @throws Problem deprecation_not_found */
export function readMigrationStatus(
  { deprecations, counts, id }: { deprecations: Deprecations; counts: CallCounts; id: string | undefined },
  now: number,
): Static<typeof MigrationStatus> {
  const migrationOf = (entry: Deprecation) => ({
    id: entry.id,
    state: deriveStatus(entry, now),
    days_left: daysLeft(entry, now),
    calls_per_day: callsPerDay(counts, entry, now),
  });
  if (id !== undefined) return migrationOf(requireDeprecation(deprecations, id));
  return {
    count: deprecations.entries.length,
    migrations: newestFirst(deprecations).map(migrationOf),
  };
}

/** Headers and status of a call at a given time. */
export function simulate(
  deprecations: Deprecations,
  entry: Deprecation | null,
  at: number,
): Static<typeof Simulation> {
  if (entry === null) return { headers: {}, status: null, id: null, http_status: null, at: isoUtc(at) };
  const status = deriveStatus(entry, at);
  return {
    headers: buildHeaders(entry, deprecations.baseUrl(), at),
    status,
    id: entry.id,
    http_status: status === "sunset" ? 410 : null,
    at: isoUtc(at),
  };
}

/**
 * Deprecation of an endpoint given as `METHOD /path` or a path, template or concrete; with several methods, the one
 * with the earliest sunset. Null without one.
 */
export function findByEndpoint(
  deprecations: Deprecations,
  operations: readonly Operation[],
  endpoint: string,
): Deprecation | null {
  const [, method, target = ""] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(endpoint.trim()) ?? [];
  const path = target.split("?")[0] ?? "";
  const wantedMethod = method?.toUpperCase() === "HEAD" ? "GET" : method?.toUpperCase();
  const candidates = operations.filter((each) => wantedMethod === undefined || each.method === wantedMethod);
  const exact = candidates.filter((each) => pathsOf(each).includes(path));
  const found =
    exact.length > 0
      ? exact
      : mostSpecific(candidates.filter((each) => pathsOf(each).some((template) => matches(template, path))));
  return (
    found
      .map((operation) => deprecations.of(operation))
      .filter((entry) => entry !== null)
      .sort((a, b) => a.sunsetAt - b.sunsetAt)[0] ?? null
  );
}

function pathsOf({ path, aliases = [] }: Operation): string[] {
  return [path, ...aliases];
}

/** Fixed segments take precedence over parameters, as in routing. */
function mostSpecific(operations: Operation[]): Operation[] {
  const parameters = ({ path }: Operation) => path.split("{").length;
  const fewest = Math.min(...operations.map(parameters));
  return operations.filter((each) => parameters(each) === fewest);
}

function matches(template: string, path: string): boolean {
  const [left, right] = [template.split("/"), path.split("/")];
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index] || (/^\{\w+\}/.test(part) && right[index] !== ""))
  );
}
