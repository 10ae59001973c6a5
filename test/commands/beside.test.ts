import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/db/database.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { endLeaseStop, stopForLease } from "../../src/modules/platform/state/index.ts";
import { spawnSalute } from "../harness/processes/commands.ts";
import { type ServerProcess, serve } from "../harness/processes/server-process.ts";

/** Timeout for separate processes on a loaded machine. */
setDefaultTimeout(30_000);

/** A server and commands as separate processes on one directory. */
let server: ServerProcess;

beforeAll(async () => {
  server = await serve();
});

afterAll(() => server.stop());

const run = (...args: string[]) => spawnSalute([...args, "--data", server.dataDir]);
const call = (key: { key_id: string; secret: string }, ...args: string[]) =>
  run("call", ...args, "--key", key.key_id, "--secret", key.secret, "--base-url", server.url);
const createKey = async (mode = "live") =>
  (await run("keys", "create", "--partner", "acme", "--mode", mode, "--json")).json;

test("a key created by a command is accepted, and one disabled by a command is refused, from the next request on", async () => {
  const key = await createKey();
  expect((await call(key, "GET", "/api/salutes/ledger")).code).toBe(0);
  expect((await run("keys", "disable", key.key_id)).code).toBe(0);
  const refused = await call(key, "GET", "/api/salutes/ledger");
  expect([refused.code, refused.err]).toEqual([1, "403 Forbidden\n"]);
  await run("keys", "enable", key.key_id);
  expect((await call(key, "GET", "/api/salutes/ledger")).code).toBe(0);
});

test("a rotation says how long the old secret works, and that an older one ended", async () => {
  const first = await createKey();
  const rotate = (...flags: string[]) => run("keys", "rotate", first.key_id, ...flags);
  const codes = async (...secrets: string[]) => {
    const calls = secrets.map((secret) => call({ ...first, secret }, "GET", "/api/salutes/ledger"));
    return (await Promise.all(calls)).map((each) => each.code);
  };
  const second = (await rotate("--json")).json;
  const until = second.previous_secret_expires_at;
  expect(Date.parse(until)).toBeGreaterThan(Date.now());
  expect(await codes(first.secret, second.secret)).toEqual([0, 0]);
  const again = await rotate();
  expect(again.out).toMatch(/\nThe old secret works until \d{4}-\S+Z\.\n/);
  expect(again.err).toContain(`would have worked until ${until}: it ended now`);
  const [, third = ""] = /^secret +(\S+)$/m.exec(again.out) ?? [];
  expect(await codes(first.secret, second.secret, third)).toEqual([1, 0, 0]);
});

test("safe mode refuses the next change", async () => {
  const key = await createKey();
  const create = (name: string) =>
    call(key, "POST", "/api/partner/users", "--body", JSON.stringify({ external_id: name }));
  await run("safe-mode", "on", "--reason", "drill");
  const refused = await create("zoe");
  expect([refused.code, refused.json.error]).toEqual([1, "safe_mode"]);
  await run("safe-mode", "off");
  expect((await create("zoe")).err).toBe("201 Created\n");
});

test("check and doctor run beside it without changing the directory", async () => {
  const before = readdirSync(server.dataDir).sort();
  const check = await run("check", "--json");
  expect([check.code, check.json.ok]).toEqual([0, true]);
  expect((await run("doctor", "--json")).json.ok).toBe(true);
  expect(readdirSync(server.dataDir).sort()).toEqual(before);
});

test("a rotated master key is used without a restart, for old keys and for new ones", async () => {
  const keys = [await createKey(), await createKey()];
  const [met, unmet] = keys;
  expect((await call(met, "GET", "/api/salutes/ledger")).code).toBe(0);
  expect((await run("master-key", "rotate")).code).toBe(0);
  for (const key of [met, unmet, await createKey()])
    expect((await call(key, "GET", "/api/salutes/ledger")).code).toBe(0);
});

test("commands during writes: nothing is refused, and the ledger stays correct", async () => {
  const key = await createKey();
  await call(key, "POST", "/api/partner/users", "--body", '{"external_id":"ann"}');
  const credits = Array.from({ length: 8 }, () =>
    call(key, "POST", "/api/salutes/credit", "--body", '{"user_id":"ext:ann","amount":1,"reason":"quest"}'),
  );
  const commands = [
    run("operators", "create", "--name", "ops", "--role", "viewer"),
    createKey(),
    run("check"),
  ];
  expect((await Promise.all(credits)).map((each) => each.code)).toEqual(new Array(8).fill(0));
  await Promise.all(commands);
  expect((await call(key, "GET", "/api/salutes/balance?user_id=ext:ann")).json.balance).toBe(8);
  expect((await run("check", "--full")).code).toBe(0);
});

test("on a machine that leads no more, a command that changes the service fails; lists and copies of the directory do not", async () => {
  const key = await createKey();
  const live = Database.open(join(server.dataDir, "live.db"), systemClock);
  const actor = { kind: "command", name: "test" } as const;
  const keys = mkdtempSync(join(tmpdir(), "salute-keys-"));
  try {
    const reason = "Another machine (b) has led since 2026-11-29T20:00:00Z";
    await live.writer.run((tx) => stopForLease(tx, actor, { lease: "lost", reason }));
    const { code, err } = await run("keys", "disable", key.key_id);
    expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
    expect(err).toContain("run it again on the machine that leads");
    expect((await run("keys", "list", "--json")).code).toBe(0);
    expect((await run("keyfiles", "export", "--to", keys)).code).toBe(0);
  } finally {
    await live.writer.run((tx) => endLeaseStop(tx, actor));
    await live.close();
    rmSync(keys, { recursive: true });
  }
});
