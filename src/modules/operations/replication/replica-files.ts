import { type Litestream, runLitestream } from "./program.ts";

/** A file of a replica: the changes of some transactions, or a whole snapshot. */
interface ReplicaFile {
  /** The last transaction in it, as 16 hexadecimal digits. */
  max_txid: string;
  /** ISO 8601. */
  timestamp: string;
}

/** Every file of one database's replica. @throws BackupError where the store does not answer */
export async function listReplicaFiles(litestream: Litestream, url: string): Promise<ReplicaFile[]> {
  return JSON.parse(await runLitestream(litestream, ["ltx", "-level", "all", "-json", url])) as ReplicaFile[];
}

/** The states that the files lead to, newest first. */
export function txidsOf(files: readonly ReplicaFile[]): string[] {
  return [...new Set(files.map(({ max_txid }) => max_txid))].sort().reverse();
}
