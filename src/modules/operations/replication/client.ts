import { SECOND_MS } from "../../../kit/clock.ts";
import { readAnswer } from "../../../kit/network/read-answer.ts";
import type { ReplicaName } from "./rules.ts";

/** State of one database's replica, as reported by Litestream. */
export interface ReplicaState {
  name: ReplicaName;
  /** Last transaction that Litestream has read; null before the first. */
  txid: number | null;
  /** Time at which the replica was last known to be complete, ISO 8601; null before the first sync. */
  last_sync_at: string | null;
  error: string | null;
}

interface ListReply {
  databases: { path: string; last_sync_at?: string }[];
}

interface DiagnosisReply {
  databases: { path: string; txid?: number; error?: string }[];
}

const ANSWER_MS = 5_000;
const MAX_ANSWER_BYTES = 2 ** 20;
const SYNC_AGAIN_MS = 20;

/** Reads the state of replicas from a running Litestream over its socket. @throws if it does not answer */
export async function askStates(socket: string, names: readonly ReplicaName[]): Promise<ReplicaState[]> {
  const [{ databases: listed }, { databases: diagnosed }] = await Promise.all([
    ask<ListReply>(socket, "/list"),
    ask<DiagnosisReply>(socket, "/debug/sync-status"),
  ]);
  return names.map((name) => {
    const isOurs = ({ path }: { path: string }) => path.endsWith(`/${name}.db`);
    const diagnosis = diagnosed.find(isOurs);
    return {
      name,
      txid: diagnosis?.txid ?? null,
      last_sync_at: listed.find(isOurs)?.last_sync_at ?? null,
      error: diagnosis?.error ?? null,
    };
  });
}

interface SyncReply {
  txid?: number;
  replicated_txid?: number;
}

/**
 * Makes a running Litestream sync a database, and waits until the replica holds every commit made before the call.
 * @throws on timeout
 */
export async function syncDatabase(socket: string, path: string, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let wanted: number | null = null;
  for (;;) {
    const leftMs = Math.max(1, deadline - performance.now());
    const { txid = 0, replicated_txid: replicated = 0 } = await askSync(socket, path, leftMs);
    // Writes continue: wait only for transactions known at the first answer.
    wanted ??= txid;
    if (replicated >= wanted) return;
    if (performance.now() >= deadline) throw new Error("the replica does not hold everything yet");
    await Bun.sleep(SYNC_AGAIN_MS);
  }
}

async function askSync(socket: string, path: string, timeoutMs: number): Promise<SyncReply> {
  const response = await fetch("http://litestream/sync", {
    unix: socket,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ path, wait: true, timeout: Math.ceil(timeoutMs / SECOND_MS) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`Litestream answered ${response.status} to a sync`);
  return JSON.parse(String(await readAnswer(response, MAX_ANSWER_BYTES))) as SyncReply;
}

async function ask<Answer>(socket: string, path: string): Promise<Answer> {
  const response = await fetch(`http://litestream${path}`, {
    unix: socket,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok) throw new Error(`Litestream answered ${response.status} to ${path}`);
  return JSON.parse(String(await readAnswer(response, MAX_ANSWER_BYTES))) as Answer;
}
