import { Database as SqliteDatabase } from "bun:sqlite";
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { stateOfFile } from "../../src/db/files.ts";
import { createEmptyFile } from "../../src/db/migrations/template.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { scratch } from "../harness/processes/commands.ts";

test("a database file is missing, empty or present", () => {
  const directory = scratch();
  const path = (name: string) => directory.file(name);
  try {
    expect(stateOfFile(path("missing.db"))).toBe("missing");
    writeFileSync(path("zero.db"), "");
    expect(stateOfFile(path("zero.db"))).toBe("empty");
    const client = new SqliteDatabase(path("tables.db"), { create: true });
    client.run("CREATE TABLE a (b)");
    expect(stateOfFile(path("tables.db"))).toBe("present");
    client.run("DROP TABLE a");
    client.close();
    expect(stateOfFile(path("tables.db"))).toBe("empty");
    createEmptyFile(path("new.db"), systemClock);
    expect(stateOfFile(path("new.db"))).toBe("present");
    writeFileSync(path("text.db"), "no database");
    expect(stateOfFile(path("text.db"))).toBe("present");
  } finally {
    directory.remove();
  }
});
