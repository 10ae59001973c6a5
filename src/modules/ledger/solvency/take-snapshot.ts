import { setImmediate } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import { readSnapshot } from "../../../db/reader.ts";
import type { Sql } from "../../../db/sql.ts";
import type { Clock } from "../../../kit/clock.ts";
import { type SumNode, sumRoot } from "../../../kit/crypto/sum-tree.ts";
import { formatDecimal } from "../../../kit/money.ts";
import type { LookupKey } from "../../platform/lookup-keys/index.ts";
import { readPolicy } from "../conversions/index.ts";
import { buildLeaf, createSalt, type Salt } from "./leaves.ts";
import {
  deleteSnapshots,
  deleteTiles,
  findNewestSnapshot,
  insertSnapshot,
  insertTile,
  listBalances,
  listPending,
  type SnapshotRow,
  type Tile,
} from "./store.ts";
import { type CountedBalance, packBalances, packNodes, TILE_WIDTH } from "./tiles.ts";

/** Earlier snapshots that are kept, so that a path can still be read while a newer root is not logged yet. */
const KEPT = 4;
/** Tiles per transaction: about 64 KB. */
const TILES_PER_COMMIT = 16;
const PENDING_PAGE = 500;
const TOKEN_DECIMALS = 30;

export interface SnapshotParts {
  live: Database;
  clock: Clock;
  salts: LookupKey;
  /** Null if no token is configured; then no conversion can be pending in it. */
  tokenMint: string | null;
}

/**
 * Counts all balances and pending conversions as of one moment, on a connection of its own, one tile per turn of the
 * event loop. Returns null if the signal ended it; its tiles are then deleted by the next run.
 */
export async function takeSnapshot(parts: SnapshotParts, signal: AbortSignal): Promise<SnapshotRow | null> {
  const { live, clock, salts } = parts;
  const id = (findNewestSnapshot(live.read)?.id ?? 0) + 1;
  await removeTiles(live, { through: 0, from: id });
  const hash = await live.writer.run((tx) => salts.hasher(tx));
  return readSnapshot(live.path, async (sql) => {
    const pending = await sumPending(sql, parts.tokenMint);
    const takenAt = clock.now();
    const tree = new TiledTree(live, id, createSalt(hash, id));
    let after = 0;
    for (;;) {
      const page = listBalances(sql, after, TILE_WIDTH);
      const last = page.at(-1);
      if (last === undefined) break;
      if (signal.aborted) return null;
      await tree.add(page);
      after = last.id;
      await setImmediate();
    }
    const root = await tree.end();
    const row = {
      id,
      taken_at: takenAt,
      leaves: tree.leaves,
      liabilities: String(root.sum),
      root: root.hash,
      pending_tokens: pending,
      rate: String(readPolicy(sql).salutes_per_token),
    };
    await live.writer.run((tx) => {
      insertSnapshot(tx, row);
      deleteSnapshots(tx, id - KEPT);
    });
    await removeTiles(live, { through: id - KEPT, from: id + 1 });
    return row;
  });
}

async function removeTiles(live: Database, range: { through: number; from: number }): Promise<void> {
  let count: number;
  do count = await live.writer.run((tx) => deleteTiles(tx, range, TILES_PER_COMMIT));
  while (count > 0);
}

async function sumPending(sql: Sql, mint: string | null): Promise<string> {
  let total = 0n;
  let after = 0;
  for (;;) {
    const page = listPending(sql, after, PENDING_PAGE);
    const last = page.at(-1);
    if (last === undefined) return formatDecimal(total, TOKEN_DECIMALS);
    for (const row of page)
      if (row.mint === mint) total += BigInt(row.token_amount) * 10n ** BigInt(TOKEN_DECIMALS - row.decimals);
    after = last.id;
    await setImmediate();
  }
}

/** The root of a tile, and the smallest user id below it. */
interface TileRoot extends SumNode {
  firstUserId: number;
}

/** Writes a tree's tiles while its leaves are read; of the leaves it keeps only the roots of their tiles. */
class TiledTree {
  leaves = 0;
  readonly #roots: TileRoot[] = [];
  #waiting: Tile[] = [];

  constructor(
    private readonly live: Database,
    private readonly snapshotId: number,
    private readonly salt: Salt,
  ) {}

  /** Adds the next tile of leaves: full, unless it is the last. */
  async add(page: readonly CountedBalance[]): Promise<void> {
    const [first] = page;
    if (first === undefined) return;
    const root = sumRoot(page.map((each) => buildLeaf(this.salt, each)));
    await this.#write({
      level: 0,
      tile_index: this.#roots.length,
      first_user_id: first.id,
      data: packBalances(page),
    });
    this.#roots.push({ ...root, firstUserId: first.id });
    this.leaves += page.length;
  }

  /** Writes the levels above the leaves. Returns the root. */
  async end(): Promise<SumNode> {
    let nodes = this.#roots;
    for (let level = 1; nodes.length > 1; level++) {
      const above: TileRoot[] = [];
      for (let at = 0; at < nodes.length; at += TILE_WIDTH) {
        const tile = nodes.slice(at, at + TILE_WIDTH);
        const first = tile[0]?.firstUserId ?? 0;
        await this.#write({ level, tile_index: above.length, first_user_id: first, data: packNodes(tile) });
        above.push({ ...sumRoot(tile), firstUserId: first });
        await setImmediate();
      }
      nodes = above;
    }
    await this.#flush();
    return sumRoot(nodes);
  }

  async #write(tile: Omit<Tile, "snapshot_id">): Promise<void> {
    this.#waiting.push({ snapshot_id: this.snapshotId, ...tile });
    if (this.#waiting.length >= TILES_PER_COMMIT) await this.#flush();
  }

  async #flush(): Promise<void> {
    const tiles = this.#waiting;
    this.#waiting = [];
    await this.live.writer.run((tx) => {
      for (const tile of tiles) insertTile(tx, tile);
    });
  }
}
