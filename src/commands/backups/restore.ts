import { existsSync } from "node:fs";
import { join } from "node:path";
import { litestream, withScratchProgram } from "../../compose/backup-places.ts";
import type { Config } from "../../compose/config.ts";
import { checkFiles, findStopping, prove } from "../../compose/invariants.ts";
import { leaseStore } from "../../compose/lease.ts";
import { readDatabase } from "../../db/reader.ts";
import { isoUtc, systemClock } from "../../kit/clock.ts";
import { shellWord } from "../../kit/shell-word.ts";
import {
  requireEmpty,
  restoreBackup,
  resumeAfterLoss,
  resumeAfterRestore,
} from "../../modules/operations/backups/index.ts";
import { newestNoteUpTo } from "../../modules/operations/lease/index.ts";
import { findEpoch, restoreReplica } from "../../modules/operations/replication/index.ts";
import { Keyring, MasterKeyError, requireRightKey } from "../../modules/platform/master-key/index.ts";
import { describeLoss, readRestored } from "../../modules/platform/state/index.ts";
import type { NoteProof } from "../../modules/transparency/signed-log/index.ts";
import {
  alignedColumns,
  type Command,
  CommandFailed,
  type Flags,
  type Invocation,
  print,
  printData,
  requiredFlag,
  textFlag,
  UsageError,
} from "../command.ts";
import { keepRestoredMode } from "../server/served-mode.ts";
import { timeFlag } from "../terminal/time-flag.ts";
import { requireDatabases, resolveConfig, resolveOwnConfig, toActor, withServices } from "../workspace.ts";
import { resolveTrust, TRUST_OPTIONS } from "./backup-trust.ts";

export const restore: Command = {
  name: "restore",
  usage: "restore [--from FILE [--vkey KEY|FILE] [--plaintext] | --at TIME] [--unsigned] --data NEW [--json]",
  summary:
    "Restore a backup, or the replica of LITESTREAM_REPLICA_URL, to an empty or new directory, after verifying it",
  details:
    "The directory then needs its key files (salute keyfiles import), and starts in safe mode, with deliveries, mail and settlements paused, until salute resume. Ids of new rows continue 1,000,000 higher.",
  options: {
    from: { type: "string", value: "FILE", meaning: "The archive; its manifest is expected beside it" },
    at: {
      type: "string",
      value: "TIME",
      meaning:
        "The replica's state at a time, ISO 8601 such as 2026-11-21T10:00:00Z; without it, and --from, the newest",
    },
    ...TRUST_OPTIONS,
  },
  run: async (invocation) => {
    const directory = requiredFlag(invocation.flags, "data");
    const [from, at] = [textFlag(invocation.flags, "from"), textFlag(invocation.flags, "at")];
    if (from !== undefined && at !== undefined)
      throw new UsageError("--at is for replicas: a backup has a fixed time");
    const restored =
      from === undefined
        ? await fromReplica(invocation, directory, at)
        : await fromBackup(invocation, directory, from);
    const wasProduction = keepRestoredMode(directory);
    printData(invocation.flags, { ok: true, data: directory, ...restored.facts }, () =>
      [...restored.words, "", ...nextSteps(directory, wasProduction)].join("\n"),
    );
    return 0;
  },
};

const restorer = () => ({ clock: systemClock, actor: toActor(restore), prove });

interface RestoreReport {
  facts: object;
  words: string[];
}

async function fromBackup(invocation: Invocation, directory: string, from: string): Promise<RestoreReport> {
  const ownKey = join(directory, "log.key");
  const trust = resolveTrust(invocation.flags, resolveOwnConfig(invocation), { archive: from, ownKey });
  const proof = await restoreBackup(from, directory, { trust, ...restorer() });
  const { manifest, isSigned, files } = proof;
  return {
    facts: { signed: isSigned, files, manifest },
    words: [
      `${directory} holds ${manifest === null ? from : `the state of ${manifest.created_at}`}: ${files.join(", ")}`,
      ...(manifest === null
        ? ["No manifest beside the archive: only its own checksums and integrity were checked."]
        : []),
      isSigned === true
        ? `Its origin is proved: it is signed with ${trust.keyName}.`
        : "Its origin is unproved: no known log key vouches for it.",
    ],
  };
}

async function fromReplica(
  invocation: Invocation,
  directory: string,
  at: string | undefined,
): Promise<RestoreReport> {
  const config = resolveOwnConfig(invocation);
  const { litestreamReplicaUrl: url } = config;
  if (url === null)
    throw new UsageError(
      "name a backup with --from FILE, or set LITESTREAM_REPLICA_URL to restore its replica",
    );
  const time = pastTime(invocation.flags);
  requireEmpty(directory);
  const store = leaseStore(config, url);
  const { epoch, replica } = await withScratchProgram(config, (program) =>
    findEpoch({ url, store, program, at: time }),
  );
  const source = {
    replica,
    program: litestream(config),
    at: time,
    note: typeof store === "string" ? null : ((await newestNoteUpTo(store, epoch))?.note ?? null),
    acceptUnsigned: invocation.flags.unsigned === true,
  };
  const { files, log } = await restoreReplica(source, directory, restorer());
  const state = at === undefined ? "the newest state of the replica" : `the replica's state of ${at}`;
  return {
    facts: {
      replica,
      epoch,
      at: at ?? null,
      files,
      log_proved: log === null ? null : log.outcome === "proved",
    },
    words: [`${directory} holds ${state}: ${files.join(", ")}`, wordsOf(log)],
  };
}

function wordsOf(log: NoteProof | null): string {
  if (log === null) return "Its log is unproved: no note of it is kept in the replica.";
  return log.outcome === "proved"
    ? `Its log of ${log.entries} entries is proved by the newest note in the replica.`
    : `Its log is unproved by the newest note in the replica: ${log.message}.`;
}

/** @throws UsageError for a malformed time, or one in the future */
function pastTime(flags: Flags): number | null {
  const time = timeFlag(flags, "at");
  if (time !== null && time > systemClock.now())
    throw new UsageError(`--at ${isoUtc(time)} is in the future`);
  return time;
}

/** Whether master.key was put there before, and opens the databases. */
function keyOf(directory: string): "missing" | "right" | "wrong" {
  const path = join(directory, "master.key");
  if (!existsSync(path)) return "missing";
  try {
    const keyring = Keyring.fromFile(path);
    readDatabase(join(directory, "live.db"), (sql) => requireRightKey(sql, keyring));
    return "right";
  } catch (error) {
    if (error instanceof MasterKeyError) return "wrong";
    throw error;
  }
}

function nextSteps(directory: string, wasProduction: boolean): string[] {
  const key = keyOf(directory);
  const steps = [
    ...(key === "right" ? [] : [["keyfiles import --from DIR", "(or set MASTER_KEY_FILE)"]]),
    ["check", ""],
    wasProduction
      ? ["serve --env-file FILE", "(the production server's environment; it starts in safe mode)"]
      : ["serve", "(it starts in safe mode)"],
    ["resume", "(once you have looked at it)"],
    ["log resume --checkpoint NOTE", "(the log is unsigned until then)"],
  ];
  const rows = steps.map(([words, why = ""]) => [`  salute ${words} --data ${shellWord(directory)}`, why]);
  const wrong = `${join(directory, "master.key")} does not open these databases: move it away, and import the key that they were made with.`;
  return [...(key === "wrong" ? [wrong, ""] : []), "Next, in this order:", alignedColumns(rows)];
}

export const resume: Command = {
  name: "resume",
  usage: "resume [--accept-loss]",
  summary: "End the pause after a restore, or after damage: changes, deliveries, mail and settlements resume",
  details:
    "After damage in a write-ahead log, --accept-loss goes on without the lost changes, unless the ledger does not add up. Ids of new rows then continue 1,000,000 higher.",
  options: {
    "accept-loss": {
      type: "boolean",
      meaning: "Go on although a database lost acknowledged changes (safe mode wal_damaged)",
    },
  },
  run: async (invocation) => {
    const acceptsLoss = invocation.flags["accept-loss"] === true;
    if (acceptsLoss) await requireSoundLedger(resolveConfig(invocation));
    return withServices(
      invocation,
      async ({ live }) => {
        const { loss, restored } = await live.writer.run((tx) => {
          const loss = acceptsLoss ? resumeAfterLoss(tx, toActor(resume)) : null;
          const isRestored = loss === null || readRestored(tx) !== null;
          return { loss, restored: isRestored ? resumeAfterRestore(tx, toActor(resume)) : null };
        });
        if (loss !== null) print(`resumed without the lost changes; ${describeLoss(loss)}`);
        if (restored !== null) print(`resumed; restored from ${restored.from} at ${isoUtc(restored.at)}`);
        return 0;
      },
      "directory",
    );
  },
};

/** @throws CommandFailed if what is left is inconsistent: only a backup or a replica helps then */
async function requireSoundLedger(config: Config): Promise<void> {
  requireDatabases(config);
  const broken = findStopping(await checkFiles(config.dataDir, false));
  if (broken === null) return;
  throw new CommandFailed(
    `What is left of live.db does not add up (${broken.invariant}: ${broken.fault}). Restore a backup or the replica into a new directory: salute restore --help`,
  );
}
