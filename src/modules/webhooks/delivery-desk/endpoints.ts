import type { Status } from "../../../pages/index.ts";
import { readHeaderNames } from "../deliveries/index.ts";
import { SUBSCRIBED } from "../events/index.ts";
import type { EndpointRow } from "./endpoint-store.ts";

/** Outcomes of the newest attempts at one host. */
export interface HostHealth {
  host: string;
  partners: string[];
  attempts: number;
  failures: number;
  /** Per cent of the attempts, one decimal. */
  failurePct: number;
  lastAt: number;
  webhooks: EndpointRow[];
}

/** Hosts with failed attempts, the largest share of failures first, then the most failures. */
export function failingHosts(rows: readonly EndpointRow[]): HostHealth[] {
  const hosts = Map.groupBy(rows, ({ target_url }) => new URL(target_url).host);
  return [...hosts]
    .map(([host, webhooks]) => healthOf(host, webhooks))
    .filter(({ failures }) => failures > 0)
    .sort((a, b) => b.failurePct - a.failurePct || b.failures - a.failures || a.host.localeCompare(b.host));
}

function healthOf(host: string, webhooks: EndpointRow[]): HostHealth {
  const attempts = webhooks.reduce((sum, each) => sum + each.attempts, 0);
  const failures = webhooks.reduce((sum, each) => sum + each.failures, 0);
  return {
    host,
    partners: [...new Set(webhooks.map(({ partner }) => partner))].sort(),
    attempts,
    failures,
    failurePct: Math.round((failures / attempts) * 1_000) / 10,
    lastAt: Math.max(...webhooks.map(({ last_at }) => last_at ?? 0)),
    webhooks,
  };
}

/** Target of the form that switches a webhook on again. */
export function enablePath({ webhook_id }: Pick<EndpointRow, "webhook_id">): string {
  return `/admin/deliveries/webhooks/${webhook_id}/enable`;
}

/** The names that a webhook subscribes to. */
export function subscribedNames({ event_types }: Pick<EndpointRow, "event_types">): string[] {
  return SUBSCRIBED.read(event_types);
}

/** A webhook's optional settings, for operators: its note, the names of its own headers, and its rate. */
export function endpointSettings(
  row: Pick<EndpointRow, "description" | "header_names" | "max_per_second">,
): string[] {
  const names = readHeaderNames(row.header_names);
  return [
    ...(row.description === null ? [] : [row.description]),
    ...(names.length === 0 ? [] : [`headers: ${names.join(", ")}`]),
    ...(row.max_per_second === null ? [] : [`at most ${row.max_per_second} a second`]),
  ];
}
/** State of a webhook, in a word. */
export function endpointState(
  row: Pick<EndpointRow, "deleted_at" | "is_active" | "off_reason" | "probe_at" | "consecutive_failures">,
): { status: Status; word: string } {
  if (row.deleted_at !== null) return { status: "unknown", word: "deleted" };
  if (row.is_active === 0) {
    const isGone = row.off_reason === "gone";
    return { status: isGone ? "bad" : "unknown", word: isGone ? "off: answered 410" : "off" };
  }
  const failures = row.consecutive_failures;
  const running = `${failures.toLocaleString("en")} ${failures === 1 ? "failure" : "failures"} running`;
  if (row.probe_at !== null) return { status: "bad", word: `failing, probed (${running})` };
  if (row.consecutive_failures > 0) return { status: "warn", word: running };
  return { status: "ok", word: "on" };
}
