import { newIdempotencyKey, newNonce, sign } from "../harness/signing.ts";
import { encode, type Server, signed } from "./servers.ts";

/** One kind of request that both servers answer. */
export interface Work {
  id: string;
  name: string;
  /** The share of the hand-written server's rate that is aimed at. */
  target: number;
  /** Whether its requests may be sent again and again. */
  loops: boolean;
  requests(
    server: Server,
    userIds: readonly string[],
    seconds: number,
  ): Iterable<Buffer> | Promise<Iterable<Buffer>>;
}

/** More than either server takes. */
const CREDITS_A_SECOND = 25_000;
const STATS = "/api/public-stats";

export const WORK: readonly Work[] = [
  { id: "credit", name: "signed credit, synchronous=FULL", target: 0.75, loops: false, requests: credits },
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

/** Credits that no two are alike, more than a server takes in these seconds. */
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

/** Makes users by the API. Returns their ids. */
export async function createUsers(
  { key, port }: Pick<Server, "key" | "port">,
  count: number,
): Promise<string[]> {
  const target = "/api/partner/users";
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const body = JSON.stringify({ external_id: `bench-${i}` });
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = { "content-type": "application/json", "idempotency-key": newIdempotencyKey() };
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, {
      method: "POST",
      body,
      headers: { ...headers, ...sign(key, "POST", target, { body, nonce: newNonce(), timestamp }) },
    });
    const { user } = (await answer.json()) as { user?: { id: string | number } };
    if (user === undefined) throw new Error(`no user was made: ${answer.status}`);
    ids.push(String(user.id));
  }
  return ids;
}
