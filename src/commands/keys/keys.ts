import type { Services } from "../../compose/services.ts";
import type { Database } from "../../db/database.ts";
import type { KeyMode } from "../../http/operation.ts";
import { parseDecimal } from "../../kit/money.ts";
import {
  adjustKey,
  createKey,
  findKeyRow,
  type KeyAdjustments,
  keyView,
  listKeyRows,
  rotateKey,
  SCOPES,
  setKeyStatus,
} from "../../modules/access/keys/index.ts";
import {
  type Command,
  CommandFailed,
  type Flags,
  listFlag,
  type Option,
  oneWord,
  print,
  printData,
  requiredFlag,
  textFlag,
  textTable,
  UsageError,
} from "../command.ts";
import { promote } from "../promote.ts";
import { actorOf, withServices } from "../workspace.ts";
import { printIssued } from "./issued-key.ts";

const KEY_ID = ["KEY_ID"];

const SETTING_FLAGS: Record<string, Option> = {
  scopes: { type: "string", value: "a,b", meaning: `Of ${SCOPES.join(", ")}` },
  "allow-ip": {
    type: "string",
    multiple: true,
    value: "CIDR",
    meaning: "An address or range from which the key may be used; may repeat",
  },
  domain: {
    type: "string",
    multiple: true,
    value: "HOST",
    meaning: "A host that wallet challenges may name; may repeat",
  },
};

const create: Command = {
  name: "keys create",
  usage: "keys create --partner NAME --mode live|sandbox [--scopes a,b] [--allow-ip CIDR]… [--domain HOST]…",
  summary: "Create a partner key; its secret is printed once",
  details: "Without --scopes the key has all of them; without --allow-ip it works from any address.",
  options: {
    partner: { type: "string", value: "NAME", meaning: "The partner; a new name creates it" },
    mode: { type: "string", value: "MODE", meaning: "live or sandbox" },
    ...SETTING_FLAGS,
  },
  run: (invocation) => {
    const { flags } = invocation;
    const mode = requiredFlag(flags, "mode");
    if (mode !== "live" && mode !== "sandbox") throw new UsageError("--mode is live or sandbox");
    const partner = requiredFlag(flags, "partner");
    const settings = {
      scopes: (listFlag(flags, "scopes") as KeyAdjustments["scopes"]) ?? SCOPES,
      allowedIps: listFlag(flags, "allow-ip") ?? [],
      domains: listFlag(flags, "domain") ?? [],
    };
    return withServices(invocation, async (services) => {
      const issued = await fileOf(services, mode).writer.run((tx) =>
        createKey(tx, actorOf(create), services.keyring, { partner, mode, settings }),
      );
      printIssued(flags, issued);
      return 0;
    });
  },
};

const rotate: Command = {
  name: "keys rotate",
  usage: "keys rotate KEY_ID",
  summary: "Rotate a key's secret; the old one stays valid for 24 h at most",
  words: KEY_ID,
  options: {},
  run: (invocation) =>
    withKey(invocation, async (services, keyId) => {
      const issued = await fileOf(services, modeOf(keyId)).writer.run((tx) =>
        rotateKey(tx, actorOf(rotate), services.keyring, keyId),
      );
      printIssued(invocation.flags, issued);
      return 0;
    }),
};

const list: Command = {
  name: "keys list",
  usage: "keys list [--json]",
  summary: "List partner keys",
  options: {},
  run: (invocation) =>
    withServices(invocation, (services) => {
      const keys = [...listKeyRows(services.live.read), ...listKeyRows(services.sandbox.read)].map(keyView);
      const rows = keys.map((key) => [
        key.key_id,
        key.partner,
        key.mode,
        key.status,
        key.scopes.join(","),
        key.created_at,
      ]);
      printData(invocation.flags, keys, () =>
        textTable(
          ["KEY", "PARTNER", "MODE", "STATUS", "SCOPES", "CREATED"],
          rows,
          "No keys yet. Make one: salute keys create --partner acme --mode live",
        ),
      );
      return 0;
    }),
};

const show: Command = {
  name: "keys show",
  usage: "keys show KEY_ID [--json]",
  summary: "Show a key's settings",
  words: KEY_ID,
  options: {},
  run: (invocation) =>
    withKey(invocation, (services, keyId) => {
      const row = findKeyRow(fileOf(services, modeOf(keyId)).read, keyId);
      if (row === null) throw new CommandFailed(`no key ${keyId}; see: salute keys list`);
      const view = keyView(row);
      printData(invocation.flags, view, () =>
        Object.entries(view)
          .map(
            ([name, value]) =>
              `${name.padEnd(28)}${Array.isArray(value) ? value.join(", ") : (value ?? "-")}`,
          )
          .join("\n"),
      );
      return 0;
    }),
};

function statusCommand(verb: "disable" | "enable"): Command {
  const command: Command = {
    name: `keys ${verb}`,
    usage: `keys ${verb} KEY_ID`,
    summary: verb === "disable" ? "Disable a key: every request with it is refused" : "Enable a disabled key",
    words: KEY_ID,
    options: {},
    run: (invocation) =>
      withKey(invocation, async (services, keyId) => {
        const status = verb === "disable" ? "disabled" : "active";
        await fileOf(services, modeOf(keyId)).writer.run((tx) =>
          setKeyStatus(tx, actorOf(command), keyId, status),
        );
        print(`${keyId} is ${status}`);
        return 0;
      }),
  };
  return command;
}

const set: Command = {
  name: "keys set",
  usage:
    "keys set KEY_ID [--scopes a,b] [--allow-ip CIDR]… [--domain HOST]… [--rate-limit N|default] [--daily-credit-limit SALUTES|none]",
  summary: "Change a key's scopes, addresses, domains or limits",
  words: KEY_ID,
  options: {
    ...SETTING_FLAGS,
    "rate-limit": {
      type: "string",
      value: "N",
      meaning: "Requests per minute; 0 disables the limit, default uses the configured one",
    },
    "daily-credit-limit": {
      type: "string",
      value: "SALUTES",
      meaning: "Salutes that the key may credit per UTC day, or none",
    },
  },
  run: (invocation) => {
    const adjustments = adjustmentsOf(invocation.flags);
    return withKey(invocation, async (services, keyId) => {
      await fileOf(services, modeOf(keyId)).writer.run((tx) =>
        adjustKey(tx, actorOf(set), keyId, adjustments),
      );
      print(`${keyId} is set`);
      return 0;
    });
  },
};

function adjustmentsOf(flags: Flags): KeyAdjustments {
  const adjustments: KeyAdjustments = {};
  const [scopes, allowedIps, domains] = [
    listFlag(flags, "scopes"),
    listFlag(flags, "allow-ip"),
    listFlag(flags, "domain"),
  ];
  if (scopes !== undefined) adjustments.scopes = scopes as KeyAdjustments["scopes"];
  if (allowedIps !== undefined) adjustments.allowedIps = allowedIps;
  if (domains !== undefined) adjustments.domains = domains;
  const rateLimit = textFlag(flags, "rate-limit");
  if (rateLimit !== undefined) {
    if (rateLimit !== "default" && !/^\d{1,9}$/.test(rateLimit))
      throw new UsageError("--rate-limit is a whole number per minute, or default");
    adjustments.rateLimitPerMinute = rateLimit === "default" ? null : Number(rateLimit);
  }
  const ceiling = textFlag(flags, "daily-credit-limit");
  if (ceiling !== undefined) {
    const hundredths = ceiling === "none" ? null : parseDecimal(ceiling, 2);
    if (ceiling !== "none" && hundredths === null)
      throw new UsageError("--daily-credit-limit is an amount of salutes with at most 2 decimals, or none");
    adjustments.dailyCreditLimit = hundredths === null ? null : Number(hundredths);
  }
  return adjustments;
}

function withKey(
  invocation: Parameters<Command["run"]>[0],
  work: (services: Services, keyId: string) => Promise<number> | number,
): Promise<number> {
  const keyId = oneWord(invocation, "key id");
  return withServices(invocation, (services) => work(services, keyId));
}

function modeOf(keyId: string): KeyMode {
  return keyId.startsWith("pk_sandbox_") ? "sandbox" : "live";
}

function fileOf(services: Services, mode: KeyMode): Database {
  return mode === "sandbox" ? services.sandbox : services.live;
}

export const keysCommands: Command[] = [
  create,
  list,
  show,
  statusCommand("disable"),
  statusCommand("enable"),
  rotate,
  promote,
  set,
];
