import { LOG_LEVELS, type LogLevel } from "../../kit/process/log.ts";
import { setting } from "./setting.ts";
import { addresses, baseUrl, listenHost, masterKey, oneOf, optional, text, whole } from "./values.ts";

/** The server's addresses, directory and mode. */
export const SERVER_SETTINGS = {
  environment: setting(
    "SALUTE_ENV",
    "",
    "production",
    "production or development; unset: NODE_ENV if that is one of the two, otherwise development",
    oneOf("", "production", "development"),
  ),
  nodeEnvironment: setting("NODE_ENV", "", "production", "Read only if SALUTE_ENV is unset", text),
  port: setting("PORT", "8080", "8080", "Port to listen on; --port takes precedence", whole(0, 65_535)),
  host: setting("HOST", "127.0.0.1", "0.0.0.0", "Address to listen on; --host takes precedence", listenHost),
  dataDir: setting(
    "DATA_DIR",
    "./data",
    "/var/lib/salute",
    "Directory of the databases and key files; --data takes precedence",
    text,
  ),
  publicBaseUrl: setting(
    "PUBLIC_BASE_URL",
    "",
    "https://salute.example.com",
    "Public address of this server, for links",
    baseUrl,
  ),
  trustedProxies: setting(
    "TRUSTED_PROXIES",
    "",
    "10.0.0.0/8,::1",
    "Proxies whose X-Forwarded-For is accepted (addresses or CIDR, comma-separated)",
    addresses,
  ),
  masterKey: setting(
    "MASTER_KEY",
    "",
    "(64 hex digits)",
    "Key that seals secrets at rest; unset: MASTER_KEY_FILE",
    masterKey,
    true,
  ),
  masterKeyFile: setting(
    "MASTER_KEY_FILE",
    "",
    "/run/secrets/salute-master.key",
    "File with that key; unset: master.key in the data directory",
    optional,
  ),
  logLevel: setting(
    "LOG_LEVEL",
    "info",
    "warn",
    `${LOG_LEVELS.join(", ")}; warn turns off the line per request`,
    oneOf(...LOG_LEVELS) as (value: string) => LogLevel,
  ),
  maxBodyBytes: setting(
    "MAX_BODY_BYTES",
    "262144",
    "262144",
    "Largest request body, in bytes; larger ones answer 413",
    whole(1_024, 16_777_216),
  ),
} as const;
