import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import {
  adjustments,
  continueReversals,
  reversals,
} from "../../../../src/modules/ledger/corrections/index.ts";
import { makeOperator } from "../../../harness/app/visitor.ts";
import { createWorld, type ReceivedAnswer, type World } from "../../../harness/app/world.ts";
import { brokenInvariants } from "../../../harness/checks/invariants.ts";

const REVERSALS = "/admin/ops/ledger/reversals";

/** A world with the partner acme, its user zoe, and the operators ops and boss. */
export interface CorrectionWorld extends World {
  key: IssuedKey;
  userId: number;
  /** Posts an entry and returns its id. */
  post(kind: "credit" | "debit", amount: number, user?: string): Promise<number>;
  balance(user?: string): Promise<number>;
  admin(
    method: "GET" | "POST",
    path: string,
    body?: object,
    by?: "ops" | "boss" | "eve",
  ): Promise<ReceivedAnswer>;
  reverse(body: object): Promise<ReceivedAnswer>;
  reversal(id: number, query?: string): Promise<ReceivedAnswer["json"]>;
  /** What the background work does. */
  goOn(): Promise<void>;
  /** Names of broken invariants and their details. */
  broken(): string[];
  audited(): string[];
  rows<Row>(sql: string): Row[];
}

export async function createCorrectionWorld(
  environment: Record<string, string> = {},
): Promise<CorrectionWorld> {
  const world = await createWorld(environment);
  const key = await world.createKey("acme");
  const userId = await world.createUser(key, "zoe");
  const tokens = {
    ops: (await makeOperator(world, "ops", "operator")).token,
    boss: (await makeOperator(world, "boss", "owner")).token,
    eve: (await makeOperator(world, "eve", "viewer")).token,
  };
  const made: CorrectionWorld = Object.assign(Object.create(world), {
    key,
    userId,
    post: async (kind: string, amount: number, user = "ext:zoe") =>
      (
        await world.call("POST", `/api/salutes/${kind}`, {
          key,
          body: { user_id: user, amount, reason: "quest" },
        })
      ).json.ledger_entry_id,
    balance: async (user = "ext:zoe") =>
      (await world.call("GET", `/api/salutes/balance?user_id=${user}`, { key })).json.balance,
    admin: (method: "GET" | "POST", path: string, body?: object, by: keyof typeof tokens = "ops") =>
      world.call(method, path, {
        headers: { authorization: `Bearer ${tokens[by]}` },
        nonce: null,
        idempotencyKey: null,
        ...(body === undefined ? {} : { body }),
      }),
    reverse: (body: object) =>
      made.admin("POST", REVERSALS, { reason: "credited twice", on_shortfall: "refuse", ...body }),
    reversal: async (id: number, query = "") => (await made.admin("GET", `${REVERSALS}/${id}${query}`)).json,
    goOn: () => continueReversals(world.services),
    broken: () => [
      ...brokenInvariants(world.dataDir),
      ...[reversals, adjustments]
        .map((each) => each.run(world.services.live.read))
        .filter(({ ok }) => !ok)
        .map(({ detail }) => detail),
    ],
    audited: () =>
      made
        .rows<{ line: string }>(
          "SELECT actor || ' ' || action || ' ' || subject AS line FROM audit_entries ORDER BY id",
        )
        .map(({ line }) => line)
        .filter((line) => / ledger\./.test(line)),
    rows: (sql: string) => world.services.live.read.all(sql),
  });
  return made;
}
