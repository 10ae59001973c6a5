import type { Tx } from "../db/sql.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import type { AnnouncedLimit } from "../http/services.ts";
import type { AdminDestination, Site } from "../pages/index.ts";
import type { StatusCheck } from "./platform/checks/index.ts";
import type { DeskSection } from "./platform/desk-file/index.ts";
import type { Finding } from "./platform/diagnosis/index.ts";
import type { Invariant } from "./platform/invariants/index.ts";
import type { Job } from "./platform/jobs/index.ts";
import type { SealedTable } from "./platform/master-key/index.ts";
import type { Family } from "./platform/metrics/index.ts";
import type { Notice } from "./platform/notices/index.ts";
import type { Retention } from "./platform/retention/index.ts";

/** The build that a module's operations become part of. */
export interface Build {
  site: Site;
  /** Every operation of the build; complete only once requests are answered. */
  mounted: Mounted;
  /** The operations of the modules before this one, complete. */
  before: readonly Operation[];
}

/** A page of the operators' navigation; its place within its group is `order`, ascending. */
export interface NavigationEntry extends AdminDestination {
  order: number;
}

/** A group of operations in the OpenAPI document; its place in the reference is `order`, ascending. */
export interface OperationGroup {
  name: string;
  order: number;
  description: string;
}

/** Work beside the listener that lasts until the server stops. */
export interface Running {
  /** Starts nothing more and waits at most this long for work in progress. */
  stop(waitMs: number): Promise<void> | void;
}

/** Counts in memory and stores in batches. */
interface Recorder {
  flush(): Promise<unknown>;
}

type ConfigOf<Parts> = Parts extends { config: infer Config } ? Config : unknown;

/**
 * A module's manifest: everything that the process must know of it. `Parts` are the services that the module needs, and
 * `Facts` what its findings read of a directory that may have no server; the composition hands over objects that have at
 * least those.
 */
export interface Module<Parts, Facts = unknown> {
  /** The module's folder. */
  name: string;
  /** Every operation, page and form. */
  operations?: (parts: Parts, build: Build) => Operation[];
  jobs?: readonly Job<Parts>[];
  /** Checks of the system's status. */
  checks?: readonly StatusCheck<Parts>[];
  /** Rate limits beside those of the process, by the names that operations give them. */
  limits?: (config: ConfigOf<Parts>) => Readonly<Record<string, AnnouncedLimit>>;
  /** Findings of `salute doctor`. */
  findings?: readonly Finding<Facts>[];
  /** How long rows are kept. */
  retention?: readonly Retention<Parts>[];
  /** Invariants that `salute check` proves for each state file. */
  invariants?: readonly Invariant[];
  /** Columns sealed under the master key. */
  sealed?: readonly SealedTable[];
  metrics?: (parts: Parts, now: number) => Family[];
  /** Pages in the operators' navigation. */
  navigation?: readonly NavigationEntry[];
  /** Work that waits for an operator. */
  notices?: (parts: Parts) => Notice[];
  groups?: readonly OperationGroup[];
  /** Settings made by operators, for `salute desk export`. */
  deskSections?: readonly DeskSection<Parts>[];
  /** Erases what the module stores of a deleted user's person. */
  forgetUser?: (tx: Tx, userId: number) => void;
  /** What counts in memory, by what it counts: stored before the files are closed. */
  recorders?: (parts: Parts) => Readonly<Record<string, Recorder>>;
  /** Starts what runs beside the listener. */
  background?: (parts: Parts) => Running[];
}
