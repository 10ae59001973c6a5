import { isLoopback, SETTINGS } from "../config.ts";
import { isSqliteSound, MIN_SQLITE_VERSION } from "../db/database.ts";
import { isoUtc } from "../kit/clock.ts";
import { isOpenToOthers } from "../kit/files.ts";
import type { Facts, FileFacts, InstalledFacts, StateFacts } from "./doctor-facts.ts";

export type Level = "ok" | "warn" | "bad";

export interface Finding {
  name: string;
  level: Level;
  message: string;
  /** What to do about it; null where nothing is to be done. */
  fix: string | null;
}

type Diagnosis = Omit<Finding, "name">;

const MIB = 2 ** 20;
const FREE_BYTES_WARN = 1024 * MIB;
const FREE_BYTES_BAD = 100 * MIB;
const WAL_BYTES_WARN = 256 * MIB;

const ok = (message: string): Diagnosis => ({ level: "ok", message, fix: null });
const warn = (message: string, fix: string): Diagnosis => ({ level: "warn", message, fix });
const bad = (message: string, fix: string): Diagnosis => ({ level: "bad", message, fix });

/** What would keep a production server from its work is bad there, and something to look at elsewhere. */
function badInProduction({ config }: Facts, message: string, fix: string): Diagnosis {
  return config.isProduction ? bad(message, fix) : warn(message, fix);
}

/** Every finding, in the order of the report. What cannot be said yet is left out. */
export function findingsOf(facts: Facts): Finding[] {
  const { installed } = facts;
  const state = installed?.state ?? null;
  const diagnoses: [string, Diagnosis | null][] = [
    ["environment", environment(facts)],
    ["public_base_url", publicBaseUrl(facts)],
    ["trusted_proxies", trustedProxies(facts)],
    ["proxy_variables", proxyVariables(facts)],
    ["data_directory", dataDirectory(facts)],
    ["disk_space", diskSpace(facts)],
    ["sqlite", sqlite(facts)],
    ["schema", installed && schema(installed)],
    ["wal", installed && wal(installed)],
    ["master_key", installed && masterKey(facts, installed)],
    ["log_key", installed && logKey(facts, installed)],
    ["key_copies", state && keyCopies(state)],
    ["owner", state && owner(facts, state)],
    ["safe_mode", state && safeMode(state)],
    ["chain", chain(facts)],
    ["rate_limits", rateLimits(facts, state)],
    ["nonces", nonces(facts)],
  ];
  return diagnoses.flatMap(([name, diagnosis]) => (diagnosis === null ? [] : [{ name, ...diagnosis }]));
}

function environment({ config }: Facts): Diagnosis {
  if (config.environmentNamed) return ok(config.isProduction ? "production" : "development");
  if (isLoopback(config.host)) {
    return warn(
      "Neither SALUTE_ENV nor NODE_ENV says what this is; it is taken for development.",
      "Set SALUTE_ENV=production where partners reach it, else SALUTE_ENV=development.",
    );
  }
  return bad(
    `HOST ${config.host} is open to other machines, and neither SALUTE_ENV nor NODE_ENV says what this is: the server does not start.`,
    "Set SALUTE_ENV=production or SALUTE_ENV=development.",
  );
}

function publicBaseUrl(facts: Facts): Diagnosis {
  const { publicBaseUrl: address, isProduction } = facts.config;
  if (address === null) {
    return isProduction
      ? bad(
          "PUBLIC_BASE_URL is unset: links for operators and partners point to this machine's own address.",
          "Set PUBLIC_BASE_URL=https://… to the address that others reach this server by.",
        )
      : ok("unset; links point to this machine");
  }
  if (isProduction && !address.startsWith("https:"))
    return warn(
      `${address} is not https: others can read requests and sign-in cookies on the way.`,
      "Put TLS before it, and set PUBLIC_BASE_URL=https://…",
    );
  return ok(address);
}

/** The server itself speaks http, so whatever speaks https for it stands before it. */
function trustedProxies({ config }: Facts): Diagnosis {
  if (!config.trustedProxies.isEmpty) return ok("X-Forwarded-For is believed from the listed proxies");
  const isOpen = !isLoopback(config.host);
  if (!isOpen && config.publicBaseUrl?.startsWith("https:") !== true)
    return ok("none; clients reach this server directly");
  return warn(
    `TRUSTED_PROXIES is unset${isOpen ? ` while HOST is ${config.host}` : " while PUBLIC_BASE_URL is https"}: behind a proxy all clients count as its one address, in limits and in allowed addresses.`,
    "Set TRUSTED_PROXIES to the proxy's address, such as 127.0.0.1 or 10.0.0.0/8; leave it unset where there is no proxy.",
  );
}

function proxyVariables({ config }: Facts): Diagnosis {
  const removed = config.removedProxyVariables;
  if (removed.length === 0) return ok("none set");
  return warn(
    `${removed.join(", ")} is set, and salute removes it from its process: requests to webhooks and to the chain go out directly.`,
    "Unset it for salute, and make sure that the machine reaches the internet without a proxy.",
  );
}

function dataDirectory(facts: Facts): Diagnosis {
  const { path, permissions } = facts.directory;
  if (facts.installed === null)
    return ok(
      `${path} ${permissions === null ? "is missing" : "holds no databases"}: the first start makes it`,
    );
  return openToOthers(facts, facts.directory, "700") ?? ok(path);
}

function openToOthers(
  facts: Facts,
  { path, permissions }: FileFacts,
  right: "600" | "700",
): Diagnosis | null {
  if (permissions === null || !isOpenToOthers(permissions)) return null;
  return badInProduction(
    facts,
    `${path} is open to other users (mode ${permissions.toString(8).padStart(4, "0")}).`,
    `chmod ${right} ${path}`,
  );
}

function diskSpace({ freeBytes, directory }: Facts): Diagnosis {
  const message = `${Math.floor(freeBytes / MIB)} MiB free`;
  if (freeBytes >= FREE_BYTES_WARN) return ok(message);
  const fix = `Make room where ${directory.path} is, or give it a larger disk.`;
  return freeBytes < FREE_BYTES_BAD
    ? bad(`${message}: writes are about to fail.`, fix)
    : warn(`${message}.`, fix);
}

function sqlite({ sqlite }: Facts): Diagnosis {
  if (isSqliteSound(sqlite)) return ok(sqlite);
  return bad(
    `SQLite ${sqlite} can corrupt a WAL file with two writers.`,
    `Run a build with SQLite ${MIN_SQLITE_VERSION} or later.`,
  );
}

function schema({ schemaFault, pending }: InstalledFacts): Diagnosis {
  if (schemaFault !== null)
    return bad(schemaFault, "Run the executable that made the files, or restore a backup of this one's.");
  if (pending.length === 0) return ok("up to date");
  return warn(`still to be applied: ${pending.join(", ")}`, "salute migrate (every start does it too)");
}

function wal({ walBytes }: InstalledFacts): Diagnosis {
  const message = `${Math.floor(walBytes / MIB)} MiB`;
  if (walBytes < WAL_BYTES_WARN) return ok(message);
  return warn(
    `${message}: something reads an old state for long, and keeps the log from being folded into its file.`,
    "End what has the databases open beside the server; a restart of the server folds it in.",
  );
}

function masterKey(facts: Facts, { masterKey: key }: InstalledFacts): Diagnosis {
  if (key.fault !== null)
    return bad(key.fault, "salute keyfiles import --from DIR, with the copy that keyfiles export made");
  if (facts.config.masterKey !== null)
    return ok("from MASTER_KEY, and the right one; `master-key rotate` would need MASTER_KEY_FILE");
  return openToOthers(facts, key, "600") ?? ok(`${key.path}, and the right one`);
}

function logKey(facts: Facts, { logKey: key }: InstalledFacts): Diagnosis {
  if (key.permissions === null)
    return warn(
      `${key.path} is missing: the log stays readable, and is no longer signed.`,
      "salute keyfiles import --from DIR",
    );
  return openToOthers(facts, key, "600") ?? ok(key.path);
}

function keyCopies({ keyCopies }: StateFacts): Diagnosis | null {
  if (keyCopies === null) return null;
  if (keyCopies === "exported") return ok("exported");
  return warn(
    keyCopies === "changed"
      ? "The key files changed since they were exported: a backup made now cannot be opened with the copy."
      : "The key files were never exported: without master.key the secrets in a backup cannot be opened.",
    "salute keyfiles export --to DIR, on another disk",
  );
}

function owner({ now }: Facts, { operators, firstStartDone }: StateFacts): Diagnosis {
  const owners = operators.filter((each) => each.role === "owner" && each.status === "active");
  if (owners.length === 0) {
    return firstStartDone
      ? bad(
          "No active operator is an owner: nobody can manage operators and keys on the pages.",
          "salute operators create --name NAME --role owner",
        )
      : ok("the first start makes one");
  }
  const ways = owners.map((each) => {
    if (each.link_used === 1) return { name: each.name, state: "a password" } as const;
    const isOpen = each.link_expires_at !== null && each.link_expires_at > now;
    return {
      name: each.name,
      state: isOpen ? "an open link" : "nothing",
      until: each.link_expires_at,
    } as const;
  });
  const names = (state: string) => ways.filter((each) => each.state === state).map((each) => each.name);
  if (names("a password").length > 0) return ok(`${names("a password").join(", ")} can sign in`);
  const [open] = ways.filter((each) => each.state === "an open link");
  if (open?.until != null) {
    return warn(
      `${open.name} has no password yet; the link for it ends ${isoUtc(open.until)}.`,
      `Open the link, or print another: salute operators reset --name ${open.name}`,
    );
  }
  return warn(
    `No owner can sign in: ${names("nothing").join(", ")} never set a password, and the link for it is over.`,
    `salute operators reset --name ${names("nothing")[0] ?? "NAME"}`,
  );
}

function safeMode({ safeMode }: StateFacts): Diagnosis {
  if (safeMode === null) return ok("off");
  return warn(
    `On since ${isoUtc(safeMode.since)}: ${safeMode.reason}. Every change answers 503 safe_mode.`,
    "salute check; once it is in order: salute safe-mode off",
  );
}

function chain({ config, settings }: Facts): Diagnosis {
  const missing = ["SOLANA_RPC_URLS", "TOKEN_MINT"].filter(
    (name) => settings.find((each) => each.variable === name)?.source !== "environment",
  );
  if (missing.length === 0) return ok("configured");
  if (!config.isProduction) return ok(`${missing.join(" and ")} unset: development reads the demo chain`);
  return bad(
    `${missing.join(" and ")} unset: whatever reads the chain (token figures, wallets' holdings, settlements, proofs) answers 503 rpc_unavailable.`,
    `Set ${missing.join(" and ")}.`,
  );
}

function rateLimits({ config }: Facts, state: StateFacts | null): Diagnosis {
  const limits = {
    publicApiLimit: config.publicApiLimit,
    pagesLimit: config.pagesLimit,
    webhooksLimit: config.webhooksLimit,
    partnerLimit: config.partnerLimit,
    sandboxLimit: config.sandboxLimit,
    failedAuthLimit: config.failedAuthLimit,
    adminLimit: config.adminLimit,
  };
  const off = Object.entries(limits)
    .filter(([, limit]) => limit === 0)
    .map(([name]) => SETTINGS[name as keyof typeof limits].variable);
  const keys = state?.unlimitedKeys ?? [];
  if (off.length === 0 && keys.length === 0) return ok("all on");
  return warn(
    `Switched off: ${[...off, ...keys].join(", ")}.`,
    [
      ...(off.length === 0 ? [] : [`Unset ${off.join(", ")}, or set a number.`]),
      ...keys.map((key) => `salute keys set ${key} --rate-limit default`),
    ].join(" "),
  );
}

function nonces({ config }: Facts): Diagnosis {
  return ok(
    config.nonceRequired
      ? "every mutation needs one"
      : "live mutations need one; in the sandbox they are optional (PARTNER_NONCE_REQUIRED=1 asks for them there)",
  );
}
