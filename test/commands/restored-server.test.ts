import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { executable } from "../harness/processes/build.ts";
import { salute, scratch } from "../harness/processes/commands.ts";

/** What a restore leaves, and what a server says that starts on it (contract section 12). */

setDefaultTimeout(60_000);

let dir: ReturnType<typeof scratch>;
let archive: string;

beforeAll(async () => {
  dir = scratch();
  const data = dir.file("data");
  await salute(["migrate", "--data", data]);
  const { json } = await salute(["backup", "run", "--json", "--data", data]);
  archive = join(data, "backups", json.file);
});
afterAll(() => dir.remove());

/** What a server prints until it has said where to go. */
async function firstWords(dataDir: string): Promise<string> {
  const child = Bun.spawn([executable(), "serve", "--port", "0", "--data", dataDir], {
    stdout: "pipe",
    stderr: "ignore",
  });
  let printed = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    printed += chunk;
    if (printed.includes("Credit the demo user")) break;
  }
  child.kill();
  await child.exited;
  return printed;
}

test("the server says on stdout that it is in safe mode, why, and the command that ends it there", async () => {
  const restored = dir.file("restored");
  expect((await salute(["restore", "--from", archive, "--data", restored])).code).toBe(0);
  for (const name of ["master.key", "log.key"]) cpSync(dir.file(`data/${name}`), join(restored, name));
  expect(await firstWords(restored)).toMatch(
    /Safe mode is on, and every change answers 503 safe_mode: .*restored.*salute resume --data \S+restored/i,
  );
  expect((await salute(["resume", "--data", restored])).code).toBe(0);
});

test("the run of the backup that it was restored from, in progress in that state, is no failed run", async () => {
  const restored = dir.file("without-runs");
  const runs = (path: string) => {
    const file = new Database(path, { readonly: true });
    const found = file.query("SELECT job, status FROM job_runs").all();
    const locks = file.query("SELECT job FROM job_locks").all();
    file.close();
    return { found, locks };
  };
  expect((await salute(["restore", "--from", archive, "--data", restored])).code).toBe(0);
  expect(runs(dir.file("data/live.db")).found).toContainEqual({ job: "backup", status: "ok" });
  expect(runs(join(restored, "live.db"))).toEqual({ found: [], locks: [] });
});

test("the next steps after a restore all name the restored directory", async () => {
  const { out } = await salute(["restore", "--from", archive, "--data", dir.file("with a blank")]);
  const steps = out.split("\n").filter((line) => line.startsWith("  salute "));
  expect(steps).toHaveLength(5);
  for (const step of steps) expect(step).toContain(`--data '${dir.file("with a blank")}'`);
});

test("a restore that fails leaves no directory behind, and one that was there stays", async () => {
  const deep = dir.file("new/deeper/still");
  expect((await salute(["restore", "--from", dir.file("missing"), "--data", deep])).code).toBe(1);
  expect(existsSync(dir.file("new"))).toBe(false);
  expect((await salute(["restore", "--from", import.meta.path, "--data", deep])).code).toBe(1);
  expect(existsSync(dir.file("new"))).toBe(false);
  const own = dir.file("own");
  await Bun.$`mkdir ${own}`.quiet();
  expect((await salute(["restore", "--from", dir.file("missing"), "--data", own])).code).toBe(1);
  expect(existsSync(own)).toBe(true);
});
