import { LOG_LEVELS, type LogLevel } from "../../kit/process/log.ts";
import { setting } from "./setting.ts";
import {
  absolutePath,
  acceptOnly,
  addresses,
  baseUrl,
  flag,
  list,
  listenHost,
  masterKey,
  optional,
  text,
  whole,
} from "./values.ts";

/** The server's addresses, directory and mode. */
export const SERVER_SETTINGS = {
  environment: setting("SALUTE_ENV", {
    fallback: "",
    example: "production",
    meaning: "production or development; unset: NODE_ENV if that is one of the two, otherwise development",
    parse: acceptOnly("", "production", "development"),
  }),
  nodeEnvironment: setting("NODE_ENV", {
    fallback: "",
    example: "production",
    meaning: "Read only if SALUTE_ENV is unset",
    parse: text,
  }),
  requiredSettings: setting("REQUIRED_SETTINGS", {
    fallback: "",
    example: "PUBLIC_BASE_URL,LITESTREAM_REPLICA_URL",
    meaning: "Settings without which nothing starts, comma-separated: for a deployment that others fill in",
    parse: list,
  }),
  port: setting("PORT", {
    fallback: "8080",
    example: "8080",
    meaning: "Port to listen on; --port takes precedence",
    parse: whole(0, 65_535),
  }),
  host: setting("HOST", {
    fallback: "127.0.0.1",
    example: "0.0.0.0",
    meaning: "Address to listen on; --host takes precedence",
    parse: listenHost,
  }),
  dataDir: setting("DATA_DIR", {
    fallback: "./data",
    example: "/var/lib/salute",
    meaning: "Directory of the databases and key files; --data takes precedence",
    parse: text,
  }),
  publicBaseUrl: setting("PUBLIC_BASE_URL", {
    fallback: "",
    example: "https://salute.example.com",
    meaning: "Public address of this server, for links",
    parse: baseUrl,
  }),
  trustedProxies: setting("TRUSTED_PROXIES", {
    fallback: "",
    example: "10.0.0.0/8,::1",
    meaning: "Proxies whose X-Forwarded-For is accepted (addresses or CIDR, comma-separated)",
    parse: addresses,
  }),
  masterKey: setting("MASTER_KEY", {
    fallback: "",
    example: "(64 hex digits)",
    meaning: "Key that seals secrets at rest; unset: MASTER_KEY_FILE",
    parse: masterKey,
    isSecret: true,
  }),
  masterKeyFile: setting("MASTER_KEY_FILE", {
    fallback: "",
    example: "/run/secrets/salute-master.key",
    meaning: "File with that key; unset: master.key in the data directory",
    parse: optional,
  }),
  pidFile: setting("PID_FILE", {
    fallback: "",
    example: "/run/salute/salute.pid",
    meaning:
      "File with the id of the serving process, for a service manager that follows it; systemd: PIDFile= of the unit",
    parse: absolutePath,
  }),
  savesMemory: setting("SAVE_MEMORY", {
    fallback: "1",
    example: "1",
    meaning: "1: memory is returned to the system while the server rests; 0: kept for the next load",
    parse: flag,
  }),
  logLevel: setting("LOG_LEVEL", {
    fallback: "info",
    example: "warn",
    meaning: `${LOG_LEVELS.join(", ")}; warn turns off the line per request`,
    parse: acceptOnly(...LOG_LEVELS) as (value: string) => LogLevel,
  }),
  maxBodyBytes: setting("MAX_BODY_BYTES", {
    fallback: "262144",
    example: "262144",
    meaning: "Largest request body, in bytes; larger ones answer 413",
    parse: whole(1_024, 16_777_216),
  }),
  maxConnections: setting("MAX_CONNECTIONS", {
    fallback: "",
    example: "5000",
    meaning:
      "Open connections; more are refused with 503. Unset: the limit of descriptors minus 256 for files (half of a limit below 512), at most 20,000; a larger number cannot exceed that limit",
    parse: (value) => (value === "" ? null : whole(1, 1_000_000)(value)),
  }),
  maxConnectionsPerAddress: setting("MAX_CONNECTIONS_PER_ADDRESS", {
    fallback: "1000",
    example: "1000",
    meaning:
      "Open connections from one address (IPv6: one /64); more are refused with 503. TRUSTED_PROXIES are exempt",
    parse: whole(1, 1_000_000),
  }),
} as const;
