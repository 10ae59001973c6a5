import type { ChainReader } from "../chain/chain-reader.ts";
import type { Database } from "../db/database.ts";
import type { Sql, Tx } from "../db/sql.ts";
import type { Mounted } from "../http/mounted.ts";
import type { HttpServices } from "../http/services.ts";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/process/log.ts";
import type { LoopLag } from "../kit/process/loop-lag.ts";
import type { Tracer } from "../kit/tracing/tracer.ts";
import type { AccessServices } from "../modules/access/open.ts";
import type { DeskServices } from "../modules/desk/open.ts";
import type { GuardParts } from "../modules/desk/preflight/index.ts";
import type { InstallationParts } from "../modules/desk/readiness/index.ts";
import type { Deprecations } from "../modules/developers/deprecations/index.ts";
import type { LedgerServices } from "../modules/ledger/open.ts";
import type { Treasury } from "../modules/ledger/settlements/index.ts";
import type { MessengerServices } from "../modules/messenger/open.ts";
import type { OnPaused } from "../modules/messenger/payouts/index.ts";
import type { OperationGroup } from "../modules/module.ts";
import type { AlertTargets } from "../modules/operations/alerts/index.ts";
import type { MakeInChild, ReplicaFacts } from "../modules/operations/backups/index.ts";
import type { LeaseKeeper } from "../modules/operations/lease/index.ts";
import type { Rule } from "../modules/operations/monitor/index.ts";
import type { OperationsServices } from "../modules/operations/open.ts";
import type { Replicator } from "../modules/operations/replication/index.ts";
import type { JobState } from "../modules/platform/jobs/index.ts";
import type { MailEnd } from "../modules/platform/mail/index.ts";
import type { Keyring } from "../modules/platform/master-key/index.ts";
import type { Family } from "../modules/platform/metrics/index.ts";
import type { Notice } from "../modules/platform/notices/index.ts";
import type { PlatformServices } from "../modules/platform/open.ts";
import type { SpanExporter } from "../modules/platform/tracing/index.ts";
import type { SandboxFiles } from "../modules/sandbox/files/index.ts";
import type { SandboxServices } from "../modules/sandbox/open.ts";
import type { Policy as SharePolicy } from "../modules/share-links/links/index.ts";
import type { ShareLinksServices } from "../modules/share-links/open.ts";
import type { StatusServices } from "../modules/status/open.ts";
import type { Courier } from "../modules/status/subscribers/index.ts";
import type {
  BoundCheck,
  HourLatency,
  Report,
  StatusChange,
  Policy as StatusPolicy,
} from "../modules/status/system/index.ts";
import type { TrackedToken } from "../modules/token/figures/index.ts";
import type { TransparencyServices } from "../modules/transparency/open.ts";
import type { SignedLog } from "../modules/transparency/signed-log/index.ts";
import type { TrustFacts } from "../modules/transparency/trust-dashboard/index.ts";
import type { WebhooksServices } from "../modules/webhooks/open.ts";
import type { BrandValues } from "../pages/index.ts";
import type { runInChild } from "./backup-places.ts";
import type { Config } from "./config.ts";

/** Contents of the files that settings name. */
export interface Policies {
  policy: StatusPolicy;
  sharePolicy: SharePolicy;
  rules: readonly Rule[];
  deprecations: Deprecations;
  /** The brand by the settings. */
  brand: BrandValues;
}

/** Doctor's findings and every setting. */
export type Installation = GuardParts["installation"] &
  Pick<InstallationParts, "findings" | "recentFindings" | "settings">;

export interface TokenServices {
  /** Null in production without a configured chain; the demo reader in development without one. */
  chain: ChainReader | null;
  /** The token whose figures are stored; null if no chain is configured. */
  token: TrackedToken | null;
  /** The mint of payments; null in production without a configured one. */
  tokenMint: string | null;
  /** The source of payments: the chain, and the wallets as configured or the demo chain's own. */
  treasury: Treasury;
}

/** What all modules build on: settings, files, the chain, and the process itself. */
export interface Foundations extends TokenServices {
  config: Config;
  /** Contents of the files that settings name. */
  policies: Policies;
  alertTargets: AlertTargets;
  clock: Clock;
  log: Logger;
  /** Unix milliseconds at which the services were opened; Last-Modified of answers that depend only on the build. */
  startedAt: number;
  /** Of this executable. */
  version: string;
  /** Every group of operations. */
  groups: readonly OperationGroup[];
  /** Collects spans; null unless traces are exported. */
  tracer: Tracer | null;
  /** Sends them; null unless they are exported. */
  spanExporter: SpanExporter | null;
  /** How late the event loop runs timers. */
  loopLag: LoopLag;
  /** live.db: partners' state, live keys, operators, jobs. */
  live: Database;
  /** sandbox.db: sandbox keys with their usage. */
  sandbox: Database;
  /** log.db with its signer. */
  signedLog: SignedLog;
  keyring: Keyring;
  /** Partners' sandbox state, one file per partner. */
  sandboxFiles: SandboxFiles;
  /** Whether this machine may write; null if no replica is configured. */
  lease: LeaseKeeper | null;
  /** Litestream, started by the server; null if no replica is configured. */
  replicator: Replicator | null;
  /** Where backups are kept, and how one is made. */
  backupPlace: { directory: string; makeInChild: MakeInChild };
  /** Runs a salute command as a child process. */
  runInChild: typeof runInChild;
  /** Doctor's findings and every setting, read again at each call. */
  installation: Installation;
  /** Of links to this installation, without a slash at its end. */
  baseUrl: () => string;
  /** The address of the listener on this machine; null before it has its port, and in commands. */
  listener: () => string | null;
  /** Called with the server's port; without PUBLIC_BASE_URL the server's own address follows from it. */
  listensOn: (port: number) => void;
  /** Why changes are stopped; null while they are not. */
  safeModeReason: (sql?: Sql) => string | null;
}

/** What modules ask of modules above them, or of all of them. */
export interface Upward {
  /** The status checks of all modules. */
  boundChecks: readonly BoundCheck[];
  /** Creates the players' partner if it does not exist. Returns its id. */
  ensureHouse: (tx: Tx) => number;
  /** Notifies operators of a game that paused itself, in the same commit. */
  onGamePaused: OnPaused;
  /** Erases what all modules store of a deleted user's person. */
  forgetUser: (tx: Tx, userId: number) => void;
  /** Called in the commit that ends a mail. */
  onMailEnd: (tx: Tx, about: string, end: MailEnd) => void;
  /** Tells operators of changed checks, in the snapshot's commit. */
  onStatusChange: (tx: Tx, changes: readonly StatusChange[], report: Report) => void;
  /** State of each job of the build. */
  jobStates: (now: number) => JobState[];
  /** State of the replica; null if none is configured. */
  replica: (now: number) => ReplicaFacts | null;
  /** Logs the proofs of a job's new figures. */
  logJobProofs: (job: string) => Promise<void>;
  /** Latency of each of the last 24 hours over all keys, oldest first. */
  latencyByHour: (mounted: Mounted, now: number) => HourLatency[];
  /** Facts of all modules for the trust dashboard. */
  trustFacts: TrustFacts;
  /** The figures that each module announces. */
  moduleMetrics: (now: number) => Family[];
  /** Work that waits for an operator, over all modules. */
  notices: () => Notice[];
  /** SHA-256 of the OpenAPI document of this build, as JSON. */
  openApiSha256: () => Promise<string>;
}

/** Everything that surfaces, jobs and commands need, opened once and passed on. */
export interface Services
  extends Foundations,
    Upward,
    PlatformServices,
    AccessServices,
    WebhooksServices,
    LedgerServices,
    SandboxServices,
    TransparencyServices,
    StatusServices,
    ShareLinksServices,
    MessengerServices,
    OperationsServices,
    DeskServices {
  http: HttpServices;
  /** Sends to subscribers of the status page. */
  courier: Courier;
  /** Stores what is still counted in memory, and closes the files. */
  close: () => Promise<void>;
}
