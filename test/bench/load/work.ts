import { newIdempotencyKey, signedPost } from "../../harness/app/signing.ts";
import type { Server } from "../processes/servers.ts";
import { encode, signed } from "./requests.ts";

/** A kind of request that both servers answer. */
export interface Work {
  id: string;
  name: string;
  /** Target ratio to the hand-written server's rate. */
  target: number;
  /** Whether its requests can be repeated. */
  loops: boolean;
  /** Connections instead of those asked for. */
  connections?: number;
  requests(
    server: Server,
    userIds: readonly string[],
    seconds: number,
  ): Iterable<Buffer> | Promise<Iterable<Buffer>>;
}

/** Upper bounds of requests per second of either server. */
const CREDITS_A_SECOND = 25_000;
const BATCHES_A_SECOND = 150;
const BATCH_ITEMS = 1_000;
const STATS = "/api/public-stats";

export const WORK: readonly Work[] = [
  { id: "credit", name: "signed credit, synchronous=FULL", target: 0.75, loops: false, requests: credits },
  {
    id: "batch",
    name: "batch of 1,000 credits, each with its key, in one commit",
    target: 0.75,
    loops: false,
    connections: 4,
    requests: batches,
  },
  { id: "balance", name: "signed balance read", target: 0.75, loops: true, requests: balances },
  {
    id: "stats",
    name: "cached public read",
    target: 0.85,
    loops: true,
    requests: () => [encode("GET", STATS, {})],
  },
  { id: "unchanged", name: "the same, 304", target: 0.85, loops: true, requests: unchanged },
];

/** Distinct credits, more than a server can take in these seconds. */
export function* credits(
  { key }: Pick<Server, "key">,
  userIds: readonly string[],
  seconds: number,
): Generator<Buffer> {
  for (let i = 0; i < CREDITS_A_SECOND * seconds; i++) {
    const body = JSON.stringify({
      user_id: at(userIds, i),
      amount: 1 + (i % 500),
      reason: "quest",
      source: "bench",
    });
    yield signed(key, "POST", "/api/salutes/credit", body);
  }
}

function* batches({ key }: Server, userIds: readonly string[], seconds: number): Generator<Buffer> {
  for (let batch = 0; batch < BATCHES_A_SECOND * seconds; batch++) {
    const items = Array.from({ length: BATCH_ITEMS }, (_, i) => ({
      operation: "credit",
      user_id: at(userIds, i),
      amount: 1 + (i % 500),
      reason: "quest",
      source: "bench",
      idempotency_key: newIdempotencyKey(),
    }));
    yield signed(key, "POST", "/api/salutes/batch", JSON.stringify({ items }));
  }
}

function* balances({ key }: Server, userIds: readonly string[]): Generator<Buffer> {
  for (let i = 0; i < 20_000; i++) yield signed(key, "GET", `/api/salutes/balance?user_id=${at(userIds, i)}`);
}

async function unchanged({ port }: Server): Promise<Buffer[]> {
  const etag = (await fetch(`http://127.0.0.1:${port}${STATS}`)).headers.get("etag") ?? "";
  return [encode("GET", STATS, { "if-none-match": etag })];
}

function at(userIds: readonly string[], index: number): string {
  return userIds[index % userIds.length] ?? "";
}

/** Creates users with the API. @returns their ids */
export async function createUsers(
  { key, port }: Pick<Server, "key" | "port">,
  count: number,
): Promise<string[]> {
  const target = "/api/partner/users";
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const body = JSON.stringify({ external_id: `bench-${i}` });
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, signedPost(key, target, { body }));
    const { user } = (await answer.json()) as { user?: { id: string | number } };
    if (user === undefined) throw new Error(`no user was created: ${answer.status}`);
    ids.push(String(user.id));
  }
  return ids;
}
