import { existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Config } from "../../compose/config.ts";
import { keyPath, presentKeyFiles } from "../../compose/key-paths.ts";
import { SEALED_TABLES } from "../../compose/modules.ts";
import type { Services } from "../../compose/services.ts";
import { databaseFiles } from "../../db/files.ts";
import { readDatabase } from "../../db/reader.ts";
import { requireVacant } from "../../modules/operations/promotion/index.ts";
import {
  exportKeyFiles,
  type KeyCopy,
  type KeyFile,
  KeyFileError,
  logKeyId,
  Passphrase,
  parseKeyIds,
  placeKeyFiles,
  readKeyFiles,
  recordExport,
  recordImport,
} from "../../modules/platform/key-files/index.ts";
import { Keyring, neededKeyIds, requireRightKey } from "../../modules/platform/master-key/index.ts";
import { type Command, type Flags, type Option, print, requiredFlag, textFlag } from "../command.ts";
import { readNamedFile } from "../terminal/named-file.ts";
import { resolveConfig, toActor, withServices } from "../workspace.ts";

const PASSPHRASE_FLAG: Record<string, Option> = {
  "passphrase-file": {
    type: "string",
    value: "FILE",
    meaning: "File with a passphrase of at least 12 characters: the copies are sealed with it (*.sealed)",
  },
};

const exportKeys: Command = {
  name: "keyfiles export",
  usage: "keyfiles export --to DIR [--passphrase-file FILE]",
  summary: "Copy master.key and log.key to a safe place; backups do not contain them",
  details:
    "Without master.key the secrets in a backup cannot be opened. A copy of the same key is kept, another key is never overwritten.",
  options: {
    to: {
      type: "string",
      value: "DIR",
      meaning: "Target directory, created with mode 0700; the copies have 0600",
    },
    ...PASSPHRASE_FLAG,
  },
  run: (invocation) => {
    const directory = requiredFlag(invocation.flags, "to");
    const passphrase = passphraseOf(invocation.flags);
    const work = async ({ config, live }: Services) => {
      const files = presentKeyFiles(config);
      const placed = exportKeyFiles(files, { directory, dataDir: config.dataDir, passphrase });
      await live.writer.run((tx) =>
        recordExport(tx, toActor(exportKeys), { ids: parseKeyIds(files), isSealed: passphrase !== null }),
      );
      print(describe(placed));
      if (passphrase === null)
        print("Anyone who reads these files can open every secret: keep them apart from the backups.");
      return 0;
    };
    return withServices(invocation, work, "directory");
  },
};

const importKeys: Command = {
  name: "keyfiles import",
  usage: "keyfiles import --from DIR [--passphrase-file FILE]",
  summary: "Restore exported key files, after checking that they belong to these databases",
  details:
    "An existing different key is never overwritten. Restart the server afterwards. A directory without databases, for a standby, gets the keys too.",
  options: {
    from: { type: "string", value: "DIR", meaning: "Directory written by `keyfiles export`" },
    ...PASSPHRASE_FLAG,
  },
  run: (invocation) => {
    const directory = requiredFlag(invocation.flags, "from");
    const config = resolveConfig(invocation);
    const { dataDir } = config;
    // A second machine has the keys before it has the databases.
    const isNew = !existsSync(join(dataDir, "live.db"));
    if (isNew) requireVacant(dataDir);
    const files = readKeyFiles(directory, passphraseOf(invocation.flags));
    for (const file of files) requireOurs(file, config);
    if (isNew) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const placed = placeKeyFiles(files.map((file) => ({ ...file, path: keyPath(file.name, config) })));
    if (isNew) {
      print(describe(placed));
      print(
        `${dataDir} holds no databases: salute standby or salute promote makes them from the replica, salute restore from a backup.`,
      );
      return 0;
    }
    return withServices(invocation, async ({ live }) => {
      await live.writer.run((tx) => recordImport(tx, toActor(importKeys), parseKeyIds(files)));
      print(describe(placed));
      return 0;
    });
  },
};

/** @throws MasterKeyError or KeyFileError if a key is malformed, or does not belong to these databases */
function requireOurs({ name, text }: KeyFile, config: Config): void {
  if (name === "log.key") {
    logKeyId(text, name);
    return;
  }
  if (config.masterKey !== null)
    throw new KeyFileError(
      "MASTER_KEY is set and takes precedence over any file: unset it, then import master.key",
    );
  const keyring = Keyring.fromText(text, name);
  for (const { path } of databaseFiles(config.dataDir)) {
    if (!existsSync(path)) continue;
    readDatabase(path, (sql) => {
      requireRightKey(sql, keyring);
      const missing = [...neededKeyIds(sql, SEALED_TABLES)].filter((id) => !keyring.ids.includes(id));
      if (missing.length > 0)
        throw new KeyFileError(
          `${basename(path)} holds secrets sealed with the key ${missing.join(", ")}, which is not in ${name}`,
        );
    });
  }
}

function passphraseOf(flags: Flags): Passphrase | null {
  const path = textFlag(flags, "passphrase-file");
  return path === undefined
    ? null
    : Passphrase.fromFileText(readNamedFile("--passphrase-file", path).toString("utf8"));
}

function describe(placed: readonly KeyCopy[]): string {
  return placed.map(({ path, isNew }) => `${path}${isNew ? "" : " (was there already)"}`).join("\n");
}

export const keyfilesCommands: Command[] = [exportKeys, importKeys];
