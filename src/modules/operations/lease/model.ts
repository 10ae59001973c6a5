/** The store that a replica is in, as far as the lease needs it. Names are relative to the replica's address. */
export interface LeaseStore {
  /** Makes an object that must not be there. False where it is. @throws StoreError */
  create(name: string, text: string): Promise<boolean>;
  /** Null where there is none. @throws StoreError */
  read(name: string): Promise<string | null>;
  /** @throws StoreError */
  write(name: string, text: string): Promise<void>;
  /** Names that begin so. @throws StoreError */
  list(prefix: string): Promise<string[]>;
  /** Does nothing where there is none. @throws StoreError */
  remove(name: string): Promise<void>;
}

/** What `epoch/<n>.json` holds. It is created once and never rewritten. */
export interface Claim {
  epoch: number;
  /** Random: whose claim it is. */
  holder: string;
  /** Name of the machine, for people. */
  host: string;
  /** ISO 8601. */
  created_at: string;
}

/** What a leader left when it handed its epoch over. */
export interface HandOver {
  epoch: number;
  /** ISO 8601. */
  at: string;
}

/** How this machine's lease stands. */
export type Standing =
  /** Not looked at yet. */
  | { kind: "unknown" }
  | { kind: "held" }
  /** The store cannot tell two leaders apart. */
  | { kind: "none"; reason: string }
  | { kind: "unreachable"; reason: string; since: number }
  | { kind: "handed_over"; at: string }
  | { kind: "lost"; epoch: number; host: string | null; at: string | null };
