import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { parseConfig } from "../../../../src/compose/config.ts";
import { openServices } from "../../../../src/compose/open/services.ts";
import { systemClock } from "../../../../src/kit/clock.ts";
import { createLogger } from "../../../../src/kit/process/log.ts";
import { MasterKeyError } from "../../../../src/modules/platform/master-key/index.ts";
import { scratch } from "../../../harness/processes/commands.ts";

/** A data directory and the master key that belongs to it (contract section 1). */

let dir: ReturnType<typeof scratch>;

beforeEach(() => {
  dir = scratch();
});

afterEach(() => dir.remove());

async function startAndStop(environment: Record<string, string> = {}): Promise<void> {
  const config = parseConfig({ ...environment, DATA_DIR: dir.file("data") });
  await (await openServices(config, { clock: systemClock, log: createLogger("silent", false) })).close();
}

const file = (name: string) => dir.file(`data/${name}`);
const OTHER_KEY = "22".repeat(32);

/** The names and contents of all that is in the directory. */
function contents(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dir.file("data"))
      .sort()
      .map((name) => [name, readFileSync(file(name)).toString("base64")]),
  );
}

test("a first start makes the directory and the key, for their owner's eyes only", async () => {
  await startAndStop();
  expect([statSync(dir.file("data")).mode & 0o777, statSync(file("master.key")).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  expect(Buffer.from(readFileSync(file("master.key"), "utf8").trim(), "base64")).toHaveLength(32);
});

test("a later start keeps it", async () => {
  await startAndStop();
  const key = readFileSync(file("master.key"));
  await startAndStop();
  expect(readFileSync(file("master.key"))).toEqual(key);
});

describe("on an existing database the start stops, with words, and changes nothing", () => {
  test.each([
    ["the key is missing", () => rmSync(file("master.key")), "is missing"],
    [
      "the key is another",
      () => writeFileSync(file("master.key"), OTHER_KEY),
      "not the one that this data directory",
    ],
    [
      "the key file is malformed",
      () => writeFileSync(file("master.key"), "a key, they said"),
      "a master key is 32 bytes",
    ],
    ["the key file is empty", () => writeFileSync(file("master.key"), ""), "master"],
  ] as const)("%s", async (_, damage, words) => {
    await startAndStop();
    damage();
    const before = contents();
    await expect(startAndStop()).rejects.toThrow(MasterKeyError);
    await expect(startAndStop()).rejects.toThrow(words);
    expect(contents()).toEqual(before);
  });

  test("the key is missing and sandbox.db is all that is left: its keys are sealed too", async () => {
    await startAndStop();
    for (const name of ["master.key", "live.db"]) rmSync(file(name));
    await expect(startAndStop()).rejects.toThrow("is missing");
    expect(readdirSync(dir.file("data")).includes("master.key")).toBe(false);
  });
});

describe("MASTER_KEY and MASTER_KEY_FILE", () => {
  test("the right one opens the directory without a key file in it, another does not", async () => {
    await startAndStop({ MASTER_KEY: OTHER_KEY });
    expect(readdirSync(dir.file("data"))).not.toContain("master.key");
    await startAndStop({ MASTER_KEY: OTHER_KEY });
    await expect(startAndStop({ MASTER_KEY: "33".repeat(32) })).rejects.toThrow("not the one");
    await expect(startAndStop()).rejects.toThrow("is missing");
  });

  test("a file that is named is never made", async () => {
    const path = dir.file("elsewhere.key");
    await expect(startAndStop({ MASTER_KEY_FILE: path })).rejects.toThrow(`${path} is missing`);
    writeFileSync(path, OTHER_KEY);
    await startAndStop({ MASTER_KEY_FILE: path });
    expect(readdirSync(dir.file("data"))).not.toContain("master.key");
  });
});
