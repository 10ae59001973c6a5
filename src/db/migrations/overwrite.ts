import { backup, DatabaseSync } from "node:sqlite";

/** A database's bytes, and the file that is to hold them. */
export interface Content {
  path: string;
  bytes: Uint8Array;
}

/** Replaces the file's content in one commit. @throws Error if another connection has the lock */
export async function overwrite({ path, bytes }: Content): Promise<void> {
  const source = new DatabaseSync(":memory:");
  try {
    source.deserialize(bytes);
    await backup(source, path, { rate: -1 });
  } finally {
    source.close();
  }
}
