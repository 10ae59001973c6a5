import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLogStatus } from "../../src/modules/transparency/signed-log/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { salute } from "../harness/processes/commands.ts";
import { logNumbers, placeFarEntry, readText } from "../modules/transparency/signed-log/fixture.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await logNumbers(world, 0, 3);
});
afterEach(() => world.close());

const run = (...args: string[]) => salute([...args, "--data", world.dataDir]);
const keptPath = () => join(world.dataDir, "log.checkpoint");
const file = (text: string) => {
  const path = join(world.dataDir, "given-note");
  writeFileSync(path, text);
  return path;
};
const hold = () =>
  readLogStatus(world.services.signedLog, world.services.signedLog.db.read)?.hold?.reason ?? null;
const audited = () =>
  world.services.live.read
    .all<{ action: string }>("SELECT action FROM audit_entries WHERE action LIKE 'log.%'")
    .map((row) => row.action);

describe("salute log resume", () => {
  test("after a restore: the newest published note is stored again, and later entries are signed", async () => {
    const newest = await readText(world, "/log/checkpoint");
    rmSync(keptPath());
    await world.restart();
    await logNumbers(world, 3, 2);
    expect(await readText(world, "/log/checkpoint")).toBe(newest);
    const { code, out } = await run("log", "resume", "--checkpoint", file(newest));
    expect([code, out]).toEqual([
      0,
      "the log demo.invalid/log continues from its checkpoint of 3 entries\nits content is signed\n",
    ]);
    expect(await readText(world, "/log/checkpoint")).toStartWith("demo.invalid/log\n5\n");
    expect(hold()).toBeNull();
    expect(audited()).toEqual(["log.resume"]);
  });

  test("an inconsistent note is refused, and nothing changes", async () => {
    const newest = readFileSync(keptPath(), "utf8");
    await logNumbers(world, 3, 2);
    const five = readFileSync(keptPath(), "utf8");
    rmSync(keptPath());
    for (const [note, words] of [
      [newest, "the one in log.db covers 5"],
      [five.replace("\n5\n", "\n6\n"), "the signature of demo.invalid/log on this checkpoint is wrong"],
      [five.replaceAll("demo.invalid", "other.example"), "has no signature of demo.invalid/log"],
      ["nothing", "this is not a log checkpoint"],
    ] as const) {
      const { code, err } = await run("log", "resume", "--checkpoint", file(note));
      expect([note, code]).toEqual([note, 1]);
      expect(err).toContain(words);
      expect(hold()).toBe("not_resumed");
    }
    expect(audited()).toEqual([]);
  });

  test("a note newer than the tree, or of another history, is refused with instructions", async () => {
    const other = await createWorld();
    other.services.signedLog.seed = world.services.signedLog.seed;
    await other.services.signedLog.db.writer.run((tx) => tx.run("UPDATE signed_logs SET note = NULL"));
    rmSync(join(other.dataDir, "log.checkpoint"));
    const row = world.services.signedLog.db.read.get<{ vkey: string }>("SELECT vkey FROM signed_logs");
    await other.services.signedLog.db.writer.run((tx) => {
      tx.run("DROP TRIGGER signed_logs_fixed");
      tx.run("UPDATE signed_logs SET vkey = ?", row?.vkey ?? "");
    });
    await logNumbers(other, 50, 9);
    const longer = await readText(other, "/log/checkpoint");
    expect(longer).toStartWith("demo.invalid/log\n9\n");
    const shorter = await run("log", "resume", "--checkpoint", file(longer));
    expect([shorter.code, shorter.err]).toEqual([1, expect.stringContaining("salute log restart")]);
    await logNumbers(world, 3, 6);
    const forked = await run("log", "resume", "--checkpoint", file(longer));
    expect(forked.code).toBe(1);
    expect(forked.err).toContain("The first 9 entries differ from the signed ones");
    await other.close();
  });

  test("wrong usage: exit 2", async () => {
    expect((await run("log", "resume")).code).toBe(2);
    expect((await run("log", "resume", "--checkpoint", join(world.dataDir, "nowhere"))).code).toBe(1);
  });
});

describe("salute log restart", () => {
  test("opens …/log/2 with the old log's last note as entry 0; the old log is unchanged", async () => {
    const last = await readText(world, "/log/checkpoint");
    const { code, out } = await run("log", "restart");
    expect(code).toBe(0);
    expect(out).toContain("the log demo.invalid/log/2 is open");
    expect(await readText(world, "/log/checkpoint")).toBe(last);
    const now = await readText(world, "/log/2/checkpoint");
    expect(now).toStartWith("demo.invalid/log/2\n1\n");
    expect(readFileSync(keptPath(), "utf8")).toBe(now);
    const bundle = await world.call("GET", "/log/2/tile/entries/000.p/1");
    const entry = JSON.parse(bundle.text.slice(2));
    expect(entry).toMatchObject({ kind: "checkpoint", slot: null, size: Buffer.byteLength(last) });
    const object = await world.call("GET", entry.url);
    expect(object.text).toBe(last);
    expect(object.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await readText(world, "/log/2/vkey")).toStartWith("demo.invalid/log/2+");
    expect((await readText(world, "/log/2/proof/0")).split("\n")[1]).toBe("index 0");
    for (const path of ["/log/2/tile/0/000", "/log/2/tile/0/x001/000.p/1", "/log/2/proof/1", "/log/3/vkey"])
      expect((await world.call("GET", path)).status).toBe(404);
    expect((await world.call("GET", "/log/2/tile/0/000.p/1")).bytes).toHaveLength(32);
    await logNumbers(world, 9, 1);
    expect(await readText(world, "/log/2/checkpoint")).toStartWith("demo.invalid/log/2\n2\n");
    expect(await readText(world, "/log/checkpoint")).toBe(last);
    expect(audited()).toEqual(["log.restart"]);
    expect((await run("check")).code).toBe(0);
  });

  test("the new log has tiles of every width", async () => {
    await run("log", "restart");
    await logNumbers(world, 9, 256);
    expect((await world.call("GET", "/log/2/tile/0/000")).bytes).toHaveLength(256 * 32);
    await placeFarEntry(world, 2, 256_000);
    expect((await world.call("GET", "/log/2/tile/0/x001/000.p/1")).bytes).toHaveLength(32);
  });

  test("continues a log with lost signed entries or a different key", async () => {
    const newest = await readText(world, "/log/checkpoint");
    await world.services.signedLog.db.writer.run((tx) => {
      for (const table of ["log_entries", "log_nodes"]) {
        tx.run(`DROP TRIGGER ${table}_no_delete`);
        tx.run(`DELETE FROM ${table}`);
      }
    });
    await world.restart();
    expect(hold()).toBe("shorter");
    expect((await run("log", "restart")).code).toBe(0);
    expect(hold()).toBeNull();
    expect(await readText(world, "/log/checkpoint")).toBe(newest);
    writeFileSync(join(world.dataDir, "log.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`);
    await world.restart();
    expect(hold()).toBe("other_key");
    expect((await run("log", "restart")).code).toBe(0);
    await world.restart();
    expect(hold()).toBeNull();
    expect(await readText(world, "/log/3/checkpoint")).toStartWith("demo.invalid/log/3\n1\n");
    const bundle = await world.call("GET", "/log/3/tile/entries/000.p/1");
    const object = await world.call("GET", JSON.parse(bundle.text.slice(2)).url);
    expect(object.text).toBe(await readText(world, "/log/2/checkpoint"));
  });

  test("a newer note than the stored one can be given; an older one is refused", async () => {
    const three = await readText(world, "/log/checkpoint");
    await logNumbers(world, 3, 1);
    const refused = await run("log", "restart", "--checkpoint", file(three));
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining("Provide the newest published note"),
    ]);
    const four = await readText(world, "/log/checkpoint");
    expect((await run("log", "restart", "--checkpoint", file(four))).code).toBe(0);
  });

  test("without log.key, or in production without an address, no log is opened", async () => {
    rmSync(join(world.dataDir, "log.key"));
    expect(await run("log", "restart")).toMatchObject({
      code: 1,
      err: expect.stringContaining("salute keyfiles import"),
    });
    expect((await world.call("GET", "/log/2/checkpoint")).status).toBe(404);
  });
});
