/** The operations of a replica's store that the lease needs. Names are relative to the replica's URL. */
export interface LeaseStore {
  /** Creates an object. Returns false if it exists. @throws StoreError */
  create(name: string, text: string): Promise<boolean>;
  /** Returns null if the object does not exist. @throws StoreError */
  read(name: string): Promise<string | null>;
  /** @throws StoreError */
  write(name: string, text: string): Promise<void>;
  /** Names with this prefix, all of them unless only `most` are asked for. @throws StoreError */
  list(prefix: string, most?: number): Promise<string[]>;
  /** Deletes an object if it exists. @throws StoreError */
  remove(name: string): Promise<void>;
  /**
   * Only where a store can be replaced by an empty one, as a shared disk whose mount is lost: what Litestream wrote
   * meanwhile is missing afterwards. @param folder of an epoch's replicas
   * @throws StoreError if it is another store than at the first call, or a replica lacks changes
   */
  requireIntact?(folder: string): Promise<void>;
}

/** Content of `epoch/<n>.json`, created once and never rewritten. */
export interface Claim {
  epoch: number;
  /** Random identifier of the claimant. */
  holder: string;
  /** Random identifier of the installation, kept from epoch to epoch; absent in claims of older releases. */
  installation?: string;
  /** Id of the log key; null without one, absent in claims of older releases. */
  log_key?: string | null;
  /** Host name, for people. */
  host: string;
  /** ISO 8601. */
  created_at: string;
}

/** Mark of a leader that handed over its epoch. */
export interface HandOver {
  epoch: number;
  /** ISO 8601. */
  at: string;
}

/** State of this machine's lease. */
export type LeaseState =
  /** Not checked yet. */
  | { kind: "unknown" }
  | { kind: "held" }
  /** The store supports no lease. */
  | { kind: "none"; reason: string }
  | { kind: "unreachable"; reason: string; since: number }
  | { kind: "handed_over"; at: string }
  | { kind: "lost"; epoch: number; host: string | null; at: string | null };
