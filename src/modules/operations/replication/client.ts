import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { type CheckedJson, checkedJson } from "../../../kit/formats/checked-json.ts";
import { readAnswer } from "../../../kit/network/read-answer.ts";
import { REPLICATED, type ReplicaName } from "./rules.ts";

/** State of one database's replica, as reported by Litestream. */
export const ReplicaState = Type.Object({
  name: OneOf(REPLICATED),
  /** Last transaction that Litestream has read; null before the first. */
  txid: Nullable(Type.Number()),
  /** Time at which the replica was last known to be complete, ISO 8601; null before the first sync. */
  last_sync_at: Nullable(Type.String()),
  error: Nullable(Type.String()),
});
export type ReplicaState = Static<typeof ReplicaState>;

const LIST = checkedJson(
  "Litestream's answer",
  Type.Object({
    databases: Type.Array(Type.Object({ path: Type.String(), last_sync_at: Type.Optional(Type.String()) })),
  }),
);

const DIAGNOSIS = checkedJson(
  "Litestream's answer",
  Type.Object({
    databases: Type.Array(
      Type.Object({
        path: Type.String(),
        txid: Type.Optional(Type.Number()),
        error: Type.Optional(Type.String()),
      }),
    ),
  }),
);

const ANSWER_MS = 5_000;
const MAX_ANSWER_BYTES = 2 ** 20;
const SYNC_AGAIN_MS = 20;

/** Reads the state of replicas from a running Litestream over its socket. @throws if it does not answer */
export async function askStates(socket: string, names: readonly ReplicaName[]): Promise<ReplicaState[]> {
  const [{ databases: listed }, { databases: diagnosed }] = await Promise.all([
    ask(socket, "/list", LIST),
    ask(socket, "/debug/sync-status", DIAGNOSIS),
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

const SyncReply = Type.Object({
  txid: Type.Optional(Type.Number()),
  replicated_txid: Type.Optional(Type.Number()),
});
type SyncReply = Static<typeof SyncReply>;
const SYNC = checkedJson("Litestream's answer", SyncReply);

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
  return SYNC.read(String(await readAnswer(response, MAX_ANSWER_BYTES)));
}

async function ask<Answer>(socket: string, path: string, { read }: CheckedJson<Answer>): Promise<Answer> {
  const response = await fetch(`http://litestream${path}`, {
    unix: socket,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok) throw new Error(`Litestream answered ${response.status} to ${path}`);
  return read(String(await readAnswer(response, MAX_ANSWER_BYTES)));
}
