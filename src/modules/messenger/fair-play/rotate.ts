import { Type } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { Nullable } from "../../../http/schema/shapes.ts";
import { balancesNow } from "../balances/index.ts";
import { ensurePlayer, type PlayerCaller } from "../players/index.ts";
import { requireNoActiveRound } from "../rounds/index.ts";
import { nextFairness, type Seeds } from "../seeds/index.ts";

export const RevealedSeed = Type.Object(
  {
    server_seed: Type.String({ description: "64 hex digits; the draws use this text, not its bytes." }),
    server_seed_hash: Type.String({
      description: "SHA-256 of the server seed's hex text, published before the first round.",
    }),
    first_nonce: Nullable(Type.Integer(), {
      description: "Nonce of the first round under this seed; null if no round used it.",
    }),
    last_nonce: Nullable(Type.Integer(), {
      description: "Nonce of the last round under this seed; null if no round used it.",
    }),
  },
  { title: "RevealedSeed" },
);

/** Reveals the player's seed and commits to the next one. @throws Problem round_active */
export function rotateFairness(tx: Tx, seeds: Seeds, caller: PlayerCaller) {
  const player = ensurePlayer(tx, caller);
  requireNoActiveRound(tx, player.row.id);
  const revealed = seeds.rotate(tx, player.row.id);
  return {
    revealed: {
      server_seed: revealed.serverSeed,
      server_seed_hash: revealed.hash,
      first_nonce: revealed.firstNonce,
      last_nonce: revealed.lastNonce,
    },
    fairness: nextFairness(tx, player.row.id),
    ...balancesNow(tx, caller.telegramId),
  };
}
