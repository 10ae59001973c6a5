import { Database } from "bun:sqlite";
import { answerRequests } from "../kit/process/thread-work.ts";

/**
 * The thread that moves pages from the write-ahead logs of open files into these, so that the event loop waits for no
 * disk. A separate entry point, which the build names beside main.ts.
 */

const clients = new Map<string, Database>();

answerRequests((path: string | null) => {
  if (path === null) closeAll();
  else clientOf(path).run("PRAGMA wal_checkpoint(PASSIVE)");
});

function clientOf(path: string): Database {
  let client = clients.get(path);
  if (client === undefined) {
    client = new Database(path, { create: false, readwrite: true, strict: true });
    clients.set(path, client);
    // It brings the log to the disk before the pages, and the pages before the log may begin anew.
    client.run("PRAGMA synchronous = NORMAL");
  }
  return client;
}

function closeAll(): void {
  for (const client of clients.values()) client.close();
  clients.clear();
}
