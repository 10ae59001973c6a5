import type { Actor } from "../../../../src/http/operation.ts";
import { encodeBase58 } from "../../../../src/kit/formats/base58.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { claimExpiry } from "../../../../src/modules/ledger/claims/ending/expiry-job.ts";
import {
  type CallOptions,
  createWorld,
  type ReceivedAnswer,
  type World,
} from "../../../harness/app/world.ts";

export const OPERATOR: Actor = { kind: "operator", name: "ops", role: "operator", session: null };
export const WALLET = encodeBase58(new Uint8Array(32).fill(7));
export const OTHER_WALLET = encodeBase58(new Uint8Array(32).fill(8));

/** A world with a partner and its user zoe. */
export interface ClaimWorld extends World {
  key: IssuedKey;
  userId: number;
  /** Issues 25 SALUTES to zoe for "Autumn drive", as far as `body` does not say otherwise. */
  issue(body?: object, options?: CallOptions): Promise<ReceivedAnswer>;
  /** Issues 3 USDC to whoever has the code. */
  issueToken(body?: object): Promise<ReceivedAnswer>;
  /** Opens the recipient's page. */
  open(code: string, headers?: Record<string, string>): Promise<ReceivedAnswer>;
  /** Sends the page's form. */
  take(
    code: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<ReceivedAnswer>;
  read(code: string): Promise<ReceivedAnswer>;
  cancel(code: string): Promise<ReceivedAnswer>;
  expire(): Promise<string>;
  balance(): Promise<number>;
  /** Types of the events about donations, in order. */
  donationEvents(): string[];
  lastEvent(type: string): Record<string, unknown>;
  rows<Row>(sql: string): Row[];
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };
export const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

export async function createClaimWorld(environment: Record<string, string> = {}): Promise<ClaimWorld> {
  const world = await createWorld(environment);
  const key = await world.createKey("acme");
  const userId = await world.createUser(key, "zoe");
  const rows = <Row>(sql: string): Row[] => world.services.live.read.all(sql);
  const made: ClaimWorld = Object.assign(Object.create(world), {
    key,
    userId,
    issue: (body: object = {}, options: CallOptions = {}) =>
      world.call("POST", "/api/partner/donation-claim", {
        key,
        body: {
          campaign: "Autumn drive",
          amount: 25,
          currency: "SALUTES",
          recipient: { user_id: userId },
          ...body,
        },
        ...options,
      }),
    issueToken: (body: object = {}) =>
      made.issue({ amount: "3", currency: "TOKEN", recipient: { name: "Zoe" }, ...body }),
    open: (code: string, headers = {}) => world.call("GET", `/claim/${code}`, { headers }),
    take: (code: string, fields = {}, headers = {}) =>
      world.call("POST", `/claim/${code}`, {
        body: new URLSearchParams(fields).toString(),
        headers: { ...FORM, ...headers },
      }),
    read: (code: string) => world.call("GET", `/api/partner/donation-claims/${code}`, { key }),
    cancel: (code: string) => world.call("POST", `/api/partner/donation-claims/${code}/cancel`, { key }),
    expire: () => claimExpiry.run(world.services, new AbortController().signal),
    balance: async () =>
      (await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key })).json.balance,
    donationEvents: () =>
      rows<{ event_type: string }>(
        "SELECT event_type FROM events WHERE event_type LIKE 'donation.%' ORDER BY id",
      ).map((row) => row.event_type),
    lastEvent: (type: string) => {
      const found = rows<{ data: string; event_type: string }>("SELECT * FROM events ORDER BY id").findLast(
        (row) => row.event_type === type,
      );
      if (found === undefined) throw new Error(`there is no ${type}`);
      return JSON.parse(found.data);
    },
    rows,
  });
  return made;
}
