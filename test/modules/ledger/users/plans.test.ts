import { Database as SqliteDatabase } from "bun:sqlite";
import { expect, test } from "bun:test";
import { Sql, type SqlValue } from "../../../../src/db/sql.ts";
import { listUsers, lookUpUsers } from "../../../../src/modules/ledger/users/read.ts";
import { createWorld } from "../../../harness/app/world.ts";

/** Keeps the text of every statement that is read through it. */
class Recorder extends Sql {
  readonly texts = new Set<string>();

  override all<Row>(text: string, ...values: SqlValue[]): Row[] {
    this.texts.add(text);
    return super.all<Row>(text, ...values);
  }

  override get<Row>(text: string, ...values: SqlValue[]): Row | null {
    this.texts.add(text);
    return super.get<Row>(text, ...values);
  }
}

/** Reading the given ids, a full-text match, the rows of a merge: whatever else is scanned grows with the users. */
const ALLOWED_SCAN =
  /^SCAN (json_each VIRTUAL|users_fts VIRTUAL TABLE INDEX \d+:M|wallets_fts VIRTUAL TABLE INDEX \d+:M|\(subquery)/;

test("no list or search of users scans a table, or sorts: every plan goes by an index", async () => {
  const world = await createWorld();
  const recorder = new Recorder(new SqliteDatabase(world.services.live.path, { readonly: true }));
  const page = { limit: 50, offset: 3 };
  const wallet = "4yJFgj9jGynuQTxxLtYTyAczeCvesmFUSfvakW3HTqJG";
  const values = {
    username: ["zoe"],
    email: ["a@b.example"],
    wallet: [wallet],
    q: ["z", "Zo", "a.", "zoe", "zoe b"],
  };
  for (const include_wallets of [true, false]) {
    listUsers(recorder, 1, { ...page, include_wallets });
    listUsers(recorder, 1, { ...page, include_wallets, status: "active" });
    for (const [name, each] of Object.entries(values)) {
      for (const value of each) {
        lookUpUsers(recorder, 1, { ...page, include_wallets, [name]: value });
        lookUpUsers(recorder, 1, { ...page, include_wallets, status: "suspended", [name]: value });
      }
    }
  }
  const scans = [...recorder.texts].flatMap((text) =>
    recorder.client
      .query(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map((row) => (row as { detail: string }).detail)
      .filter((step) => (step.startsWith("SCAN") && !ALLOWED_SCAN.test(step)) || step.includes("TEMP B-TREE"))
      .map((step) => `${step}: ${text}`),
  );
  expect(scans).toEqual([]);
  expect(recorder.texts.size).toBeGreaterThanOrEqual(10);
  recorder.close();
  await world.close();
});
