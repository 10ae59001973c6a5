import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readReplication } from "../../src/modules/operations/replication/state.ts";
import { build } from "../harness/processes/build.ts";
import { SLOW_MS, scratch, start } from "../harness/processes/executable.ts";
import { missingPrograms } from "../harness/processes/programs.ts";
import { until } from "../harness/until.ts";

setDefaultTimeout(2 * SLOW_MS);

let dir: ReturnType<typeof scratch>;

beforeEach(() => {
  dir = scratch();
});

afterEach(() => dir.remove());

describe("unsuitable programs are not built in as Litestream", () => {
  test.each([
    ["too old", "echo v0.5.16", "Litestream 0.5.16 can damage a replica: 0.5.17 or newer is needed"],
    ["another program with a version", "echo v2.43.0", "it is another program"],
    ["a program without a version", "exit 0", "Litestream of an unknown version can damage a replica"],
    ["a program that fails here", "echo no such machine >&2; exit 3", "Litestream: no such machine"],
  ])("%s", (_, script, words) => {
    const program = join(dir.path, "program");
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const target = join(dir.path, "salute");
    expect(() => build(target, "--with-litestream", program)).toThrow(words);
    expect(existsSync(target)).toBe(false);
  });

  test("a missing path", () => {
    const target = join(dir.path, "salute");
    expect(() => build(target, "--with-litestream", join(dir.path, "none"))).toThrow(
      "there is no Litestream",
    );
    expect(existsSync(target)).toBe(false);
  });
});

const isMissing = missingPrograms(["litestream"], "An executable with Litestream built in").length > 0;

test.skipIf(isMissing)(
  "with Litestream built in, the executable creates and restores a replica without an installed litestream",
  async () => {
    const binary = join(dir.path, "salute");
    build(binary, "--with-litestream", Bun.which("litestream") ?? "");
    expect(statSync(binary).size).toBeLessThanOrEqual(170_000_000);
    const env = {
      PATH: join(dir.path, "nothing"),
      LITESTREAM_REPLICA_URL: `file://${join(dir.path, "replica")}`,
    };
    const run = (...args: string[]) => start([binary, ...args], { env }).finished;
    const program = () => {
      const directory = join(dir.data, "litestream");
      return readdirSync(directory)
        .filter((name) => /^\.?litestream-\d/.test(name))
        .map((name) => join(directory, name));
    };
    const serve = async () => {
      const server = start([binary, "serve", "--port", "0", "--data", dir.data], { env });
      await server.printed(/^salute listens on /m);
      return server;
    };
    let server: Awaited<ReturnType<typeof serve>> | null = null;
    try {
      server = await serve();
      const isInSync = () => {
        const { fault = "", replicas = [] } = readReplication(dir.data) ?? {};
        return (
          fault === null &&
          replicas.length === 3 &&
          replicas.every(({ last_sync_at }) => last_sync_at !== null)
        );
      };
      await until(isInSync);
      expect(readReplication(dir.data)?.origin).toBe("built in");
      const doctor = JSON.parse((await run("doctor", "--json", "--data", dir.data)).stdout);
      expect(doctor.findings).toContainEqual(
        expect.objectContaining({
          name: "litestream",
          level: "ok",
          message: expect.stringContaining("built into"),
        }),
      );
      const [unpacked = "", ...others] = program();
      expect([others, statSync(unpacked).mode & 0o777]).toEqual([[], 0o700]);
      const made = statSync(unpacked).mtimeMs;
      server.kill("SIGTERM");
      expect((await server.finished).code).toBe(0);

      writeFileSync(join(dir.data, "litestream/litestream-0.5.1-000000000000"), "of an earlier build");
      server = await serve();
      expect([program(), statSync(unpacked).mtimeMs]).toEqual([[unpacked], made]);
      server.kill("SIGTERM");
      expect((await server.finished).code).toBe(0);
      writeFileSync(unpacked, "#!/bin/sh\nexit 1\n");
      server = await serve();
      expect(readReplication(dir.data)?.pid).toBeGreaterThan(0);
      server.kill("SIGTERM");
      expect((await server.finished).code).toBe(0);

      const restored = join(dir.path, "restored");
      expect(await run("restore", "--data", restored)).toMatchObject({ code: 0, stderr: "" });
      expect(readdirSync(restored).sort()).toEqual(["live.db", "log.db", "sandbox.db"]);
      expect((await run("check", "--full", "--data", restored)).code).toBe(0);
      const version = JSON.parse((await run("version", "--json")).stdout);
      expect(version.litestream).toMatch(/^\d+\.\d+\.\d+$/);
      // The program of another thread is found, too.
      expect(await run("audits", "run", "--data", dir.data)).toMatchObject({ code: 0 });
    } finally {
      server?.kill("SIGTERM");
      await server?.finished;
    }
  },
);
