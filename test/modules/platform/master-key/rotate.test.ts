import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildApp } from "../../../../src/app.ts";
import { parseConfig } from "../../../../src/compose/config.ts";
import { SEALED_TABLES } from "../../../../src/compose/modules.ts";
import { openServices } from "../../../../src/compose/open/services.ts";
import type { Services } from "../../../../src/compose/services.ts";
import { sealedBy } from "../../../../src/kit/crypto/seal.ts";
import { createLogger } from "../../../../src/kit/process/log.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { createKey, rotateKey, SCOPES } from "../../../../src/modules/access/keys/index.ts";
import { rotateMasterKey } from "../../../../src/modules/platform/master-key/index.ts";
import { sign } from "../../../harness/app/signing.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { salute } from "../../../harness/processes/commands.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

const ACTOR = { kind: "command", name: "test" } as const;
const LIVE_KEYS = 230;
const SANDBOX_KEYS = 120;

let world: World;
let keys: IssuedKey[];
/** The command's own opening of the directory, beside the server's, which is the world's. */
let command: Services;

beforeEach(async () => {
  world = await createWorld();
  keys = [...(await createKeys("live", LIVE_KEYS)), ...(await createKeys("sandbox", SANDBOX_KEYS))];
  command = await open();
});

afterEach(async () => {
  await command.close();
  await world.close();
});

function open(): Promise<Services> {
  return openServices(parseConfig({ DATA_DIR: world.dataDir }), {
    clock: world.clock,
    log: createLogger("silent", false),
  });
}

function createKeys(mode: "live" | "sandbox", count: number): Promise<IssuedKey[]> {
  const { live, sandbox, keyring } = world.services;
  const settings = { scopes: SCOPES, allowedIps: [], domains: [] };
  return (mode === "live" ? live : sandbox).writer.run((tx) =>
    Array.from({ length: count }, () => createKey(tx, ACTOR, { keyring, partner: "acme", mode, settings })),
  );
}

function rotation({ live, sandbox, sandboxFiles, keyring } = command) {
  const others = async function* () {
    yield sandbox;
    yield* sandboxFiles.each();
  };
  return rotateMasterKey({ live, others, keyring, tables: SEALED_TABLES }, ACTOR);
}
const keyFile = () => readFileSync(join(world.dataDir, "master.key"), "utf8").trim().split("\n");

/** Which master keys' texts the files hold now. */
function sealers(): string[] {
  const { live, sandbox } = world.services;
  const texts = [live, sandbox].flatMap(({ read }) =>
    read
      .all<{ secret_sealed: string; previous_secret_sealed: string | null }>(
        "SELECT secret_sealed, previous_secret_sealed FROM partner_keys",
      )
      .flatMap((row) => [
        row.secret_sealed,
        ...(row.previous_secret_sealed === null ? [] : [row.previous_secret_sealed]),
      ]),
  );
  const check = live.read.get<{ value: string }>(
    "SELECT value FROM settings WHERE name = 'master_key_check'",
  );
  return [...new Set([...texts, check?.value ?? ""].map(sealedBy))];
}

/** What a server that just started answers to each of the keys. */
async function statuses(services: Services, which = keys): Promise<number[]> {
  const app = buildApp(services);
  const seen = new Set<number>();
  for (const key of which) {
    const target = "/api/salutes/ledger";
    const headers = sign(key, "GET", target, { timestamp: Math.floor(world.clock.now() / 1000) });
    const request = new Request(`http://localhost${target}`, { headers });
    // A wrong secret is 401; a sandbox key on this live route is known by its 403.
    seen.add((await app.handle(request)).status);
  }
  return [...seen].sort();
}

describe("master-key rotate", () => {
  test("every sealed text and the check value are under the new key, the old one has a file of its own", async () => {
    const [before] = keyFile();
    const old = command.keyring.current.id;
    const sealedBefore = sealers();
    for await (const _ of rotation());
    expect(keyFile()).toHaveLength(1);
    expect(keyFile()[0]).not.toBe(before);
    expect(sealers()).toEqual([command.keyring.current.id]);
    expect(sealedBefore).not.toEqual(sealers());
    const former = join(world.dataDir, `master.key.${old}`);
    expect(readFileSync(former, "utf8")).toBe(`${before}\n`);
    for (const path of [former, join(world.dataDir, "master.key")])
      expect(statSync(path).mode & 0o777).toBe(0o600);
    await world.restart();
    expect(await statuses(world.services)).toEqual([200, 403]);
  });

  test("a key that was rotated keeps both of its secrets", async () => {
    const [key] = keys;
    if (key === undefined) throw new Error("no key");
    const fresh = await world.services.live.writer.run((tx) =>
      rotateKey(tx, ACTOR, { keyring: world.services.keyring, keyId: key.key_id }),
    );
    for await (const _ of rotation());
    expect(sealers()).toEqual([command.keyring.current.id]);
    await world.restart();
    expect(await statuses(world.services, [key])).toEqual([200]);
    expect(await statuses(world.services, [fresh])).toEqual([200]);
  });

  test("killed after any step: a server starts and admits every key, and a second run ends the work", async () => {
    const steps = await countSteps();
    expect(steps).toBeGreaterThan(6);
    for (let stopAfter = 1; stopAfter <= steps; stopAfter++) {
      let step = 0;
      for await (const _ of rotation()) if (++step === stopAfter) break;
      expect(keyFile()).toHaveLength(2);
      const started = await open();
      expect(await statuses(started)).toEqual([200, 403]);
      await started.close();
      const [begun] = keyFile();
      for await (const _ of rotation());
      expect(keyFile()).toEqual([begun ?? ""]);
      expect(sealers()).toEqual([command.keyring.current.id]);
    }
  });

  test("the server beside it admits every key at every step: those it remembers, those it never met, and new ones", async () => {
    const [met, ...others] = keys;
    if (met === undefined) throw new Error("no key");
    const made: IssuedKey[] = [];
    expect(await statuses(world.services, [met])).toEqual([200]);
    for await (const _ of rotation()) {
      const next = others.splice(0, 40);
      made.push(...(await createKeys("live", 1)), ...(await createKeys("sandbox", 1)));
      expect(await statuses(world.services, [met])).toEqual([200]);
      expect((await statuses(world.services, next)).every((status) => status === 200 || status === 403)).toBe(
        true,
      );
    }
    expect(sealers()).toEqual([command.keyring.current.id]);
    await world.restart();
    expect(await statuses(world.services, [...keys, ...made])).toEqual([200, 403]);
  });

  test("a server that never met a text of the new key seals under it all the same", async () => {
    for await (const _ of rotation()) break;
    const [key] = await createKeys("sandbox", 1);
    const row = world.services.sandbox.read.get<{ secret_sealed: string }>(
      "SELECT secret_sealed FROM partner_keys WHERE key_id = ?",
      key?.key_id ?? "",
    );
    expect(sealedBy(row?.secret_sealed ?? "")).toBe(command.keyring.current.id);
  });

  test("two at once, step by step or all together, end with one key that opens everything", async () => {
    const other = await open();
    const [a, b] = [rotation(), rotation(other)];
    let isDone = false;
    while (!isDone) isDone = (await Promise.all([a.next(), b.next()])).every((result) => result.done);
    expect(keyFile()).toHaveLength(1);
    await Promise.all([drain(rotation()), drain(rotation(other))]);
    await other.close();
    expect(keyFile()).toHaveLength(1);
    await world.restart();
    expect(sealers()).toEqual([world.services.keyring.current.id]);
    expect(await statuses(world.services)).toEqual([200, 403]);
  });

  test("a text that no key opens ends it with words, and the old key stays", async () => {
    await world.services.live.writer.run((tx) =>
      tx.run(
        "UPDATE partner_keys SET secret_sealed = '00000000.AAAA' WHERE key_id = ?",
        keys[0]?.key_id ?? "",
      ),
    );
    expect(drain(rotation())).rejects.toThrow(
      "was sealed by another master key; the old key stays in the file",
    );
    await drain(rotation()).catch(() => {});
    expect(keyFile()).toHaveLength(2);
  });

  test("a transaction seals at most 100 rows", async () => {
    let before = 0;
    for await (const { file, resealed } of rotation()) {
      if (file === null) before = 0;
      expect(resealed - (resealed < before ? 0 : before)).toBeLessThanOrEqual(100);
      before = resealed;
    }
  });

  test("every column of sealed texts is known to it", () => {
    const columns = world.services.live.read.all<{ name: string }>(
      "SELECT t.name || '.' || c.name AS name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table' AND c.name GLOB '*_sealed'",
    );
    expect(columns.map((each) => each.name).sort()).toEqual(
      SEALED_TABLES.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)).sort(),
    );
  });
});

describe("a key file that is not ours under a running server", () => {
  test("nothing is sealed with it, and what was sealed still opens", async () => {
    writeFileSync(join(world.dataDir, "master.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`);
    expect(createKeys("live", 1)).rejects.toThrow("holds another master key now");
    expect(await statuses(world.services)).toEqual([200, 403]);
  });
});

describe("salute master-key rotate", () => {
  test("says what it does, and what to do next; the trail names both keys", async () => {
    const old = command.keyring.current.id;
    const { code, out, err } = await salute(["master-key", "rotate", "--data", world.dataDir]);
    expect(code).toBe(0);
    // The demo bot's secrets are one row more.
    expect(err).toContain(`live.db: ${LIVE_KEYS + 1} of ${LIVE_KEYS + 1} secrets resealed\n`);
    expect(err).toContain(`sandbox.db: ${SANDBOX_KEYS} of ${SANDBOX_KEYS} secrets resealed\n`);
    expect(out).toContain(
      `Earlier backups need the old one, which is kept in ${join(world.dataDir, "master.key")}.${old}: `,
    );
    expect(out).toContain("salute keyfiles export");
    const trail = world.services.live.read.all<{ details: string }>(
      "SELECT details FROM audit_entries WHERE action = 'master_key.rotate'",
    );
    expect(trail).toHaveLength(1);
    expect(JSON.parse(trail[0]?.details ?? "").keys[1]).toBe(old);
  });

  test("with MASTER_KEY it is refused with the way out, and nothing changes", async () => {
    const before = keyFile();
    const { code, err } = await salute(["master-key", "rotate", "--data", world.dataDir], {
      env: { MASTER_KEY: before[0] },
    });
    expect([code, keyFile()]).toEqual([1, before]);
    expect(err).toContain("MASTER_KEY_FILE");
  });
});

async function countSteps(): Promise<number> {
  let steps = 0;
  for await (const _ of rotation()) steps++;
  return steps;
}

async function drain(steps: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of steps);
}
