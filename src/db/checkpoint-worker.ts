import { Database } from "bun:sqlite";
import type { CheckpointReply, CheckpointRequest } from "./checkpoint-thread.ts";

/**
 * The thread that moves pages from the write-ahead logs of open files into these, so that the event loop waits for no
 * disk. A separate entry point, which the build names beside main.ts.
 */

declare const self: Worker;

const clients = new Map<string, Database>();

self.onmessage = ({ data: { id, path, isLast } }: MessageEvent<CheckpointRequest>) => {
  let fault: string | null = null;
  try {
    if (isLast) close(path);
    else clientOf(path).run("PRAGMA wal_checkpoint(PASSIVE)");
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
  }
  postMessage({ id, fault } satisfies CheckpointReply);
};

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

function close(path: string): void {
  clients.get(path)?.close();
  clients.delete(path);
}
