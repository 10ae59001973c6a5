import type { Services } from "../../compose/services.ts";
import type { Database } from "../../db/database.ts";
import type { KeyMode } from "../../http/operation.ts";
import { isoUtc } from "../../kit/clock.ts";
import {
  adjustKey,
  createKey,
  findKeyRow,
  type KeyAdjustments,
  keyView,
  listKeyRows,
  oldSecretValidUntil,
  parseKeyMode,
  rotateKey,
  SCOPES,
  setKeyStatus,
} from "../../modules/access/keys/index.ts";
import {
  type Command,
  CommandFailed,
  oneWord,
  parseListFlag,
  print,
  printAside,
  printData,
  requiredFlag,
  textTable,
  UsageError,
} from "../command.ts";
import { promote } from "../promote.ts";
import { toActor, withServices } from "../workspace.ts";
import { printIssued } from "./issued-key.ts";
import { ADJUSTING_FLAGS, parseAdjustments, SETTING_FLAGS } from "./key-settings.ts";

const KEY_ID = ["KEY_ID"];

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
      scopes: (parseListFlag(flags, "scopes") as KeyAdjustments["scopes"]) ?? SCOPES,
      allowedIps: parseListFlag(flags, "allow-ip") ?? [],
      domains: parseListFlag(flags, "domain") ?? [],
    };
    return withServices(invocation, async (services) => {
      const issued = await fileOf(services, mode).writer.run((tx) =>
        createKey(tx, toActor(create), { keyring: services.keyring, partner, mode, settings }),
      );
      printIssued(flags, issued);
      return 0;
    });
  },
};

const rotate: Command = {
  name: "keys rotate",
  usage: "keys rotate KEY_ID [--json]",
  summary: "Rotate a key's secret; the old one stays valid for 24 h at most",
  details: "A key has one old secret: another rotation ends one that is still valid.",
  words: KEY_ID,
  options: {},
  run: (invocation) =>
    withKey(invocation, async (services, keyId) => {
      const { issued, ended } = await fileOf(services, parseKeyMode(keyId)).writer.run((tx) => {
        const row = findKeyRow(tx, keyId);
        const ended = row === null ? null : oldSecretValidUntil(row, tx.now);
        return { issued: rotateKey(tx, toActor(rotate), { keyring: services.keyring, keyId }), ended };
      });
      printIssued(invocation.flags, issued);
      // The partner may still sign with it.
      if (ended !== null)
        printAside(
          `The secret before the last rotation would have worked until ${isoUtc(ended)}: it ended now.`,
        );
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
      const row = findKeyRow(fileOf(services, parseKeyMode(keyId)).read, keyId);
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
        await fileOf(services, parseKeyMode(keyId)).writer.run((tx) =>
          setKeyStatus(tx, toActor(command), { keyId, status }),
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
  options: ADJUSTING_FLAGS,
  run: (invocation) => {
    const adjustments = parseAdjustments(invocation.flags);
    return withKey(invocation, async (services, keyId) => {
      await fileOf(services, parseKeyMode(keyId)).writer.run((tx) =>
        adjustKey(tx, toActor(set), { keyId, ...adjustments }),
      );
      print(`${keyId} is set`);
      return 0;
    });
  },
};

function withKey(
  invocation: Parameters<Command["run"]>[0],
  work: (services: Services, keyId: string) => Promise<number> | number,
): Promise<number> {
  const keyId = oneWord(invocation, "key id");
  return withServices(invocation, (services) => work(services, keyId));
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
