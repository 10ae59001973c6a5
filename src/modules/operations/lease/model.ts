import { type Static, Type } from "@sinclair/typebox";
import { Nullable } from "../../../http/schema/shapes.ts";
import { checkedJson } from "../../../kit/formats/checked-json.ts";

/** The operations of a replica's store that the lease needs. Names are relative to the replica's URL. */
export interface LeaseStore {
  /** Whether a read sees every write that any machine completed before: not on a shared disk, whose machines cache names. */
  readonly seesEveryWrite?: boolean;
  /** The store's clock minus this machine's at the last answer, in milliseconds; null if unknown. */
  readonly skewMs?: number | null;
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
const Claim = Type.Object({
  epoch: Type.Number(),
  /** Random identifier of the claimant. */
  holder: Type.String(),
  /** Random identifier of the installation, kept from epoch to epoch; absent in claims of older releases. */
  installation: Type.Optional(Type.String()),
  /** Id of the log key; null without one, absent in claims of older releases. */
  log_key: Type.Optional(Nullable(Type.String())),
  /** Host name, for people. */
  host: Type.String(),
  /** ISO 8601. */
  created_at: Type.String(),
});
export type Claim = Static<typeof Claim>;
export const CLAIM = checkedJson("The claim", Claim);

/** Mark of a leader that handed over its epoch. */
const HandOver = Type.Object({
  epoch: Type.Number(),
  /** ISO 8601. */
  at: Type.String(),
});
export type HandOver = Static<typeof HandOver>;
export const HAND_OVER = checkedJson("The mark", HandOver);

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
