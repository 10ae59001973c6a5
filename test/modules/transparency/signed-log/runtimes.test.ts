import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROOF_JOBS, runJobs } from "../../../harness/app/jobs.ts";
import { openSocket, type SocketClient } from "../../../harness/app/socket.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { readText } from "./fixture.ts";

/** The served verifier as a program of every runtime on this machine; VERIFIER_NODES adds versions of Node.js for npx. */

const PROOF = "/api/public/public-stats-cache-freshness.json";
const versions = Bun.env.VERIFIER_NODES?.split(",") ?? [];

const RUNTIMES = [
  [Bun.which("node")].flatMap((path) => path ?? []),
  [process.execPath],
  ...versions.map((version) => ["npx", "-y", `node@${version}`]),
].filter((command) => command.length > 0);

let world: World;
let socket: SocketClient;
let file: string;
let base: string;

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_LOG_PER_MIN: "0", RATE_LIMIT_PUBLIC_API_PER_MIN: "0" });
  await runJobs(world, ...PROOF_JOBS, "proofs");
  socket = openSocket(world);
  base = `http://127.0.0.1:${socket.port}`;
  file = join(world.dataDir, "verifier.mjs");
  writeFileSync(file, await readText(world, "/log/verifier.js"));
});

afterAll(async () => {
  await socket.stop();
  await world.close();
});

async function run(command: readonly string[], cwd = world.dataDir) {
  const child = Bun.spawn([...command], { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { status: await child.exited, out, err };
}

describe.each(RUNTIMES.map((command) => ({ name: command.join(" "), command })))("$name", ({ command }) => {
  test("verifies a proof, then with the printed key", async () => {
    const first = await run([...command, file, base, PROOF]);
    expect([first.status, first.err.includes("FAILED")]).toEqual([0, false]);
    expect(first.out).toMatch(/^ok {2}/);
    const key = /Save this key and pass it next time: (\S+)/.exec(first.out)?.[1] ?? "";
    const again = await run([...command, file, base, PROOF, key]);
    expect([again.status, again.out.includes("No key was given")]).toEqual([0, false]);
    expect(again.out.split("\n").slice(-2)).toEqual([expect.stringContaining("figures match"), ""]);
  });

  test("refuses another key", async () => {
    const key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
    const { err, status } = await run([...command, file, base, PROOF, key]);
    expect([status, err]).toEqual([1, expect.stringContaining("FAILED  ")]);
  });

  test("is a program by a relative path and through a link, and says how it is used", async () => {
    const link = join(world.dataDir, `link-${Bun.hash(command.join())}.mjs`);
    symlinkSync(file, link);
    for (const path of ["verifier.mjs", link])
      expect(await run([...command, path])).toMatchObject({
        status: 2,
        err: expect.stringContaining("usage: "),
      });
  });

  test("says so where it cannot verify, without judging the proof", async () => {
    const prepared = join(world.dataDir, `without-${Bun.hash(command.join())}.mjs`);
    writeFileSync(
      prepared,
      `import { openNote } from "./verifier.mjs";
const known = {
  digest: (...given) => real.digest(...given),
  importKey: async () => { throw Object.assign(new Error("unknown"), { name: "NotSupportedError" }); },
};
const real = (globalThis.crypto ?? (await import("node:crypto")).webcrypto).subtle;
Object.defineProperty(globalThis, "crypto", { value: { subtle: known } });
const [note, vkey] = ${JSON.stringify([NOTE, VKEY])};
await openNote(note, vkey).catch(({ constructor, message }) => console.log(constructor.name, message));
`,
    );
    const { out, status } = await run([...command, prepared]);
    expect([status, out]).toEqual([0, expect.stringMatching(/^UnsupportedError .* Ed25519 /)]);
  });

  test("does not run when it is imported", async () => {
    const importer = join(world.dataDir, `importer-${Bun.hash(command.join())}.mjs`);
    writeFileSync(importer, 'import { toHex } from "./verifier.mjs";\nconsole.log(toHex([1, 255]));\n');
    const { err, out, status } = await run([...command, importer]);
    expect([status, out, err.includes("usage")]).toEqual([0, "01ff\n", false]);
  });
});

const VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const NOTE =
  "This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
