import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type FirstStart,
  readFirstStart,
  type Server,
  SLOW_MS,
  salute,
  scratch,
  startServer,
} from "../harness/executable.ts";
import { ledgerByKey } from "../harness/invariants.ts";
import { newNonce, sign } from "../harness/signing.ts";
import { compileSlowFlush, HAS_COMPILER } from "../harness/slow-flush.ts";

/**
 * A machine that loses its power keeps of each file what its last flush put on the disk. `slow-flush.c` keeps just that,
 * beside a server whose flushes take 20 ms more: all that was acknowledged has to be in it.
 */

const CONNECTIONS = 8;
const ACKNOWLEDGED = 240;
const FLUSH_MS = "20";
const CREDIT = "/api/salutes/credit";
const BALANCE = "/api/salutes/balance?user_id=ext%3Ademo-user";

setDefaultTimeout(SLOW_MS * 3);

let dir: ReturnType<typeof scratch>;
let running: Server | null = null;

beforeEach(() => {
  dir = scratch();
});

afterEach(() => {
  running?.kill("SIGKILL");
  dir.remove();
});

async function serveOnSlowDisk(): Promise<{ server: Server; keys: FirstStart; flushed: string }> {
  const flushed = join(dir.path, "flushed");
  mkdirSync(flushed);
  const env = {
    LD_PRELOAD: compileSlowFlush(dir.path),
    SLOW_FLUSH_MS: FLUSH_MS,
    FLUSHED_DIR: flushed,
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
    LOG_LEVEL: "warn",
  };
  const server = await startServer(dir.data, { env });
  running = server;
  return { server, keys: await readFirstStart(server), flushed };
}

async function credit({ url }: Server, { live }: FirstStart, key: string): Promise<number> {
  const body = JSON.stringify({ user_id: "ext:demo-user", amount: 1, reason: "power" });
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    "content-type": "application/json",
    "idempotency-key": key,
    ...sign(live, "POST", CREDIT, { body, nonce: newNonce(), timestamp }),
  };
  return (await fetch(url + CREDIT, { method: "POST", body, headers })).status;
}

async function balance({ url }: Server, { live }: FirstStart): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = sign(live, "GET", BALANCE, { body: "", nonce: null, timestamp });
  const answer = (await (await fetch(url + BALANCE, { headers })).json()) as { balance: number };
  return answer.balance;
}

test.skipIf(!HAS_COMPILER)(
  "a power failure takes nothing that was acknowledged, and no read showed what it takes",
  async () => {
    const { server, keys, flushed } = await serveOnSlowDisk();
    const acknowledged: string[] = [];
    const shown: number[] = [];
    let made = 0;
    const write = async () => {
      while (acknowledged.length < ACKNOWLEDGED) {
        const key = `power-${made++}`;
        if ((await credit(server, keys, key)) === 200) acknowledged.push(key);
      }
    };
    const read = async () => {
      while (acknowledged.length < ACKNOWLEDGED) shown.push(await balance(server, keys));
    };
    const failing = Promise.allSettled([read(), ...Array.from({ length: CONNECTIONS }, write)]);
    while (acknowledged.length < ACKNOWLEDGED) await new Promise((done) => setImmediate(done));
    server.kill("SIGKILL");
    await Promise.all([server.finished, failing]);

    const left = join(dir.path, "left");
    cpSync(dir.data, left, { recursive: true });
    // What is deleted stays deleted: a journal that is done would be rolled back.
    for (const name of readdirSync(left).filter((each) => each.includes(".db"))) {
      rmSync(join(left, name));
      if (existsSync(join(flushed, name))) cpSync(join(flushed, name), join(left, name));
    }
    running = await startServer(left);
    running.kill("SIGTERM");
    expect((await running.finished).code).toBe(0);
    expect(await salute(["check", "--full", "--data", left])).toMatchObject({ code: 0 });
    const ledger = ledgerByKey(left);
    expect(acknowledged.filter((key) => ledger.get(key)?.length !== 1)).toEqual([]);
    const kept = [...ledger.keys()].filter((key) => key.startsWith("power-")).length;
    expect(Math.max(...shown)).toBeLessThanOrEqual(kept);
    expect(shown.length).toBeGreaterThan(0);
  },
);
