import type { GuardRow, Section } from "./rules.ts";
import type { EnvRow } from "./store.ts";
import type { Findings } from "./take-snapshot.ts";

/** A setting as shown by the guards, without secrets. */
export interface GuardedSetting {
  variable: string;
  /** Masked if it may contain a secret. */
  value: string;
  source: "flag" | "environment" | "default";
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

/** Rows of one section. */
function rowsOf(section: Section, rows: readonly Omit<GuardRow, "section">[]): GuardRow[] {
  return rows.map((row) => ({ section, ...row }));
}

function responder(facts: GuardFacts): GuardRow[] {
  const { environmentNamed, host, isLoopback, isProduction, isReady, readinessFaults } = facts;
  const missing = SECURITY_HEADERS.filter((name) => !facts.pageHeaders.has(name));
  return rowsOf("responder", [
    { field: "health", status: "pass", value: "ok", expected: "ok", message: "The process answers." },
    {
      field: "readiness",
      status: isReady ? "pass" : "fail",
      value: isReady ? "ready" : "not_ready",
      expected: "ready",
      message: isReady ? "The process is ready." : `Not ready: ${readinessFaults.join("; ")}.`,
    },
    {
      field: "listener",
      status: isLoopback || isProduction ? "pass" : "warn",
      value: host,
      expected: isProduction ? "any address" : "a loopback address",
      message: isLoopback
        ? "The listener is reachable only from this machine."
        : "The listener is reachable from other machines.",
    },
    {
      field: "environment",
      status: environmentNamed ? "pass" : "warn",
      value: isProduction ? "production" : "development",
      expected: "named by SALUTE_ENV or NODE_ENV",
      message: environmentNamed ? "The environment is named." : "Set SALUTE_ENV: development is assumed.",
    },
    tls(facts),
    {
      field: "headers",
      status: missing.length === 0 ? "pass" : "fail",
      value: missing.length === 0 ? "complete" : `without ${missing.join(" ")}`,
      expected: "complete",
      message: "Pages are sent with a strict Content-Security-Policy and the other security headers.",
    },
    {
      field: "docs_mode",
      status: "pass",
      value: "self_hosted",
      expected: "self_hosted",
      message: "The API reference is served from this host and loads nothing from other hosts.",
    },
  ]);
}

function tls({ publicBaseUrl, isProduction }: GuardFacts): Omit<GuardRow, "section"> {
  const scheme = publicBaseUrl === null ? "unset" : new URL(publicBaseUrl).protocol.slice(0, -1);
  return {
    field: "tls",
    status: scheme === "https" ? "pass" : isProduction ? "fail" : "warn",
    value: scheme,
    expected: "https",
    message:
      scheme === "https"
        ? "PUBLIC_BASE_URL is https."
        : "Set PUBLIC_BASE_URL to the https address of the proxy.",
  };
}

function synthetic({ thresholds }: GuardFacts): GuardRow[] {
  return rowsOf(
    "synthetic",
    Object.entries(thresholds).map(([name, value]) => ({
      field: `threshold_${name}`,
      status: "pass",
      value: String(value),
      expected: "any",
      message: "Threshold of the status policy.",
    })),
  );
}

/** Shows only whether each secret is set. */
function token({ settings }: GuardFacts): GuardRow[] {
  const secrets = settings.filter(({ isSecret }) => isSecret);
  return rowsOf(
    "token",
    secrets.map(({ variable, source, fallback }) => {
      const value = source !== "default" ? "set" : fallback === "" ? "unset" : "default";
      return {
        field: variable.toLowerCase(),
        status: value === "default" ? "warn" : "pass",
        value,
        expected: "set or unset",
        message: `${variable} is ${value}.`,
      };
    }),
  );
}

function artifact({ schemaFaults: faults, migration, logHold, ...facts }: GuardFacts): GuardRow[] {
  return rowsOf("artifact", [
    {
      field: "version",
      status: "pass",
      value: facts.version,
      expected: "any",
      message: "The version of this executable.",
    },
    {
      field: "sqlite",
      status: facts.isSqliteSound ? "pass" : "fail",
      value: facts.sqliteVersion,
      expected: "3.51.3 or newer",
      message: "Older versions of SQLite can corrupt the write-ahead log.",
    },
    {
      field: "schema",
      status: faults.length === 0 ? "pass" : "fail",
      value: faults.length === 0 ? "as migrated" : "changed",
      expected: "as migrated",
      message:
        faults.length === 0 ? "Tables, indexes and triggers match the migrations." : `${faults.join("; ")}.`,
    },
    {
      field: "migrations",
      status: migration.isCurrent ? "pass" : "fail",
      value: migration.newest,
      expected: "this executable's newest",
      message: migration.isCurrent
        ? "All migrations are applied."
        : "The database has a different schema version than this executable.",
    },
    {
      field: "openapi_sha256",
      status: "pass",
      value: facts.openApiSha256,
      expected: "any",
      message: "SHA-256 of the JSON OpenAPI document.",
    },
    {
      field: "log_key",
      status: logHold === null ? "pass" : "warn",
      value: logHold === null ? "signing" : "not_signing",
      expected: "signing",
      message: logHold ?? "The signed log is signed with log.key.",
    },
  ]);
}

const SOURCES: Record<GuardedSetting["source"], string> = {
  flag: "Set by a flag.",
  environment: "Set in the environment.",
  default: "Default value.",
};

function envRow({ variable, value, source, fallback, isSecret }: GuardedSetting): Omit<EnvRow, "since"> {
  const shown = isSecret ? (source === "default" ? "" : "(set)") : value;
  return {
    section: "env",
    field: variable,
    status: "pass",
    value: shown,
    expected: fallback,
    message: SOURCES[source],
  };
}
