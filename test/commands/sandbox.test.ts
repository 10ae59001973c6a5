import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS } from "../../src/db/migrations/migrations.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { keepNonce } from "../../src/modules/platform/idempotency/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { writeOlder } from "../harness/data/older-file.ts";
import { salute } from "../harness/processes/commands.ts";
import { NO_LIMIT, readDifferently, SANDBOX } from "../modules/sandbox/twins/script.ts";

/** Timeout on a loaded machine. */
setDefaultTimeout(30_000);

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
  key = await world.createKey("acme", "sandbox");
});
afterEach(() => world.close());

/** Waits for the next turn of the event loop, where readers begin a new snapshot, like a server's next request. */
async function run(...args: string[]) {
  const ran = await salute([...args, "--data", world.dataDir]);
  await new Promise(setImmediate);
  return ran;
}

const credit = (by = key, options = {}) =>
  world.call("POST", `${SANDBOX}/salutes/credit`, {
    key: by,
    body: { user_id: 1, amount: 10, reason: "quest" },
    ...options,
  });
const balance = async (by = key) =>
  (await world.call("GET", `${SANDBOX}/salutes/balance?user_id=1`, { key: by })).json.balance;

describe("sandbox reset", () => {
  test("beside a running server: its next request sees the seed", async () => {
    await credit();
    expect(await balance()).toBe(135.5);
    expect(await run("sandbox", "reset")).toMatchObject({
      code: 0,
      out: "acme is reset to standard-v1\n",
    });
    expect(await balance()).toBe(125.5);
    expect((await credit()).json).toMatchObject({ balance: 135.5, ledger_entry_id: 5 });
  });

  test("of one partner does not affect others", async () => {
    const other = await world.createKey("other", "sandbox");
    await credit();
    await credit(other);
    const { code, json } = await run("sandbox", "reset", "--partner", "acme", "--json");
    expect([code, json]).toEqual([0, [{ partner: "acme", fixture_profile: "standard-v1" }]]);
    expect([await balance(), await balance(other)]).toEqual([125.5, 135.5]);
  });

  test("resets a named sandbox to a state, and only that", async () => {
    const named = { headers: { "x-sandbox": "ci-1" } };
    await credit();
    await credit(key, named);
    const args = ["--partner", "acme", "--sandbox", "ci-1", "--state", "empty"];
    expect((await run("sandbox", "reset", ...args)).out).toBe("acme.ci-1 is reset to empty\n");
    expect((await run("sandbox", "reset", ...args, "--json")).json).toEqual([
      { partner: "acme", sandbox: "ci-1", fixture_profile: "empty" },
    ]);
    expect((await world.call("GET", `${SANDBOX}/users`, { key, ...named })).json.count).toBe(0);
    expect(await balance()).toBe(135.5);
  });

  test("refuses unknown states, and a sandbox without its partner", async () => {
    const wrong = [
      ["--state", "full"],
      ["--sandbox", "ci-1"],
    ];
    for (const args of wrong) expect((await run("sandbox", "reset", ...args)).code).toBe(2);
  });

  test("keeps keys, usage, evidence and live data", async () => {
    const live = await world.createKey("acme");
    await world.createUser(live, "zoe");
    await credit();
    // Checkpoints each file's WAL, like closing a command does.
    await world.restart();
    // The first command of a machine's run also notes the state of its clock.
    await run("clock", "accept");
    const files = ["live.db", "sandbox.db"].map((name) => join(world.dataDir, name));
    const hashes = () => files.map((path) => createHash("sha256").update(readFileSync(path)).digest("hex"));
    const before = hashes();
    await run("sandbox", "reset");
    expect(hashes()).toEqual(before);
    const report = await world.call("GET", `${SANDBOX}/promotion-report`, { key });
    expect(report.json.checks[1]).toMatchObject({ name: "credit", passed: true });
  });

  test("nonces of the last 15 minutes stay used after the reset and a restart", async () => {
    world.clock.advance(Date.now() - world.clock.now());
    const nonce = "ab".repeat(16);
    await credit(key, { nonce });
    await run("sandbox", "reset");
    await world.restart();
    expect((await credit(key, { nonce })).json.error).toBe("replay_detected");
  });

  test("reports if there is nothing to reset, and refuses a partner without a sandbox key", async () => {
    expect((await run("sandbox", "reset", "--partner", "acme")).out).toContain("Nothing to reset");
    await world.createKey("only-live");
    const { code, err } = await run("sandbox", "reset", "--partner", "only-live");
    expect([code, err]).toEqual([
      1,
      `no partner only-live has a sandbox key; see: salute keys list --data ${world.dataDir}\n`,
    ]);
    expect((await run("sandbox", "reset", "now")).code).toBe(2);
    expect(existsSync(join(world.dataDir, "sandbox"))).toBe(false);
  });
});

describe("keys promote", () => {
  const promote = (...args: string[]) => run("keys", "promote", ...args);
  const asked = (answer: string) =>
    salute(["keys", "promote", key.key_id, "--data", world.dataDir], { answer });
  const liveKeys = () => world.services.live.read.all("SELECT key_id FROM partner_keys");

  test("without a ready report it shows what would be created and asks; without a terminal it needs --yes", async () => {
    const refused = await promote(key.key_id);
    expect([refused.code, refused.err]).toEqual([1, "To confirm, add --yes: no live key was created.\n"]);
    for (const line of ["partner  acme", "mode     live", "from     any address"])
      expect(refused.out).toContain(line);
    expect(refused.out).toContain("The report is not ready: 0 of 9 checks are passed.");
    const declined = await asked("");
    expect([declined.code, declined.err]).toEqual([
      1,
      "Create this live key? [y/N] Not confirmed: no live key was created.\n",
    ]);
    expect(liveKeys()).toEqual([]);
    const confirmed = await asked("y");
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringContaining("secret   sk_live_")]);
    expect(liveKeys()).toHaveLength(1);
  });

  test("a second promotion says that live keys exist, and asks too", async () => {
    const { json: first } = await promote(key.key_id, "--yes", "--json");
    const refused = await promote(key.key_id);
    expect([refused.code, liveKeys().length]).toEqual([1, 1]);
    expect(refused.out).toContain(`Live keys exist for acme: ${first.key_id} of 20`);
    const second = await promote(key.key_id, "--yes", "--json");
    expect(second.json.key_id).not.toBe(first.key_id);
    expect(second.err).toContain("Live keys exist for acme");
  });

  test("a ready key without live keys of its partner is promoted without being asked", async () => {
    key = await world.createKey("acme", "sandbox", { scopes: ["read", "ledger"] });
    await readDifferently(world, key);
    await world.services.evidence.flush();
    const { code, out } = await promote(key.key_id);
    expect([code, out]).toEqual([0, expect.stringContaining("Ready: 2 of 2 checks are passed.")]);
  });

  test("creates the live key with the same scopes and addresses, ready or not, and prints the report", async () => {
    const settings = {
      scopes: ["read", "credit"] as const,
      allowedIps: ["10.0.0.0/8"],
      domains: ["app.example"],
    };
    const narrow = await world.createKey("acme", "sandbox", settings);
    const { code, json, err } = await promote(narrow.key_id, "--yes", "--json");
    expect(code).toBe(0);
    expect(Object.keys(json)).toEqual(["key_id", "secret", "partner", "mode", "scopes", "allowed_ips"]);
    expect(json).toMatchObject({
      partner: "acme",
      mode: "live",
      scopes: ["read", "credit"],
      allowed_ips: ["10.0.0.0/8"],
    });
    expect(err).toContain("Not ready: 0 of 5 checks are passed.");
    const shown = await run("keys", "show", json.key_id, "--json");
    expect(shown.json).toMatchObject({ mode: "live", status: "active", domains: ["app.example"] });
    expect((await run("keys", "show", narrow.key_id, "--json")).json.status).toBe("active");
  });

  test("as text, the report is printed before the key, with open checks and how to pass them", async () => {
    await credit();
    await world.services.evidence.flush();
    const { out } = await promote(key.key_id, "--yes");
    expect(out).toMatch(/^OPEN {4}signed_read/m);
    expect(out).toMatch(/^passed {2}credit .*Seen once/m);
    expect(out.indexOf("1 of 9 checks")).toBeGreaterThan(0);
    expect(out.indexOf("secret   sk_live_")).toBeGreaterThan(out.indexOf("1 of 9 checks"));
  });

  test("the promoted key works on live state, which the sandbox never changed", async () => {
    const { json: live } = await promote(key.key_id, "--yes", "--json");
    const users = await world.call("GET", "/api/partner/users", { key: live });
    expect([users.status, users.json.count]).toEqual([200, 0]);
  });

  test("--require-ready creates no key if the sandbox key is not ready", async () => {
    const { code, err, out } = await promote(key.key_id, "--require-ready");
    expect([code, err]).toEqual([1, `${key.key_id} is not ready: no live key was created.\n`]);
    expect(out).toContain("Not ready");
    expect((await run("keys", "list", "--json")).json).toHaveLength(1);
  });

  test("is in the audit trail, with open checks", async () => {
    const { json } = await promote(key.key_id, "--yes", "--json");
    const entry = world.services.live.read.get<{ subject: string; actor: string; details: string }>(
      "SELECT subject, actor, details FROM audit_entries WHERE action = 'key.promote'",
    );
    expect([entry?.subject, entry?.actor]).toEqual([json.key_id, "keys promote"]);
    expect(JSON.parse(entry?.details ?? "")).toMatchObject({
      from: key.key_id,
      partner: "acme",
      ready: false,
      not_passed: expect.arrayContaining(["credit"]),
    });
    expect(entry?.details).not.toContain(json.secret);
  });

  test("refuses other keys and disabled ones", async () => {
    const live = await world.createKey("acme");
    for (const id of [live.key_id, "pk_sandbox_0000000000000000", "nonsense"]) {
      const { code, err } = await promote(id);
      expect([code, err]).toEqual([
        1,
        `no sandbox key ${id}; see: salute keys list --data ${world.dataDir}\n`,
      ]);
    }
    await run("keys", "disable", key.key_id);
    expect((await promote(key.key_id)).err).toContain("is disabled");
    expect((await promote()).code).toBe(2);
  });
});

describe("commands on all files include sandbox files", () => {
  const sandboxPath = () => join(world.dataDir, "sandbox", "acme.db");

  test("check verifies every invariant for each, by partner", async () => {
    await credit();
    const { code, json } = await run("check", "--json");
    expect(code).toBe(0);
    const names = json.checks.map((check: { name: string }) => check.name);
    expect(names).toContain("sandbox.acme.ledger_balances");
    expect(names).toContain("sandbox.acme.modes");
    const file = new SqliteDatabase(sandboxPath());
    file.run("UPDATE users SET balance = 1 WHERE id = 1");
    file.close();
    const broken = await run("check", "--json");
    expect(broken.code).toBe(1);
    expect(
      broken.json.checks
        .filter((check: { ok: boolean }) => !check.ok)
        .map((check: { name: string }) => check.name),
    ).toEqual(["sandbox.acme.ledger_balances"]);
  });

  test("check finds a sandbox row in live.db", async () => {
    await credit();
    await world.services.live.writer.run((tx) =>
      keepNonce(tx, { key_id: key.key_id, nonce: "aa", used_at: tx.now }),
    );
    const { json } = await run("check", "--json");
    expect(json.checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([
      { name: "live.modes", ok: false, detail: `nonces of the key ${key.key_id}` },
    ]);
  });

  test("migrate brings them up to date", async () => {
    await credit();
    await world.services.sandboxFiles.close();
    rmSync(sandboxPath());
    writeOlder(sandboxPath());
    const newest = MIGRATIONS.at(-1)?.name;
    expect((await run("check")).code).toBe(1);
    const { json } = await run("migrate", "--json");
    expect(json.at(-1)).toEqual({ file: sandboxPath(), schema: newest, applied: [newest] });
    expect((await run("check")).code).toBe(0);
  });
});
