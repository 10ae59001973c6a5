import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { takeTurn } from "../../../src/chain/rpc/turns.ts";
import { RpcTurns } from "../../../src/compose/open/rpc-turns.ts";
import { type Nodes, startNodes } from "../../harness/chain/nodes.ts";
import { inScratch } from "../../harness/processes/programs.ts";

/** RPC_MAX_PER_SECOND holds over all processes of a data directory. */

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

describe("turns of two processes", () => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await startNodes();
  });
  afterAll(() => nodes.stop());

  const PER_SECOND = 20;
  const spawn = (folder: string, requests: number) =>
    Bun.spawn([process.execPath, join(import.meta.dir, "turns", "main.ts"), String(requests)], {
      env: {
        PATH: process.env.PATH ?? "",
        DATA_DIR: folder,
        SOLANA_RPC_URLS: nodes.servers[0].url,
        TOKEN_MINT: nodes.chain.mint,
        RPC_MAX_PER_SECOND: String(PER_SECOND),
        RPC_TIMEOUT_MS: "60000",
      },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });

  async function begin(children: ReturnType<typeof spawn>[]): Promise<void> {
    for (const child of children) {
      const { value } = await child.stdout.getReader().read();
      expect(new TextDecoder().decode(value)).toBe("ready\n");
    }
    for (const child of children) {
      child.stdin.write("go\n");
      child.stdin.flush();
    }
  }

  test(
    "together they ask an address no more often than one may, and one goes on when the other is killed",
    () =>
      inScratch(async (folder) => {
        const children = [spawn(folder, 20), spawn(folder, 20)];
        await begin(children);
        const [begun, before] = [performance.now(), nodes.servers[0].count("getSlot")];
        expect(await Promise.all(children.map(({ exited }) => exited))).toEqual([0, 0]);
        const asked = nodes.servers[0].count("getSlot") - before;
        expect(asked).toBe(40);
        // The first may be asked at once, and the system's uptime has a resolution of 10 ms.
        expect(performance.now() - begun).toBeGreaterThan(((asked - 2) * SECOND_MS) / PER_SECOND);

        const [killed, other] = [spawn(folder, 1_000), spawn(folder, 5)] as const;
        await begin([killed, other]);
        killed.kill("SIGKILL");
        expect(await Promise.all([killed.exited, other.exited])).toEqual([137, 0]);
      }),
    MINUTE_MS,
  );
});

describe("turns in a data directory", () => {
  const STATE = "rpc-turns.json";

  test("a key's turn is taken once by all, other keys have their own, and addresses are not stored", () =>
    inScratch(async (folder) => {
      const [one, other] = [new RpcTurns(folder), new RpcTurns(folder)];
      const address = "http://rpc.example/?api-key=hush";
      expect(one.take(`${address} getSlot`, MINUTE_MS)).toBe(0);
      const wait = other.take(`${address} getSlot`, MINUTE_MS);
      expect(wait).toBeGreaterThan(MINUTE_MS / 2);
      expect(wait).toBeLessThanOrEqual(MINUTE_MS);
      expect(other.take(`${address} getBlock`, MINUTE_MS)).toBe(0);
      expect(one.take(`${address} getBlock`, MINUTE_MS)).toBeGreaterThan(0);
      expect(readFileSync(join(folder, STATE), "utf8")).not.toContain("hush");
      expect(statSync(join(folder, STATE)).mode & 0o777).toBe(0o600);
    }));

  test.each([
    ["damaged", () => '{"boot":'],
    ["empty", () => ""],
    ["of another shape", () => '{"next":[1,"2"]}'],
    [
      "of an earlier run of the machine",
      (text: string) => text.replace(/"boot":"[^"]*"/, '"boot":"earlier"'),
    ],
  ])("a state that is %s stops nobody", (_, change) =>
    inScratch(async (folder) => {
      const turns = new RpcTurns(folder);
      turns.take("a", MINUTE_MS);
      expect(turns.take("a", MINUTE_MS)).toBeGreaterThan(0);
      writeFileSync(join(folder, STATE), change(readFileSync(join(folder, STATE), "utf8")));
      expect(turns.take("a", MINUTE_MS)).toBe(0);
      expect(turns.take("a", MINUTE_MS)).toBeGreaterThan(0);
    }),
  );

  test("a state that claims a turn in a year holds up nobody for longer than one turn", () =>
    inScratch(async (folder) => {
      const turns = new RpcTurns(folder);
      turns.take("a", MINUTE_MS);
      const later = (text: string) => text.replace(/:[\d.]+\}\}$/, ":1e15}}");
      writeFileSync(join(folder, STATE), later(readFileSync(join(folder, STATE), "utf8")));
      expect(readFileSync(join(folder, STATE), "utf8")).toContain("1e15");
      expect(turns.take("a", SECOND_MS)).toBeLessThanOrEqual(SECOND_MS + 10);
    }));

  test("a directory that takes no files leaves each process its own count", () => {
    const turns = new RpcTurns("/proc/no-directory");
    expect(turns.take("a", MINUTE_MS)).toBe(0);
    expect(turns.take("a", MINUTE_MS)).toBeGreaterThan(0);
  });
});

test("a rate above the clock's resolution is reached, and not exceeded", () => {
  const next = {};
  let taken = 0;
  for (let now = 0; now < SECOND_MS; now += 10)
    while (takeTurn(next, { key: "a", spacingMs: 2, now, resolutionMs: 10 }) === 0) taken++;
  expect(taken).toBeWithin(500, 507);
});
