import { isoUtc } from "../../src/kit/clock.ts";
import { createUser } from "../../src/modules/ledger/users/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { flag } from "./processes/servers.ts";

/**
 * Reads over many rows: the last ledger page of 10,000,000 entries by cursor, and user-lookup over 1,000,000 users.
 * `bun run bench:depth [--entries N] [--users N]`. Entries are inserted with SQL in the API's format, users with the
 * verb; reads go through the app in process.
 */
const entries = Number(flag("--entries") ?? "10000000");
const searched = Number(flag("--users") ?? "1000000");
const USERS = 1_000;
const CHUNK = 500_000;
const SAMPLES = 300;

const world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "silent" });
try {
  const key = await world.createKey("acme");
  await seed(world, entries);
  console.log(`| Read over ${entries.toLocaleString("en")} entries | p50 ms | p99 ms |\n|---|---|---|`);
  await measure("partner's ledger, first page", "/api/salutes/ledger?limit=50");
  await measure("partner's ledger, last page by cursor", await lastPage("/api/salutes/ledger?limit=50"));
  await measure(
    "one user's ledger, last page by cursor",
    await lastPage("/api/salutes/ledger?limit=50&user_id=500"),
  );
  const middle = Math.floor(entries / 2) * 1000;
  await measure(
    "partner's ledger, a minute long ago",
    `/api/salutes/ledger?limit=50&from=${isoUtc(middle)}&to=${isoUtc(middle + 60_000)}`,
  );
  await measure("partner's ledger, a reason without entries", "/api/salutes/ledger?limit=50&reason=nothing");
  await measure("partner's ledger, a source without entries", "/api/salutes/ledger?limit=50&source=nothing");
  await measure(
    "one user's ledger, a reason without entries",
    "/api/salutes/ledger?limit=50&user_id=500&reason=nothing",
  );

  await seedUsers(world, searched);
  const last = searched - 1;
  console.log(`\n| Lookup over ${searched.toLocaleString("en")} users | p50 ms | p99 ms |\n|---|---|---|`);
  await measure("by e-mail", `/api/partner/user-lookup?email=u${last}@example.com`);
  await measure("by part of a name with one match", `/api/partner/user-lookup?q=player-${last}`);
  await measure("by part of a name that every user matches", "/api/partner/user-lookup?q=player");
  await measure("by two characters", "/api/partner/user-lookup?q=pl&limit=200");

  async function measure(name: string, target: string): Promise<void> {
    const durations: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      const startedAt = performance.now();
      const { status } = await world.call("GET", target, { key });
      durations.push(performance.now() - startedAt);
      if (status !== 200) throw new Error(`${target} answered ${status}`);
    }
    durations.sort((a, b) => a - b);
    const at = (share: number) => (durations[Math.floor(SAMPLES * share)] ?? 0).toFixed(2);
    console.log(`| ${name} | ${at(0.5)} | ${at(0.99)} |`);
  }

  /** URL of the last page: reads the oldest entries first, then reverses the cursor's direction. */
  async function lastPage(target: string): Promise<string> {
    const page = await world.call("GET", target, { key });
    const cursor = Buffer.from(page.json.pagination.next_cursor, "base64url").toString();
    const near = `${USERS * 120}${cursor.slice(cursor.indexOf("."))}`;
    return `${target}&cursor=${Buffer.from(near).toString("base64url")}`;
  }
} finally {
  await world.close();
}

async function seed(into: World, count: number): Promise<void> {
  const { writer } = into.services.live;
  await writer.run((tx) =>
    tx.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO users (partner_id, external_id, status, balance, created_at, updated_at)
         SELECT 1, 'user-' || i, 'active', 0, 0, 0 FROM n`,
      USERS,
    ),
  );
  for (let from = 0; from < count; from += CHUNK) {
    await writer.run((tx) =>
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO ledger_entries (partner_id, user_id, delta, balance_after, reason, source, origin, idempotency_key,
           payload_hash, status, partner_key_id, created_at)
           SELECT 1, i % ${USERS} + 1, 1, i, 'quest', 'api', 'partner', 'seed-' || i, '', 200, 'pk_live_seed', i * 1000 FROM n`,
        from,
        Math.min(from + CHUNK, count) - 1,
      ),
    );
  }
}

async function seedUsers(into: World, count: number): Promise<void> {
  const FEW = 500;
  for (let from = 0; from < count; from += FEW) {
    await into.services.live.writer.run((tx) => {
      for (let i = from; i < Math.min(from + FEW, count); i++) {
        createUser(tx, 1, {
          external_id: `lookup-${i}`,
          username: `player-${i}`,
          display_name: null,
          email: `u${i}@example.com`,
          status: "active",
        });
      }
    });
  }
}
