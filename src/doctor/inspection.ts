import type { Config } from "../compose/config.ts";
import type { Owned } from "../kit/process/ownership.ts";
import type { AccessFacts } from "../modules/access/findings.ts";
import type { MessengerFacts } from "../modules/messenger/findings.ts";
import type { OperationsFacts } from "../modules/operations/findings.ts";
import type { PlatformFacts } from "../modules/platform/findings.ts";
import type { StatusFacts } from "../modules/status/findings.ts";
import type { TokenFacts } from "../modules/token/findings.ts";
import type { TransparencyFacts } from "../modules/transparency/findings.ts";
import type { WebhooksFacts } from "../modules/webhooks/findings.ts";

/** All facts that doctor's findings read. */
export interface DoctorFacts
  extends PlatformFacts,
    AccessFacts,
    WebhooksFacts,
    TokenFacts,
    TransparencyFacts,
    StatusFacts,
    MessengerFacts,
    OperationsFacts {
  config: Config;
  sqlite: string;
  /** Free bytes on the disk of the data directory, or of the nearest directory above it that exists. */
  freeBytes: number;
  /** Why this account cannot read the directory; null if it can, or if there is none yet. */
  directoryFault: string | null;
  ownership: OwnershipFacts;
  schema: SchemaFacts;
  /** Bytes of the largest write-ahead log. */
  walBytes: number;
  /** Acknowledged changes that files lost, one sentence each without its full stop. */
  losses: readonly string[];
}

export interface OwnershipFacts {
  /** Owner of the data directory as `uid:gid`. */
  owner: string;
  /** Files in it that belong to another account. */
  foreign: readonly Owned[];
}

export interface SchemaFacts {
  /** Why this executable cannot use a file; null if it can use all. */
  fault: string | null;
  /** Migrations that the next start applies, each with its file. */
  pending: readonly string[];
}
