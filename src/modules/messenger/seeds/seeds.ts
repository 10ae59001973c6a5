import type { Sql, Tx } from "../../../db/sql.ts";
import { randomHex } from "../../../kit/ids.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { hashServerSeed } from "./draws.ts";
import {
  advanceSeed,
  type ClientSeedSource,
  findCurrentSeed,
  findSeed,
  insertSeed,
  revealSeed,
  type SeedRow,
  setClientSeed,
} from "./store.ts";

const SERVER_SEED_BYTES = 32;
const CLIENT_SEED_BYTES = 8;

/** The seeds and nonce of one round. */
export interface DrawSeeds {
  seedId: number;
  nonce: number;
  clientSeed: string;
  source: ClientSeedSource;
  /** Secret until the seed is rotated. */
  serverSeed: string;
}

/** A revealed seed; the nonces are null if no round used it. */
export interface RevealedSeeds {
  serverSeed: string;
  hash: string;
  firstNonce: number | null;
  lastNonce: number | null;
}

/** Players' server seeds: committed first, encrypted until revealed. */
export class Seeds {
  constructor(private readonly keyring: Keyring) {}

  /** Returns the player's current seed; creates and commits one if missing. */
  ensure(tx: Tx, playerId: number): SeedRow {
    return findCurrentSeed(tx, playerId) ?? this.#commit(tx, playerId, null);
  }

  /** Uses the next nonce for a round. @param clientSeed default: the last one used, initially the server's */
  nextRound(tx: Tx, playerId: number, clientSeed: string | undefined): DrawSeeds {
    const seed = this.ensure(tx, playerId);
    const source = clientSeed === undefined ? seed.client_seed_source : "player";
    const used = clientSeed ?? seed.client_seed;
    advanceSeed(tx, { id: seed.id, client_seed: used, client_seed_source: source });
    return {
      seedId: seed.id,
      nonce: seed.next_nonce,
      clientSeed: used,
      source,
      serverSeed: this.#decrypt(seed),
    };
  }

  /** Keeps a client seed for the player's next rounds. */
  keepClientSeed(tx: Tx, playerId: number, clientSeed: string): void {
    const { id } = this.ensure(tx, playerId);
    setClientSeed(tx, { id, client_seed: clientSeed, client_seed_source: "player" });
  }

  /** The decrypted server seed by id. Must not leave the server before it is revealed. */
  readServerSeed(sql: Sql, seedId: number): string {
    const seed = findSeed(sql, seedId);
    if (seed === null) throw new Error(`seed ${seedId} does not exist`);
    return this.#decrypt(seed);
  }

  #decrypt(seed: SeedRow): string {
    if (seed.server_seed !== null) return seed.server_seed;
    if (seed.server_seed_sealed === null) throw new Error(`seed ${seed.id} has no server seed`);
    return this.keyring.unseal(seed.server_seed_sealed, seed.server_seed_hash);
  }

  /** Reveals the current seed and commits to the next one. The caller must ensure that no round is active. */
  rotate(tx: Tx, playerId: number): RevealedSeeds {
    const seed = this.ensure(tx, playerId);
    const serverSeed = this.#decrypt(seed);
    revealSeed(tx, seed.id, serverSeed);
    this.#commit(tx, playerId, seed);
    const rounds = seed.next_nonce - 1;
    return {
      serverSeed,
      hash: seed.server_seed_hash,
      firstNonce: rounds === 0 ? null : 1,
      lastNonce: rounds === 0 ? null : rounds,
    };
  }

  #commit(tx: Tx, playerId: number, before: SeedRow | null): SeedRow {
    const serverSeed = randomHex(SERVER_SEED_BYTES, tx.random);
    const hash = hashServerSeed(serverSeed);
    const isKept = before?.client_seed_source === "player";
    const id = insertSeed(tx, {
      player_id: playerId,
      server_seed_hash: hash,
      server_seed_sealed: this.keyring.seal(serverSeed, hash),
      client_seed: isKept ? before.client_seed : randomHex(CLIENT_SEED_BYTES, tx.random),
      client_seed_source: isKept ? "player" : "server",
    });
    const seed = findSeed(tx, id);
    if (seed === null) throw new Error("the seed was not stored");
    return seed;
  }
}
