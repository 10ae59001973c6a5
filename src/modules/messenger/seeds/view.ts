import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { type Inclusion, proveInclusion } from "./day-tree.ts";
import { ALGORITHMS, type Algorithm } from "./draws.ts";
import { type ClientSeedSource, findCurrentSeed, type SeedRow } from "./store.ts";

const InclusionShape = Type.Object(
  {
    log_index: Type.Integer({ description: "Index of the day's entry in the signed log." }),
    proof: Type.Object(
      {
        index: Type.Integer({ description: "Index of the commitment among those of its UTC day, from 0." }),
        size: Type.Integer({ description: "Number of commitments of the UTC day." }),
        hashes: Type.Array(Type.String(), { description: "Audit path by RFC 6962, in hex." }),
      },
      { description: "Audit path of the commitment." },
    ),
  },
  { title: "Inclusion" },
);

export const Fairness = Type.Object(
  {
    algorithm: OneOf(ALGORITHMS, {
      description: "Name of the algorithm that derives results from the seeds.",
    }),
    server_seed_hash: Type.String({
      description: "The commitment: hex SHA-256 of the server seed's hex text.",
    }),
    client_seed: Type.String({ description: "The player's seed, which the draws use with the server's." }),
    client_seed_source: OneOf(["player", "server"], {
      description: "Origin of the seed: the player or the server.",
    }),
    nonce: Type.Integer({ description: "Nonce of this round; outside a round, of the next one." }),
    server_seed: Nullable(Type.String(), { description: "The server seed; null until it is rotated." }),
    inclusion: Nullable(InclusionShape, {
      description: "Proof that the commitment is in the signed log; null until its UTC day is logged.",
    }),
  },
  { title: "Fairness" },
);

type FairnessView = Static<typeof Fairness>;

/** The fairness data of the player's next round; null without a seed. */
export function nextFairness(
  sql: Sql,
  playerId: number | null,
  algorithm: Algorithm = "reject-v1",
): FairnessView | null {
  const seed = playerId === null ? null : findCurrentSeed(sql, playerId);
  return seed === null ? null : readFairness(sql, seed, { ...seed, algorithm, nonce: seed.next_nonce });
}

/** The fairness data of a round. */
export function readFairness(
  sql: Sql,
  seed: SeedRow,
  round: { algorithm: Algorithm; client_seed: string; client_seed_source: ClientSeedSource; nonce: number },
): FairnessView {
  const inclusion: Inclusion | null = proveInclusion(sql, seed);
  return {
    algorithm: round.algorithm,
    server_seed_hash: seed.server_seed_hash,
    client_seed: round.client_seed,
    client_seed_source: round.client_seed_source,
    nonce: round.nonce,
    server_seed: seed.server_seed,
    inclusion,
  };
}
