import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkFiles } from "../../src/compose/invariants.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { readSafeMode } from "../../src/modules/platform/state/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { chooseSeed, seededRandom } from "../harness/simulation/random.ts";

/** Damage to the WAL of a killed server: acknowledged credits are there, or operators are told. */

/** WAL_DAMAGES sets the number of damages, SEED repeats a run. */
const DAMAGES = Number(process.env.WAL_DAMAGES ?? 12);
const SECTOR_BYTES = 512;

setDefaultTimeout(60_000 + DAMAGES * 2_000);

let world: World;
let key: IssuedKey;
let images: string;

beforeEach(async () => {
  images = mkdtempSync(join(tmpdir(), "salute-wal-"));
  world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
});

afterEach(async () => {
  await world.close();
  rmSync(images, { recursive: true, force: true });
});

async function credit(): Promise<void> {
  const body = { user_id: "ext:zoe", amount: 1, reason: "quest" };
  const { status } = await world.call("POST", "/api/salutes/credit", { key, body });
  expect(status).toBe(200);
}

/** The directory as kill -9 would leave it now. */
function imageNow(name: string): string {
  const image = join(images, name);
  cpSync(world.dataDir, image, { recursive: true });
  return image;
}

/** Begins the WAL anew at the next commit, over the frames of the present generation. */
function restartWal(): void {
  const client = new SqliteDatabase(join(world.dataDir, "live.db"));
  client.run("PRAGMA wal_checkpoint(RESTART)");
  client.close();
}

interface Found {
  entries: number;
  /** The reason of safe mode, or of the refusal to start. */
  told: string | null;
  failedChecks: string[];
}

async function startOn(image: string): Promise<Found> {
  const started = await createWorld({}, { copyOf: { dataDir: image, at: world.clock.now() } });
  try {
    const { read } = started.services.live;
    const checks = await checkFiles(started.dataDir, false);
    return {
      entries: read.one<{ count: number }>("SELECT COUNT(*) AS count FROM ledger_entries").count,
      told: readSafeMode(read)?.reason ?? null,
      failedChecks: checks.flatMap(({ name, ok }) => (ok ? [] : [name])),
    };
  } finally {
    await started.close();
  }
}

test(`acknowledged credits survive ${DAMAGES} damages to the WAL, or safe mode names the loss`, async () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  console.log(`damage to the WAL: SEED=${seed} WAL_DAMAGES=${DAMAGES}`);
  const below = (limit: number) => Math.floor(random() * limit);
  const acknowledged: { image: string; credits: number }[] = [];
  let credits = 0;
  for (let round = 0; round < 4; round++) {
    for (let more = 1 + below(20); more > 0; more--, credits++) await credit();
    acknowledged.push({ image: imageNow(`${round}`), credits });
    if (below(2) === 0) restartWal();
  }
  for (const { image, credits } of acknowledged)
    expect(await startOn(image)).toEqual({ entries: credits, told: null, failedChecks: [] });
  let losses = 0;
  for (let damage = 0; damage < DAMAGES; damage++) {
    const { image, credits } = acknowledged[below(acknowledged.length)] ?? { image: "", credits: 0 };
    const path = join(image, "live.db-wal");
    const before = readFileSync(path);
    const after = Buffer.from(before);
    const at = below(after.length);
    const kind = below(10);
    if (kind === 0) after.fill(0, at, at + SECTOR_BYTES);
    else after[at] = (after[at] ?? 0) ^ (1 << below(8));
    writeFileSync(path, after);
    if (kind === 1) truncateSync(path, at);
    const found = await startOn(image);
    const isLost = found.entries < credits;
    if (isLost) {
      losses++;
      expect({ damage, at, kind, told: found.told }).toMatchObject({
        told: expect.stringContaining("wal_damaged"),
      });
      expect(found.failedChecks).toContain("wal");
    }
    writeFileSync(path, before);
  }
  console.log(`${losses} of ${DAMAGES} damages lost credits, all noticed`);
  expect(losses).toBeGreaterThan(0);
});
