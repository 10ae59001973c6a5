import { BackupError } from "../backups/index.ts";
import { type Litestream, runLitestream } from "./program.ts";

/** A file of a replica: the changes of a range of transactions, or a snapshot. */
interface ReplicaFile {
  /** Last transaction in the file, 16 hexadecimal digits. */
  max_txid: string;
  /** ISO 8601. */
  timestamp: string;
}

/** Files of one database's replica. @throws BackupError if the store cannot be reached */
export async function listReplicaFiles(litestream: Litestream, url: string): Promise<ReplicaFile[]> {
  const listed = await runLitestream(litestream, ["ltx", "-level", "all", "-json", url]);
  try {
    return JSON.parse(listed) as ReplicaFile[];
  } catch {
    throw new BackupError(`Litestream does not list the replica: ${listed.slice(0, 100)}`);
  }
}

/** Transactions to which the files can be restored, newest first. */
export function txidsOf(files: readonly ReplicaFile[]): string[] {
  return [...new Set(files.map(({ max_txid }) => max_txid))].sort().reverse();
}
