import type { Tx } from "../db/sql.ts";
import type { JsonLimits } from "../kit/formats/json.ts";
import type { Actor, Intent } from "./access/actor.ts";
import type { Context } from "./context.ts";
import type { Exchange } from "./exchange.ts";
import type { Recording } from "./mutation.ts";
import type { HttpServices } from "./services.ts";

/** One requested change, with everything that an access needs to carry it out once. */
export interface Change {
  exchange: Exchange;
  services: HttpServices;
  actor: Actor;
  /** Method and path template. */
  operation: string;
  /** The body's exact bytes. */
  body: Uint8Array;
  bodyLimits: JsonLimits | undefined;
  /** Status of success. */
  status: number;
  /** Whether safe mode permits it. */
  inSafeMode: boolean;
  recording: Recording | null;
  /** Parses and checks path, query and body. @throws Problem naming the fields */
  readInput(): Context<unknown, unknown, unknown, Actor, Intent | null>;
  /** May wait; see `writeOperation`. Null if no preparation is needed. */
  prepare: ((context: Context) => unknown) | null;
  /** Runs synchronously in the transaction. */
  write: (tx: Tx, context: Context, prepared: unknown) => object;
}
