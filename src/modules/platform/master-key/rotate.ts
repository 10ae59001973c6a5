import { basename, dirname } from "node:path";
import type { Database } from "../../../db/database.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../audit/index.ts";
import { isCheckedByCurrent, writeCheckValue } from "./check-value.ts";
import { type Keyring, MasterKeyError } from "./keyring.ts";
import { countSealedByOthers, resealRows, type SealedTable } from "./sealed-tables.ts";

/** A committed part of a rotation: it may stop or crash here for any time, and start again. */
export interface RotationStep {
  /** Such as live.db; null for the steps before and after the files. */
  file: string | null;
  resealed: number;
  total: number;
}

/** Every file except live.db, each open until the next is requested. */
export type OtherFiles = () => AsyncIterable<Database> | Iterable<Database>;

/** The files and their tables with sealed texts. */
export interface Rotation {
  live: Database;
  others: OtherFiles;
  keyring: Keyring;
  tables: readonly SealedTable[];
}

/** Rows per transaction: a fraction of the 50 ms for which a command may hold the write lock. */
const CHUNK_ROWS = 100;

/**
 * Gives the data directory a new master key while servers run: the new key is written before the old one in the file,
 * every sealed text is resealed in chunks, the check value last, and then the old key moves to a file of its own.
 *
 * A crash at any point leaves files that open: each text names its key, and the key file holds both until nothing
 * needs the old one. Two concurrent rotations use the same new key, because the start and the end happen under
 * live.db's write lock. A server that sealed with the old key did so in a transaction that a later transaction of the
 * rotation waited for.
 * @throws MasterKeyError if the key is not in a file, or a text opens with none of the keys.
 */
export async function* rotateMasterKey(
  { live, others, keyring, tables }: Rotation,
  actor: Actor,
): AsyncGenerator<RotationStep, void> {
  await live.writer.run(() => keyring.beginRotation());
  const current = keyring.current.id;
  yield { file: null, resealed: 0, total: 0 };
  yield* resealFile(live, keyring, tables);
  for await (const file of others()) yield* resealFile(file, keyring, tables);
  let left = countSealedByOthers(live.read, tables, current);
  for await (const file of others()) left += countSealedByOthers(file.read, tables, current);
  if (left > 0) {
    throw new MasterKeyError(
      `${left} secrets were sealed with another key meanwhile; the old key stays in the file. Run: salute master-key rotate`,
    );
  }
  await live.writer.run((tx) => {
    if (isCheckedByCurrent(tx, keyring)) return;
    writeCheckValue(tx, keyring);
    recordAudit(tx, actor, {
      action: "master_key.rotate",
      subject: "service",
      details: { keys: keyring.ids },
    });
  });
  yield { file: null, resealed: 0, total: 0 };
  await live.writer.run(() => keyring.endRotation(current));
}

async function* resealFile(
  database: Database,
  keyring: Keyring,
  tables: readonly SealedTable[],
): AsyncGenerator<RotationStep, void> {
  const file = nameOf(database.path);
  const total = countSealedByOthers(database.read, tables, keyring.current.id);
  let sum = 0;
  for (const table of tables) {
    let after = "";
    for (;;) {
      const { resealed, last } = await database.writer.run((tx) =>
        resealRows(tx, keyring, { ...table, after, limit: CHUNK_ROWS }),
      );
      sum += resealed;
      if (resealed > 0) yield { file, resealed: sum, total };
      if (resealed < CHUNK_ROWS) break;
      after = last;
    }
  }
}

/** Such as live.db, or sandbox/acme.db for a sandbox file. */
function nameOf(path: string): string {
  const directory = basename(dirname(path));
  return directory === "sandbox" ? `${directory}/${basename(path)}` : basename(path);
}
