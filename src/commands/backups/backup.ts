import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { backupDirectory, copyStore, litestream } from "../../compose/backup-places.ts";
import type { Config } from "../../compose/config.ts";
import { prove } from "../../compose/invariants.ts";
import { logKeyPath, logSeed } from "../../compose/key-paths.ts";
import { ownReplica } from "../../compose/lease.ts";
import { JOBS } from "../../compose/modules.ts";
import type { Services } from "../../compose/services.ts";
import { JobRunner } from "../../jobs/runner.ts";
import { systemClock } from "../../kit/clock.ts";
import {
  BackupError,
  backupJob,
  listManifests,
  type Manifest,
  makeBackup,
  recordCopy,
  sendCopy,
  unpackBackup,
} from "../../modules/operations/backups/index.ts";
import { runDrill } from "../../modules/operations/replication/index.ts";
import {
  type Command,
  CommandFailed,
  oneWord,
  print,
  printAside,
  printData,
  requiredFlag,
  textTable,
} from "../command.ts";
import { stopSignal } from "../server/stop-signal.ts";
import { requireDatabases, resolveConfig, withServices } from "../workspace.ts";
import { resolveTrust, TRUST_OPTIONS } from "./backup-trust.ts";

const run: Command = {
  name: "backup run",
  needs: ["BACKUP_ENCRYPTION_KEY", "BACKUP_S3_SECRET_ACCESS_KEY"],
  usage: "backup run [--json]",
  summary: "Make a backup now, beside a running server or without one; prints its manifest",
  details:
    "Every database but sandbox files is copied, proved, packed, encrypted if BACKUP_ENCRYPTION_KEY is set, written to backups/ of the data directory, and copied to the store if BACKUP_S3_* is set. Key files are not in it: salute keyfiles export.",
  options: {},
  run: (invocation) => {
    const work = async (services: Services) => {
      const runner = new JobRunner(services, JOBS);
      void stopSignal().then(() => runner.stop(0));
      const { status, detail } = await runner.run(backupJob, "command");
      const made = services.backups.latestDone;
      if (made === null) throw new CommandFailed(detail);
      printData(invocation.flags, made, () => summaryOf(services.backups.directory, made));
      if (status !== "ok") throw new CommandFailed(detail);
      return 0;
    };
    return withServices(invocation, work, "directory");
  },
};

/** As in nice(1), so that the server takes precedence. */
const LOWER_PRIORITY = 10;

/** The process that makes a backup: SQLite's copying blocks only it. */
const make: Command = {
  name: "backup make",
  usage: "backup make --id ID",
  summary: "Make the backup of this id, without the job's lock",
  isInternal: true,
  options: { id: { type: "string", value: "ID", meaning: "The backup's id" } },
  run: async (invocation) => {
    setPriority(LOWER_PRIORITY);
    const config = resolveConfig(invocation);
    requireDatabases(config);
    const id = requiredFlag(invocation.flags, "id");
    const directory = backupDirectory(config);
    const manifest = await makeBackup({
      id,
      dataDir: config.dataDir,
      directory,
      encryptionKey: config.backupEncryptionKey,
      logSeed: logSeed(config),
      clock: systemClock,
      prove,
      progress: printAside,
    });
    await copyElsewhere(config, directory, manifest);
    return 0;
  },
};

/** A failed copy does not invalidate the backup; its manifest records the failure. */
async function copyElsewhere(config: Config, directory: string, manifest: Manifest): Promise<void> {
  const store = copyStore(config);
  if (store === null) return;
  printAside(`sending a copy to ${store.endpoint}`);
  try {
    recordCopy(directory, manifest, {
      uploaded_to: await sendCopy(store, directory, manifest),
      upload_error: null,
    });
  } catch (error) {
    recordCopy(directory, manifest, { uploaded_to: null, upload_error: (error as Error).message });
  }
}

const list: Command = {
  name: "backup list",
  usage: "backup list [--json]",
  summary: "List local backups, newest first",
  options: {},
  run: (invocation) => {
    const config = resolveConfig(invocation);
    // Backups that were brought elsewhere can be listed without databases beside them.
    if (!existsSync(backupDirectory(config))) requireDatabases(config);
    const manifests = listManifests(backupDirectory(config));
    printData(invocation.flags, manifests, () =>
      textTable(
        ["ID", "MADE", "MIB", "ENCRYPTED", "COPY"],
        manifests.map((each) => [
          each.id,
          each.created_at,
          String(Math.ceil(each.bytes / 2 ** 20)),
          each.is_encrypted ? "yes" : "no",
          each.uploaded_to ?? each.upload_error ?? "-",
        ]),
        "No backups yet. Make one: salute backup run",
      ),
    );
    return 0;
  },
};

const verify: Command = {
  name: "backup verify",
  usage: "backup verify ID|FILE [--vkey KEY|FILE | --unsigned] [--plaintext] [--json]",
  summary: "Unpack a backup to a scratch directory and verify its contents",
  words: ["ID|FILE"],
  options: TRUST_OPTIONS,
  run: async (invocation) => {
    const config = resolveConfig(invocation);
    const archive = archiveOf(config, oneWord(invocation, "backup's id or file"));
    // Beside the backups if there are any: a temporary directory may be small and in memory.
    const room = existsSync(backupDirectory(config)) ? backupDirectory(config) : tmpdir();
    const scratch = mkdtempSync(join(room, ".verify-"));
    try {
      const trust = resolveTrust(invocation.flags, config, { archive, ownKey: logKeyPath(config) });
      const unpacked = join(scratch, "unpacked");
      const { manifest, isSigned, files } = await unpackBackup(archive, unpacked, { trust, prove });
      const found = {
        ok: true,
        file: archive,
        signed: isSigned,
        files,
        manifest,
      };
      printData(invocation.flags, found, () =>
        [
          `${archive}: intact, and every database in it passes its checks (${files.join(", ")}).`,
          manifest === null
            ? "No manifest beside it: only its own checksums were checked."
            : isSigned === true
              ? `Its manifest is signed with ${trust.keyName}.`
              : "Its origin is unproved: no known log key vouches for it.",
        ].join("\n"),
      );
      return 0;
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

function archiveOf(config: Config, word: string): string {
  if (existsSync(word)) return word;
  const directory = backupDirectory(config);
  const manifest = listManifests(directory).find(({ id }) => id === word);
  if (manifest === undefined) throw new BackupError(`there is no backup ${word}; see: salute backup list`);
  return join(directory, manifest.file);
}

function summaryOf(directory: string, { id, file, bytes, sha256, uploaded_to, counts }: Manifest): string {
  return [
    `id      ${id}`,
    `file    ${join(directory, file)}`,
    `bytes   ${bytes}`,
    `sha256  ${sha256}`,
    `rows    ${Object.entries(counts)
      .map(([table, count]) => `${table} ${count}`)
      .join(", ")}`,
    `copy    ${uploaded_to ?? "none"}`,
    "",
    "Key files are not in it: salute keyfiles export --to DIR",
  ].join("\n");
}

/** The process of a restore drill, as `backup make` is that of a backup; prints the result. */
const drill: Command = {
  name: "backup drill",
  usage: "backup drill",
  summary: "Restore to a scratch directory, verify it, and print the result",
  isInternal: true,
  options: {},
  run: async (invocation) => {
    setPriority(LOWER_PRIORITY);
    const config = resolveConfig(invocation);
    requireDatabases(config);
    const replica = ownReplica(config);
    const found = await runDrill({
      dataDir: config.dataDir,
      directory: backupDirectory(config),
      encryptionKey: config.backupEncryptionKey,
      replica: replica === null ? null : { replica, program: litestream(config), at: null },
      clock: systemClock,
      prove,
    });
    print(JSON.stringify(found));
    return 0;
  },
};

export const backupCommands: Command[] = [run, list, verify, make, drill];
