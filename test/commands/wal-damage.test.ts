import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSafeMode } from "../../src/modules/platform/state/index.ts";
import { createWorld } from "../harness/app/world.ts";
import { salute } from "../harness/processes/commands.ts";

/** From a flipped bit in the WAL of a killed server to an operator's decision. */

setDefaultTimeout(60_000);

let root: string;
let damaged: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "salute-loss-"));
  damaged = join(root, "data");
  const killed = await createWorld();
  const key = await killed.createKey("acme");
  const userId = await killed.createUser(key, "zoe");
  const body = { user_id: userId, amount: 1, reason: "quest" };
  for (let i = 0; i < 20; i++) await killed.call("POST", "/api/salutes/credit", { key, body });
  cpSync(killed.dataDir, damaged, { recursive: true });
  await killed.close();
  const path = join(damaged, "live.db-wal");
  const wal = readFileSync(path);
  const at = Math.floor(wal.length * 0.8);
  wal[at] = (wal[at] ?? 0) ^ 1;
  writeFileSync(path, wal);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const run = (...words: string[]) => salute([...words, "--data", damaged]);
const named = <Item extends { name: string }>(items: Item[], name: string) =>
  items.find((each) => each.name === name);

async function expectNamed(dataDir: string): Promise<void> {
  const { code, json } = await salute(["check", "--json", "--data", dataDir]);
  expect({ code, wal: named(json.checks, "wal") }).toMatchObject({ code: 1, wal: { ok: false } });
  const { json: diagnosis } = await salute(["doctor", "--json", "--data", dataDir]);
  expect(named(diagnosis.findings, "wal")).toMatchObject({ level: "bad" });
}

test("check, doctor, status and log name the loss, and changes stop from the next start on", async () => {
  await expectNamed(damaged);
  const world = await createWorld({}, { copyOf: { dataDir: damaged, at: Date.UTC(2026, 10, 21, 12) } });
  expect(readSafeMode(world.services.live.read)?.reason).toStartWith("wal_damaged: ");
  expect(readdirSync(join(world.dataDir, "evidence"))).toEqual([
    expect.stringMatching(/^live\.db-wal-[0-9TZ]+$/),
  ]);
  expect(world.logged.join()).toContain("salute resume --accept-loss");
  const { json } = await world.call("GET", "/status.json");
  expect(json.checks.database).toMatchObject({ status: "bad", message: expect.stringContaining("damaged") });
  await world.restart();
  expect(readSafeMode(world.services.live.read)?.reason).toStartWith("wal_damaged: ");
  await expectNamed(world.dataDir);
  expect(readdirSync(join(world.dataDir, "evidence"))).toHaveLength(1);
  await world.close();
});

test("resume goes on only with --accept-loss, and new ids skip those that were given", async () => {
  expect(await run("resume")).toMatchObject({ code: 1 });
  const refused = await run("safe-mode", "off");
  expect({ code: refused.code, text: refused.err }).toMatchObject({
    code: 1,
    text: expect.stringContaining("salute resume --accept-loss"),
  });
  const accepted = await run("resume", "--accept-loss");
  expect({ code: accepted.code, text: accepted.out }).toMatchObject({
    code: 0,
    text: expect.stringContaining("resumed without the lost changes"),
  });
  expect(await run("check")).toMatchObject({ code: 0 });
  const resumed = await createWorld({}, { copyOf: { dataDir: damaged, at: Date.UTC(2026, 10, 21, 12) } });
  const key = await resumed.createKey("acme");
  const body = { user_id: "ext:zoe", amount: 1, reason: "quest" };
  const { status, json } = await resumed.call("POST", "/api/salutes/credit", { key, body });
  expect(status).toBe(200);
  expect(json.ledger_entry_id).toBeGreaterThan(1_000_000);
  await resumed.close();
  expect(await run("resume", "--accept-loss")).toMatchObject({ code: 1 });
});
