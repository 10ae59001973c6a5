import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { Sql } from "../../src/db/sql.ts";

test("a bound limit applies, positional or numbered, and its statement stays prepared", () => {
  const client = new Database(":memory:");
  const prepared: string[] = [];
  const prepare = client.prepare.bind(client);
  client.prepare = ((text: string) => {
    prepared.push(text);
    return prepare(text);
  }) as typeof client.prepare;
  const sql = new Sql(client);
  sql.run("CREATE TABLE t (n INTEGER) STRICT");
  sql.run("INSERT INTO t VALUES (1), (2), (3)");
  const read = (limit: number) => sql.all("SELECT n FROM t WHERE n > ? ORDER BY n LIMIT ?", 1, limit);
  expect([read(1), read(9)]).toEqual([[{ n: 2 }], [{ n: 2 }, { n: 3 }]]);
  expect(sql.all("SELECT n FROM t WHERE n < ?2 LIMIT ?1", 1, 9)).toEqual([{ n: 1 }]);
  // SQLite re-prepares a statement when a parameter that its plan depends on is rebound, unless it is in an expression.
  expect(prepared.filter((text) => text.includes("LIMIT"))).toEqual([
    "SELECT n FROM t WHERE n > ? ORDER BY n LIMIT +?",
    "SELECT n FROM t WHERE n < ?2 LIMIT +?1",
  ]);
  sql.close();
});
