import { Database } from "bun:sqlite";

/** Rewrites a closed file as it was made before free pages could be given back. */
export function makeUnshrinkable(path: string): void {
  const client = new Database(path);
  try {
    client.run("PRAGMA journal_mode = DELETE");
    client.run("PRAGMA auto_vacuum = NONE");
    client.run("VACUUM");
    client.run("PRAGMA journal_mode = WAL");
  } finally {
    client.close();
  }
}
