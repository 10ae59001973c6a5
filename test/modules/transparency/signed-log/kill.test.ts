import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkFiles } from "../../../../src/compose/invariants.ts";
import { scratch } from "../../../harness/processes/commands.ts";
import { chooseSeed, seededRandom } from "../../../harness/simulation/random.ts";

const PROGRAM = join(import.meta.dir, "appending/main.ts");
const ROUNDS = 6;
const LIMIT_MS = 180_000;

/** Runs the program until it has reported `sizes` sizes, then kills it. Returns the last reported size. */
async function appendAndKill(dataDir: string, sizes: number): Promise<number> {
  const child = Bun.spawn([process.execPath, PROGRAM, dataDir], { stdout: "pipe", stderr: "pipe" });
  let text = "";
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    if (text.split("\n").length > sizes) break;
  }
  child.kill("SIGKILL");
  await child.exited;
  const last = Number(text.trim().split("\n").at(-1));
  if (!Number.isSafeInteger(last)) throw new Error(await new Response(child.stderr).text());
  return last;
}

test(
  "kill -9 at any moment: published state is kept, the next start continues from there, and check passes",
  async () => {
    const seed = chooseSeed();
    console.log(`log kills: SEED=${seed}`);
    const random = seededRandom(seed);
    const directory = scratch();
    let before = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const published = await appendAndKill(directory.path, 1 + Math.floor(random() * 12));
      expect(published).toBeGreaterThan(before);
      const kept = Number(readFileSync(directory.file("log.checkpoint"), "utf8").split("\n")[1]);
      expect(kept).toBeGreaterThanOrEqual(published);
      const checks = (await checkFiles(directory.path, false)).filter(({ name }) => name.startsWith("log"));
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
      before = kept;
    }
    directory.remove();
  },
  LIMIT_MS,
);

test(
  "two processes append to one log: every entry exists once, and the note never shrinks",
  async () => {
    const directory = scratch();
    await appendAndKill(directory.path, 1);
    await Promise.all([appendAndKill(directory.path, 8), appendAndKill(directory.path, 8)]);
    const checks = (await checkFiles(directory.path, false)).filter(({ name }) => name.startsWith("log"));
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    directory.remove();
  },
  LIMIT_MS,
);
