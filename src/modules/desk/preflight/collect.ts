import type { GuardRow, GuardStatus, Section } from "./rules.ts";
import type { EnvRow } from "./store.ts";
import type { Findings } from "./take-snapshot.ts";

/** A setting as shown by the guards, without secrets. */
export interface GuardedSetting {
  variable: string;
  /** Masked if it may contain a secret. */
  value: string;
  source: "environment" | "default";
  fallback: string;
  isSecret: boolean;
}

/** Input of the guards. */
export interface GuardFacts {
  isProduction: boolean;
  environmentNamed: boolean;
  host: string;
  isLoopback: boolean;
  publicBaseUrl: string | null;
  isReady: boolean;
  /** Reasons why the process is not ready. */
  readinessFaults: readonly string[];
  /** Response headers of an HTML page. */
  pageHeaders: Headers;
  /** Whether this host serves the API reference. */
  hasDocs: boolean;
  settings: readonly GuardedSetting[];
  version: string;
  sqliteVersion: string;
  isSqliteSound: boolean;
  /** Differences between the schema and the migrations. */
  schemaFaults: readonly string[];
  migration: { newest: string; isCurrent: boolean };
  openApiSha256: string;
  /** Why the signed log is not being signed; null if it is. */
  logHold: string | null;
  /** Thresholds of the status checks, by `<check>_<name>`. */
  thresholds: Readonly<Record<string, number>>;
  /** Rows of other features. */
  others: readonly GuardRow[];
}

const SECURITY_HEADERS = ["content-security-policy", "referrer-policy", "x-content-type-options"];

/** Findings of all guards, and all settings, masked. */
export function collect(facts: GuardFacts): Findings {
  return {
    rows: [...responder(facts), ...synthetic(facts), ...facts.others, ...token(facts), ...artifact(facts)],
    env: facts.settings.map(envRow),
  };
}

function row(
  section: Section,
  field: string,
  status: GuardStatus,
  [value, expected, message]: readonly [string, string, string],
): GuardRow {
  return { section, field, status, value, expected, message };
}

function responder(facts: GuardFacts): GuardRow[] {
  const missing = SECURITY_HEADERS.filter((name) => !facts.pageHeaders.has(name));
  return [
    row("responder", "health", "pass", ["ok", "ok", "The process answers."]),
    row("responder", "readiness", facts.isReady ? "pass" : "fail", [
      facts.isReady ? "ready" : "not_ready",
      "ready",
      facts.isReady ? "The process is ready." : `Not ready: ${facts.readinessFaults.join("; ")}.`,
    ]),
    row("responder", "listener", facts.isLoopback || facts.isProduction ? "pass" : "warn", [
      facts.host,
      facts.isProduction ? "any address" : "a loopback address",
      facts.isLoopback
        ? "The listener is reachable only from this machine."
        : "The listener is reachable from other machines.",
    ]),
    row("responder", "environment", facts.environmentNamed ? "pass" : "warn", [
      facts.isProduction ? "production" : "development",
      "named by SALUTE_ENV or NODE_ENV",
      facts.environmentNamed ? "The environment is named." : "Set SALUTE_ENV: development is assumed.",
    ]),
    tls(facts),
    row("responder", "headers", missing.length === 0 ? "pass" : "fail", [
      missing.length === 0 ? "complete" : `without ${missing.join(" ")}`,
      "complete",
      "Pages are sent with a strict Content-Security-Policy and the other security headers.",
    ]),
    row("responder", "docs_mode", facts.hasDocs ? "pass" : "warn", [
      facts.hasDocs ? "self_hosted" : "off",
      "self_hosted",
      "The API reference is served from this host and loads nothing from other hosts.",
    ]),
  ];
}

function tls({ publicBaseUrl, isProduction }: GuardFacts): GuardRow {
  const scheme = publicBaseUrl === null ? "unset" : new URL(publicBaseUrl).protocol.slice(0, -1);
  const status = scheme === "https" ? "pass" : isProduction ? "fail" : "warn";
  return row("responder", "tls", status, [
    scheme,
    "https",
    scheme === "https"
      ? "PUBLIC_BASE_URL is https."
      : "Set PUBLIC_BASE_URL to the https address of the proxy.",
  ]);
}

function synthetic({ thresholds }: GuardFacts): GuardRow[] {
  return Object.entries(thresholds).map(([name, value]) =>
    row("synthetic", `threshold_${name}`, "pass", [String(value), "any", "Threshold of the status policy."]),
  );
}

/** Shows only whether each secret is set. */
function token({ settings }: GuardFacts): GuardRow[] {
  return settings
    .filter(({ isSecret }) => isSecret)
    .map(({ variable, source, fallback }) => {
      const value = source === "environment" ? "set" : fallback === "" ? "unset" : "default";
      return row("token", variable.toLowerCase(), value === "default" ? "warn" : "pass", [
        value,
        "set or unset",
        `${variable} is ${value}.`,
      ]);
    });
}

function artifact(facts: GuardFacts): GuardRow[] {
  const { schemaFaults: faults, migration, logHold } = facts;
  return [
    row("artifact", "version", "pass", [facts.version, "any", "The version of this executable."]),
    row("artifact", "sqlite", facts.isSqliteSound ? "pass" : "fail", [
      facts.sqliteVersion,
      "3.51.3 or newer",
      "Older versions of SQLite can corrupt the write-ahead log.",
    ]),
    row("artifact", "schema", faults.length === 0 ? "pass" : "fail", [
      faults.length === 0 ? "as migrated" : "changed",
      "as migrated",
      faults.length === 0 ? "Tables, indexes and triggers match the migrations." : `${faults.join("; ")}.`,
    ]),
    row("artifact", "migrations", migration.isCurrent ? "pass" : "fail", [
      migration.newest,
      "this executable's newest",
      migration.isCurrent
        ? "All migrations are applied."
        : "The database has a different schema version than this executable.",
    ]),
    row("artifact", "openapi_sha256", "pass", [
      facts.openApiSha256,
      "any",
      "SHA-256 of the JSON OpenAPI document.",
    ]),
    row("artifact", "log_key", logHold === null ? "pass" : "warn", [
      logHold === null ? "signing" : "not_signing",
      "signing",
      logHold ?? "The signed log is signed with log.key.",
    ]),
  ];
}

function envRow({ variable, value, source, fallback, isSecret }: GuardedSetting): Omit<EnvRow, "since"> {
  const shown = isSecret ? (source === "environment" ? "(set)" : "") : value;
  return {
    section: "env",
    field: variable,
    status: "pass",
    value: shown,
    expected: fallback,
    message: source === "environment" ? "Set in the environment." : "Default value.",
  };
}
