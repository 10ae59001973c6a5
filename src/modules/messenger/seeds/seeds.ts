import type { Sql, Tx } from "../../../db/sql.ts";
import { randomHex } from "../../../kit/ids.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { commitmentOf } from "./draws.ts";
import {
  advanceSeed,
  type ClientSeedSource,
  findSeed,
  findSeedInUse,
  insertSeed,
  revealSeed,
  type SeedRow,
} from "./store.ts";

const SERVER_SEED_BYTES = 32;
const CLIENT_SEED_BYTES = 8;

/** One round's share of a seed. */
export interface Taken {
  seedId: number;
  nonce: number;
  clientSeed: string;
  source: ClientSeedSource;
  /** Kept secret until the seed is rotated. */
  serverSeed: string;
}

/** A seed that was revealed; the nonces are null where no round used it. */
export interface Revealed {
  serverSeed: string;
  hash: string;
  firstNonce: number | null;
  lastNonce: number | null;
}

/** Players' committed server seeds, sealed until they are revealed. */
export class Seeds {
  constructor(private readonly keyring: Keyring) {}

  /** The player's seed in use; it is committed to where there is none. */
  ensure(tx: Tx, playerId: number): SeedRow {
    return findSeedInUse(tx, playerId) ?? this.#commit(tx, playerId, null);
  }

  /** Takes the next nonce for a round. Without a client seed the player's last one counts, else the server's. */
  take(tx: Tx, playerId: number, clientSeed: string | undefined): Taken {
    const seed = this.ensure(tx, playerId);
    const source = clientSeed === undefined ? seed.client_seed_source : "player";
    const used = clientSeed ?? seed.client_seed;
    advanceSeed(tx, { id: seed.id, client_seed: used, client_seed_source: source });
    return {
      seedId: seed.id,
      nonce: seed.next_nonce,
      clientSeed: used,
      source,
      serverSeed: this.open(seed),
    };
  }

  /** The server seed behind a round, for the server's eyes until it is revealed. */
  openOf(sql: Sql, seedId: number): string {
    const seed = findSeed(sql, seedId);
    if (seed === null) throw new Error(`seed ${seedId} is gone`);
    return this.open(seed);
  }

  open(seed: SeedRow): string {
    if (seed.server_seed !== null) return seed.server_seed;
    if (seed.server_seed_sealed === null) throw new Error(`seed ${seed.id} holds nothing`);
    return this.keyring.unseal(seed.server_seed_sealed, seed.server_seed_hash);
  }

  /** Reveals the seed in use and commits to the next, in one transaction. The caller sees to active rounds. */
  rotate(tx: Tx, playerId: number): { revealed: Revealed; next: SeedRow } {
    const seed = this.ensure(tx, playerId);
    const serverSeed = this.open(seed);
    revealSeed(tx, seed.id, serverSeed);
    const rounds = seed.next_nonce - 1;
    return {
      revealed: {
        serverSeed,
        hash: seed.server_seed_hash,
        firstNonce: rounds === 0 ? null : 1,
        lastNonce: rounds === 0 ? null : rounds,
      },
      next: this.#commit(tx, playerId, seed),
    };
  }

  #commit(tx: Tx, playerId: number, before: SeedRow | null): SeedRow {
    const serverSeed = randomHex(SERVER_SEED_BYTES, tx.random);
    const hash = commitmentOf(serverSeed);
    const isKept = before?.client_seed_source === "player";
    const id = insertSeed(tx, {
      player_id: playerId,
      server_seed_hash: hash,
      server_seed_sealed: this.keyring.seal(serverSeed, hash),
      client_seed: isKept ? before.client_seed : randomHex(CLIENT_SEED_BYTES, tx.random),
      client_seed_source: isKept ? "player" : "server",
    });
    const seed = findSeed(tx, id);
    if (seed === null) throw new Error("a seed was not kept");
    return seed;
  }
}
