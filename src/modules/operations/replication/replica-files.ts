import { type Static, Type } from "@sinclair/typebox";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { BackupError } from "../backups/index.ts";
import { type Litestream, runLitestream } from "./program.ts";

/** A file of a replica: the changes of a range of transactions, or a snapshot. */
const ReplicaFile = Type.Object({
  /** Last transaction in the file, 16 hexadecimal digits. */
  max_txid: Type.String(),
  /** ISO 8601. */
  timestamp: Type.String(),
});
type ReplicaFile = Static<typeof ReplicaFile>;
const LISTED = checkedJson("Litestream's list", Type.Array(ReplicaFile));

/** Files of one database's replica. @throws BackupError if the store cannot be reached */
export async function listReplicaFiles(litestream: Litestream, url: string): Promise<ReplicaFile[]> {
  const listed = await runLitestream(litestream, ["ltx", "-level", "all", "-json", url]);
  try {
    return LISTED.read(listed);
  } catch {
    throw new BackupError(`Litestream does not list the replica: ${listed.slice(0, 100)}`);
  }
}

/** Transactions to which the files can be restored, newest first. */
export function collectTxids(files: readonly ReplicaFile[]): string[] {
  return [...new Set(files.map(({ max_txid }) => max_txid))].sort().reverse();
}
