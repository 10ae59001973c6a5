import type { RowOf } from "../../../db/row.ts";
import type { messengerSeeds } from "../../../db/tables/messenger/fairness.ts";
import { type Invariant, toFinding } from "../../platform/invariants/index.ts";
import { hashServerSeed } from "../seeds/index.ts";

interface SeedUsage
  extends Pick<RowOf<typeof messengerSeeds>, "id" | "server_seed_hash" | "server_seed" | "next_nonce"> {
  rounds: number;
  last_nonce: number | null;
}

const SEEDS = `SELECT s.id, s.server_seed_hash, s.server_seed, s.next_nonce,
    (SELECT COUNT(*) FROM messenger_rounds AS r WHERE r.seed_id = s.id) AS rounds,
    (SELECT MAX(nonce) FROM messenger_rounds AS r WHERE r.seed_id = s.id) AS last_nonce
  FROM messenger_seeds AS s ORDER BY s.id`;

/** Every used nonce of a seed belongs to exactly one round, and every revealed seed matches its commitment. */
export const fairRounds: Invariant = {
  name: "messenger_rounds",
  run(sql) {
    const totals = { seeds: 0, rounds: 0 };
    function* faults(): Generator<string> {
      for (const seed of sql.iterate<SeedUsage>(SEEDS)) {
        totals.seeds++;
        totals.rounds += seed.rounds;
        if (seed.rounds !== seed.next_nonce - 1 || (seed.last_nonce ?? 0) !== seed.rounds)
          yield `seed ${seed.id} has ${seed.rounds} rounds up to nonce ${seed.last_nonce}, but the next nonce is ${seed.next_nonce}`;
        if (seed.server_seed !== null && hashServerSeed(seed.server_seed) !== seed.server_seed_hash)
          yield `seed ${seed.id} does not match its commitment`;
      }
    }
    return toFinding(faults(), () => `${totals.rounds} rounds use each nonce of ${totals.seeds} seeds once`);
  },
};
