import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type ListeningWorld, listen } from "../../../harness/app/listen.ts";
import { createWorld } from "../../../harness/app/world.ts";
import { missingPrograms, run } from "../../../harness/processes/programs.ts";
import { logNumbers, readText } from "./fixture.ts";

/** Verifies the log with the packages that verify Go's own checksum database, unchanged. */

const FOLDER = join(import.meta.dir, "go");
const SECONDS = 120_000;
/** Isolates the test: no toolchain download, no user settings. */
const GO = { GOTOOLCHAIN: "local", GOFLAGS: "-mod=readonly" };

const missing = missingPrograms(["go"], "verifying the log with golang.org/x/mod");
const canFetch =
  missing.length === 0 &&
  (await run(["go", "mod", "download"], { cwd: FOLDER, environment: goEnvironment() })).exitCode === 0;
if (missing.length === 0 && !canFetch)
  console.warn("verifying the log with golang.org/x/mod is skipped: Go cannot fetch that module here");

/** The machine's own settings for module downloads. */
function goEnvironment(): Record<string, string> {
  const { GOPROXY, GOSUMDB, GONOSUMDB, GOPATH, GOMODCACHE, SSL_CERT_FILE } = process.env;
  const own = { GOPROXY, GOSUMDB, GONOSUMDB, GOPATH, GOMODCACHE, SSL_CERT_FILE };
  const given = Object.entries(own).filter((each): each is [string, string] => each[1] !== undefined);
  return { ...Object.fromEntries(given), ...GO };
}

describe.skipIf(!canFetch)("Go's golang.org/x/mod/sumdb, unchanged", () => {
  async function verify(listening: ListeningWorld, log: string, older: string) {
    const file = join(FOLDER, "..", `older-${crypto.randomUUID()}.note`);
    await Bun.write(file, older);
    try {
      return await run(["go", "run", ".", `${listening.baseUrl}${log}`, file], {
        cwd: FOLDER,
        environment: goEnvironment(),
      });
    } finally {
      await Bun.file(file).delete();
    }
  }

  test(
    "verifies note, tiles, entries, objects, offline proofs and consistency of logs of several sizes",
    async () => {
      const world = await createWorld({ RATE_LIMIT_LOG_PER_MIN: "0" });
      const listening = await listen(world);
      await logNumbers(world, 0, 1);
      let [older, size] = [await readText(world, "/log/checkpoint"), 1];
      for (const count of [1, 254, 1, 260]) {
        await logNumbers(world, size, count);
        const ran = await verify(listening, "/log", older);
        expect([ran.exitCode, ran.stderr]).toEqual([0, ""]);
        expect(ran.stdout).toStartWith(`${size + count} entries under `);
        expect(ran.stdout).toEndWith(` extend ${size}\n`);
        older = await readText(world, "/log/checkpoint");
        size += count;
      }
      await listening.stop();
      await world.close();
    },
    SECONDS,
  );

  test(
    "refuses a checkpoint of a different tree",
    async () => {
      const [world, other] = [await createWorld(), await createWorld()];
      const listening = await listen(world);
      await logNumbers(world, 0, 3);
      await logNumbers(other, 1, 2);
      const ran = await verify(listening, "/log", await readText(other, "/log/checkpoint"));
      expect(ran.exitCode).toBe(1);
      await listening.stop();
      await Promise.all([world.close(), other.close()]);
    },
    SECONDS,
  );
});
