import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/db/database.ts";
import type { Tx } from "../../src/db/sql.ts";
import { RefuseButKeep, WriteUnavailable } from "../../src/db/write-errors.ts";
import { ManualClock } from "../harness/app/clock.ts";

/** Timeout for separate processes and locks on a loaded machine. */
setDefaultTimeout(30_000);

let directory: string;
let database: Database;
let clock: ManualClock;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "salute-writer-"));
  clock = new ManualClock();
  database = Database.open(join(directory, "live.db"), clock);
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const put = (name: string) => (tx: Tx) => {
  tx.run("INSERT INTO settings (name, value, updated_at) VALUES (?, '', ?)", name, tx.now);
  return name;
};
const stored = () =>
  database.read.all<{ name: string }>("SELECT name FROM settings ORDER BY name").map((row) => row.name);
/** Number of commits, as counted by another connection. */
const dataVersion = (client: SqliteDatabase) =>
  (client.query("PRAGMA data_version").get() as { data_version: number }).data_version;

describe("the WAL", () => {
  test("is flushed off the event loop, from a file just opened and after changes that did not wait", async () => {
    await database.syncWal();
    const writes = Array.from({ length: 20 }, (_, number) =>
      database.writer.run(put(`lasting ${number}`), "lasting"),
    );
    await Promise.all([...writes, database.syncWal()]);
    await database.syncWal();
    expect(stored()).toHaveLength(20);
  });

  test("is reset repeatedly, although every turn of the event loop reads between commits", async () => {
    const value = "v".repeat(100_000);
    for (let round = 0; round < 800; round++) {
      stored();
      const written = database.writer.run((tx) => {
        stored();
        tx.run(
          "INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES ('big', ?, ?)",
          value,
          tx.now,
        );
      });
      stored();
      await written;
    }
    expect(database.fileSizes().wal).toBeLessThan(32 * 1024 * 1024);
  });
});

describe("a shared commit", () => {
  test("closures of one turn of the event loop are one commit, and each gets its own value", async () => {
    const observer = new SqliteDatabase(database.path, { readonly: true });
    const before = dataVersion(observer);
    const names = Array.from({ length: 100 }, (_, index) => `n${String(index).padStart(3, "0")}`);
    let seenDuring = -1;
    const values = await Promise.all(
      names.map((name) =>
        database.writer.run((tx) => {
          seenDuring = dataVersion(observer);
          return put(name)(tx);
        }),
      ),
    );
    expect(values).toEqual(names);
    expect(seenDuring).toBe(before);
    expect(stored()).toEqual(names);
    expect(dataVersion(observer)).toBe(before + 1);
    observer.close();
  });

  test("a closure that asks to be alone shares its commit with none, and lets the others pass before the next such one", async () => {
    const observer = new SqliteDatabase(database.path, { readonly: true });
    const seen: [string, number][] = [];
    const before = dataVersion(observer);
    const change = (name: string, isAlone: boolean) =>
      database.writer.run(
        (tx) => {
          seen.push([name, dataVersion(observer) - before]);
          put(name)(tx);
        },
        "full",
        isAlone,
      );
    await Promise.all([
      change("large", true),
      change("larger", true),
      change("a", false),
      change("largest", true),
      change("b", false),
    ]);
    expect(seen).toEqual([
      ["large", 0],
      ["a", 1],
      ["b", 1],
      ["larger", 2],
      ["largest", 3],
    ]);
    observer.close();
  });

  test("more closures than one batch holds all run, in order", async () => {
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 1_300 }, (_, index) => database.writer.run(() => order.push(index))),
    );
    expect(order).toEqual(Array.from({ length: 1_300 }, (_, index) => index));
  });

  test("the promise resolves after the commit, when its result can be read", async () => {
    await database.writer.run(put("a"));
    expect(stored()).toEqual(["a"]);
  });

  test("all rows of a batch have the time of its commit", async () => {
    clock.advance(1_234);
    const [first, second] = await Promise.all([
      database.writer.run((tx) => tx.now),
      database.writer.run((tx) => tx.now),
    ]);
    expect([first, second]).toEqual([clock.now(), clock.now()]);
  });
});

describe("a closure that throws is rolled back, without affecting others", () => {
  test("closures before and after it are committed", async () => {
    const results = await Promise.allSettled([
      database.writer.run(put("before")),
      database.writer.run((tx) => {
        put("mine")(tx);
        throw new Error("changed my mind");
      }),
      database.writer.run(put("after")),
    ]);
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((results[1] as PromiseRejectedResult).reason.message).toBe("changed my mind");
    expect(stored()).toEqual(["after", "before"]);
  });

  test("a constraint violation also rolls back only its own closure", async () => {
    const results = await Promise.allSettled([
      database.writer.run(put("a")),
      database.writer.run((tx) => {
        put("b")(tx);
        put("a")(tx);
      }),
      database.writer.run(put("c")),
    ]);
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(stored()).toEqual(["a", "c"]);
  });

  test("a later closure sees changes of earlier ones in the same commit, but not rolled back ones", async () => {
    const count = (tx: Tx) => tx.get<{ n: number }>("SELECT count(*) AS n FROM settings")?.n;
    const [, , seen] = await Promise.allSettled([
      database.writer.run(put("a")),
      database.writer.run((tx) => {
        put("b")(tx);
        throw new Error("no");
      }),
      database.writer.run(count),
    ]);
    expect(seen).toEqual({ status: "fulfilled", value: 1 });
  });
});

describe("what a transaction keeps", () => {
  const count = (tx: Tx) => {
    const before = tx.recall<number>("count") ?? 0;
    tx.keep("count", before + 1);
    return before;
  };
  const undone = (tx: Tx) => {
    count(tx);
    throw new Error("undone");
  };

  test("the next change of the same transaction recalls, and the next transaction does not", async () => {
    const { writer } = database;
    expect(await Promise.all([writer.run(count), writer.run(count)])).toEqual([0, 1]);
    expect(await writer.run(count)).toBe(0);
  });

  test("is forgotten with a change that is undone, beside others and alone", async () => {
    const { writer } = database;
    const [, refused, after] = await Promise.allSettled([
      writer.run(count),
      writer.run(undone),
      writer.run(count),
    ]);
    expect(refused).toMatchObject({ status: "rejected" });
    expect(after).toEqual({ status: "fulfilled", value: 0 });
    const kept = writer.run((tx) => {
      count(tx);
      throw new RefuseButKeep(new Error("refused"), (again) => {
        if (count(again) > 0) throw new Error("recalled what was undone");
      });
    });
    await expect(kept).rejects.toThrow("refused");
  });
});

describe.each(["alone in its transaction", "beside another change"])("RefuseButKeep %s", (where) => {
  const beside = () => (where.startsWith("beside") ? [database.writer.run(put("another"))] : []);

  test("rolls back the change, commits what must be kept, and throws the reason", async () => {
    const reason = new Error("a wrong try");
    const others = beside();
    const refused = database.writer.run((tx) => {
      put("change")(tx);
      throw new RefuseButKeep(reason, put("counted"));
    });
    await expect(refused).rejects.toBe(reason);
    expect(stored()).toEqual([...(await Promise.all(others)), "counted"]);
  });

  test("if what must be kept fails, that is the reason and nothing is kept", async () => {
    const others = beside();
    const refused = database.writer.run(() => {
      throw new RefuseButKeep(new Error("a wrong try"), () => {
        throw new Error("not counted");
      });
    });
    await expect(refused).rejects.toThrow("not counted");
    expect(stored()).toEqual(await Promise.all(others));
  });
});

describe("an asynchronous closure is refused", () => {
  test("no change before or after its first await is kept", async () => {
    const { promise: later, resolve } = Promise.withResolvers<unknown>();
    const refused = database.writer.run(async (tx) => {
      put("before await")(tx);
      await null;
      try {
        resolve(put("after await")(tx));
      } catch (error) {
        resolve(error);
      }
    });
    await expect(refused).rejects.toThrow("synchronous");
    expect(await later).toBeInstanceOf(Error);
    expect(stored()).toEqual([]);
  });

  test("a rejected one does not crash the process", async () => {
    const refused = database.writer.run(async () => {
      await null;
      throw new Error("nobody waits for this");
    });
    await expect(refused).rejects.toThrow("synchronous");
  });
});

describe("a file locked by another process", () => {
  /** Opens a write transaction in another connection, like a command or a backup. */
  function holdLock(): () => void {
    const other = new SqliteDatabase(database.path);
    other.run("BEGIN IMMEDIATE");
    return () => {
      other.run("ROLLBACK");
      other.close();
    };
  }

  test("is retried without blocking the event loop, and the change succeeds once it is unlocked", async () => {
    const release = holdLock();
    const change = database.writer.run(put("a"));
    // The best of three, since a busy machine holds the event loop up too.
    const standstill = Math.min(
      await measureStandstill(250),
      await measureStandstill(250),
      await measureStandstill(250),
    );
    const another = database.writer.run(put("b"));
    release();
    expect(await Promise.all([change, another])).toEqual(["a", "b"]);
    expect(stored()).toEqual(["a", "b"]);
    // One wait of 20 ms is the writer's; a wait at every try would be four fifths of the time.
    expect(standstill).toBeLessThan(0.6);
  });

  test("after its timeout the change is refused as unavailable; the next one has its own timeout", async () => {
    const release = holdLock();
    const change = database.writer.run(put("a"));
    const outcome = change.catch((error) => error);
    await measureStandstill(40);
    clock.advance(5_000);
    const error = await outcome;
    expect(error).toBeInstanceOf(WriteUnavailable);
    expect(String(error.cause)).toContain("locked");
    const next = database.writer.run(put("b"));
    await measureStandstill(40);
    release();
    expect(await next).toBe("b");
    expect(stored()).toEqual(["b"]);
  });

  test("closing waits for a waiting change", async () => {
    const other = Database.open(join(directory, "other.db"), clock);
    const holder = new SqliteDatabase(other.path);
    holder.run("BEGIN IMMEDIATE");
    const change = other.writer.run(put("a"));
    const closed = other.close();
    await measureStandstill(40);
    holder.run("ROLLBACK");
    holder.close();
    expect(await change).toBe("a");
    await closed;
  });

  /** Share of `forMs` in which the event loop was blocked for more than 10 ms at a time. */
  async function measureStandstill(forMs: number): Promise<number> {
    const start = performance.now();
    let [still, last] = [0, start];
    while (last < start + forMs) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = performance.now();
      if (now - last > 10) still += now - last;
      last = now;
    }
    return still / forMs;
  }
});

describe("a full disk", () => {
  const fill = (name: string) => (tx: Tx) =>
    tx.run("INSERT INTO settings (name, value, updated_at) VALUES (?, ?, 0)", name, "x".repeat(200_000));

  test("refuses changes that do not fit, keeps nothing of them, and works again once there is space", async () => {
    await database.writer.run(put("before"));
    await database.writer.run((tx) => {
      const pages = tx.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
      tx.get(`PRAGMA max_page_count = ${pages + 4}`);
    });
    const results = await Promise.allSettled(["a", "b", "c"].map((name) => database.writer.run(fill(name))));
    expect(results.map((result) => result.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(stored()).toEqual(["before"]);
    await database.writer.run((tx) => tx.get("PRAGMA max_page_count = 1073741823"));
    await database.writer.run(fill("after"));
    expect(stored()).toEqual(["after", "before"]);
    expect(await database.writer.run((tx) => tx.get("PRAGMA integrity_check"))).toEqual({
      integrity_check: "ok",
    });
  });

  test("at the commit refuses the whole batch as unavailable", async () => {
    const results = await Promise.allSettled([
      database.writer.run(put("a")),
      database.writer.run((tx) => {
        put("b")(tx);
        // SQLite rolls back the whole transaction, as it may on a full disk or an I/O error.
        tx.client.run("ROLLBACK");
        throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
      }),
      database.writer.run(put("c")),
    ]);
    for (const result of results) {
      expect(result.status).toBe("rejected");
      expect((result as PromiseRejectedResult).reason).toBeInstanceOf(WriteUnavailable);
    }
    expect(stored()).toEqual([]);
    expect(await database.writer.run(put("d"))).toBe("d");
  });
});

describe("a writer that is closing", () => {
  test("commits accepted changes, then refuses more", async () => {
    const other = Database.open(join(directory, "other.db"), clock);
    const handedOver = other.writer.run(put("a"));
    const closed = other.writer.close();
    expect(await handedOver).toBe("a");
    await closed;
    await expect(other.writer.run(put("b"))).rejects.toBeInstanceOf(WriteUnavailable);
    await other.close();
  });
});
