import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { type SumNode, type SumStep, sumPath, sumRoot } from "../../../kit/crypto/sum-tree.ts";
import { fromHundredths } from "../../../kit/money.ts";
import type { LookupKey } from "../../platform/lookup-keys/index.ts";
import { buildLeaf, createSalt, type Salt } from "./leaves.ts";
import type { Inclusion } from "./model.ts";
import { findNewestSnapshot, findTileOfUser, listBalances } from "./store.ts";
import { type CountedBalance, TILE_WIDTH, unpackBalances, unpackNodes } from "./tiles.ts";

const PROOF_PATH = "/api/public/solvency.json";
/** A sandbox tree is computed for each request. */
const MOST_PRACTISED = 5_000;

/** A user's path in the newest published count. @throws Problem state_conflict if the user is not counted yet */
export function readInclusion(sql: Sql, salts: LookupKey, userId: number): Static<typeof Inclusion> {
  const snapshot = findNewestSnapshot(sql);
  const hash = salts.knownHasher(sql);
  if (snapshot === null || hash === null) throw notCounted();
  const salt = createSalt(hash, snapshot.id);
  const steps: SumStep[] = [];
  let counted: CountedBalance | null = null;
  let index = 0;
  // The leaf's tile, then the tiles above it up to the one that is the root's.
  for (let level = 0, width = snapshot.leaves; level === 0 || width > 1; level++) {
    const tile = findTileOfUser(sql, { snapshotId: snapshot.id, level, userId });
    if (tile === null) throw notCounted();
    const nodes: SumNode[] = [];
    if (level === 0) {
      const balances = unpackBalances(tile.data);
      index = balances.findIndex(({ id }) => id === userId);
      counted = balances[index] ?? null;
      nodes.push(...balances.map((each) => buildLeaf(salt, each)));
    } else nodes.push(...unpackNodes(tile.data));
    if (counted === null) throw notCounted();
    steps.push(...sumPath(nodes, index));
    index = tile.tile_index % TILE_WIDTH;
    width = Math.ceil(width / TILE_WIDTH);
  }
  if (counted === null) throw notCounted();
  return {
    ...describe(salt, counted, steps),
    root: snapshot.root,
    liabilities_hundredths: snapshot.liabilities,
    leaves: snapshot.leaves,
    taken_at: isoUtc(snapshot.taken_at),
    proof: PROOF_PATH,
  };
}

/** The same over the users of a sandbox file as they are now; nothing of it is published. */
export function readPractisedInclusion(sql: Sql, userId: number, now: number): Static<typeof Inclusion> {
  const salt: Salt = (id) => sha256Hex(`practice:${id}`);
  const balances = listBalances(sql, 0, MOST_PRACTISED);
  const index = balances.findIndex(({ id }) => id === userId);
  const counted = balances[index];
  if (counted === undefined) throw notCounted();
  const nodes = balances.map((each) => buildLeaf(salt, each));
  const root = sumRoot(nodes);
  return {
    ...describe(salt, counted, sumPath(nodes, index)),
    root: root.hash,
    liabilities_hundredths: String(root.sum),
    leaves: balances.length,
    taken_at: isoUtc(now),
    proof: null,
  };
}

function describe(salt: Salt, counted: CountedBalance, steps: readonly SumStep[]) {
  return {
    user_id: String(counted.id),
    balance: fromHundredths(counted.balance),
    balance_hundredths: String(counted.balance),
    salt: salt(counted.id),
    leaf: buildLeaf(salt, counted).hash,
    path: steps.map(({ side, hash, sum }) => ({ side, hash, sum: String(sum) })),
  };
}

function notCounted(): Problem {
  return new Problem(
    "state_conflict",
    "The user is not in the published count yet. Ask again after the next one; the job solvency counts every six hours.",
  );
}
