import type { ChainReader } from "../chain/chain-reader.ts";
import type { Database } from "../db/database.ts";
import type { Tx } from "../db/sql.ts";
import type { Mounted } from "../http/mounted.ts";
import type { HttpServices } from "../http/services.ts";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/process/log.ts";
import type { LoopLag } from "../kit/process/loop-lag.ts";
import type { Tracer } from "../kit/tracing/tracer.ts";
import type { OperatorUse } from "../modules/access/operators/index.ts";
import type { RefusalRecorder } from "../modules/access/refusals/index.ts";
import type { UsageRecorder } from "../modules/access/usage/index.ts";
import type { ErrorCounts } from "../modules/desk/error-counts/index.ts";
import type { LinkChecker } from "../modules/desk/link-inbox/index.ts";
import type { GuardParts } from "../modules/desk/preflight/index.ts";
import type { InstallationParts } from "../modules/desk/readiness/index.ts";
import type { RequestLog } from "../modules/desk/request-log/index.ts";
import type { RecentRequests } from "../modules/desk/search/index.ts";
import type { Deprecations } from "../modules/developers/deprecations/index.ts";
import type { CodeVault } from "../modules/ledger/claims/index.ts";
import type { Treasury } from "../modules/ledger/settlements/index.ts";
import type { OnPaused } from "../modules/messenger/payouts/index.ts";
import type { Bot } from "../modules/messenger/telegram/index.ts";
import type { MessengerCounters } from "../modules/messenger/telemetry/index.ts";
import type { OperationGroup } from "../modules/module.ts";
import type { AlertDesk } from "../modules/operations/alerts/index.ts";
import type { BackupDesk, ReplicaFacts } from "../modules/operations/backups/index.ts";
import type { Readiness } from "../modules/operations/health/index.ts";
import type { LeaseKeeper } from "../modules/operations/lease/index.ts";
import type { Rule } from "../modules/operations/monitor/index.ts";
import type { Replicator } from "../modules/operations/replication/index.ts";
import type { BrandBook } from "../modules/platform/brand/index.ts";
import type { JobMonitor, JobState } from "../modules/platform/jobs/index.ts";
import type { MailEnd, MailTransport, Postbox } from "../modules/platform/mail/index.ts";
import type { Keyring } from "../modules/platform/master-key/index.ts";
import type { Family } from "../modules/platform/metrics/index.ts";
import type { Notice } from "../modules/platform/notices/index.ts";
import type { SpanExporter } from "../modules/platform/tracing/index.ts";
import type { SandboxFiles } from "../modules/sandbox/files/index.ts";
import type { EvidenceRecorder } from "../modules/sandbox/promotion/index.ts";
import type { AudioShare } from "../modules/share-links/links/index.ts";
import type { Courier } from "../modules/status/subscribers/index.ts";
import type { HourLatency, Report, StatusChange, SystemStatus } from "../modules/status/system/index.ts";
import type { TrackedToken } from "../modules/token/figures/index.ts";
import type { AuditRunner } from "../modules/transparency/audits/runs/index.ts";
import type { ReadLiabilities } from "../modules/transparency/proofs/index.ts";
import type { SignedLog } from "../modules/transparency/signed-log/index.ts";
import type { TrustFacts } from "../modules/transparency/trust-dashboard/index.ts";
import type { runInChild } from "./backup-places.ts";
import type { Config } from "./config.ts";

/** Everything that surfaces, jobs and commands need, opened once and passed on. */
export interface Services {
  config: Config;
  clock: Clock;
  /** Unix milliseconds at which the services were opened; Last-Modified of answers that depend only on the build. */
  startedAt: number;
  /** Collects spans; null unless traces are exported. */
  tracer: Tracer | null;
  /** Sends them; null unless they are exported. */
  spanExporter: SpanExporter | null;
  /** How late the event loop runs timers. */
  loopLag: LoopLag;
  log: Logger;
  /** live.db: partners' state, live keys, operators, jobs. */
  live: Database;
  /** sandbox.db: sandbox keys with their usage. */
  sandbox: Database;
  /** log.db with its signer. */
  signedLog: SignedLog;
  keyring: Keyring;
  /** Partners' sandbox state, one file per partner. */
  sandboxFiles: SandboxFiles;
  usage: UsageRecorder;
  /** Every 403. */
  refusals: RefusalRecorder;
  /** Last use of operators' tokens and sessions. */
  operatorUse: OperatorUse;
  audioShare: AudioShare;
  /** Evidence of sandbox keys for their promotion. */
  evidence: EvidenceRecorder;
  /** Withdrawn endpoints with their dates. */
  deprecations: Deprecations;
  /** Null in production without a configured chain; the demo reader in development without one. */
  chain: ChainReader | null;
  /** The token whose figures are stored; null if no chain is configured. */
  token: TrackedToken | null;
  /** The source of payments: the chain, and the wallets as configured or the demo chain's own. */
  treasury: Treasury;
  /** The conversion or claim that a transaction paid, as `conversion:7`; null if none. */
  paidFor: (signature: string) => string | null;
  readLiabilities: ReadLiabilities;
  /** The mint of payments; null in production without a configured one. */
  tokenMint: string | null;
  /** Codes of donation claims. */
  claimCodes: CodeVault;
  /** The bot behind the mini-app; null in production without a configured one. */
  bot: Bot | null;
  /** Counters of refused and repeated mini-app requests. */
  messengerCounters: MessengerCounters;
  /** Creates the players' partner if it does not exist. Returns its id. */
  ensureHouse: (tx: Tx) => number;
  /** Notifies operators of a game that paused itself, in the same commit. */
  onGamePaused: OnPaused;
  /** Erases what all modules store of a deleted user's person. */
  forgetUser: (tx: Tx, userId: number) => void;
  /** The face of public pages, cards and mails. */
  brand: BrandBook;
  /** Null if no mail is sent. */
  mail: { postbox: Postbox; transport: MailTransport } | null;
  /** Alerts to operators. */
  alerts: AlertDesk;
  /** Rules of the alerts monitor: built in, or those of ALERT_RULES_FILE. */
  /** Replaced in place when the settings are read again. */
  alertRules: Rule[];
  /** State of the job runner. */
  jobs: JobMonitor;
  backups: BackupDesk;
  /** The last requests of this process. */
  requests: RecentRequests;
  /** Changes and refusals by request id, beyond a restart. */
  requestLog: RequestLog;
  /** Refused requests by code and route. */
  errors: ErrorCounts;
  /** Checks links of the operators' inbox. */
  links: LinkChecker;
  /** Sends to subscribers of the status page. */
  courier: Courier;
  /** Audits that operators start in this process. */
  audits: AuditRunner;
  /** Whether this machine may write; null if no replica is configured. */
  lease: LeaseKeeper | null;
  /** Litestream, started by the server; null if no replica is configured. */
  replicator: Replicator | null;
  /** Whether the process is ready. */
  readiness: () => Promise<Readiness>;
  /** The status checks under the current policy. */
  status: SystemStatus;
  http: HttpServices;
  /** Called in the commit that ends a mail. */
  onMailEnd: (tx: Tx, about: string, end: MailEnd) => void;
  /** Tells operators of changed checks, in the snapshot's commit. */
  onStatusChange: (tx: Tx, changes: readonly StatusChange[], report: Report) => void;
  /** State of each job of the build. */
  jobStates: (now: number) => JobState[];
  /** State of the replica; null if none is configured. */
  replica: (now: number) => ReplicaFacts | null;
  /** Logs the proofs of a job's new figures. */
  logProofsOf: (job: string) => Promise<void>;
  /** Latency of each of the last 24 hours over all keys, oldest first. */
  latencyByHour: (mounted: Mounted, now: number) => HourLatency[];
  /** Facts of all modules for the trust dashboard. */
  trustFacts: TrustFacts;
  /** Runs a salute command as a child process. */
  runInChild: typeof runInChild;
  /** The figures that each module announces. */
  moduleMetrics: (now: number) => Family[];
  /** Work that waits for an operator, over all modules. */
  notices: () => Notice[];
  /** Doctor's findings and every setting, read again at each call. */
  installation: GuardParts["installation"] &
    Pick<InstallationParts, "findings" | "recentFindings" | "settings">;
  /** Of this executable. */
  version: string;
  /** SHA-256 of the OpenAPI document of this build, as JSON. */
  openApiSha256: () => Promise<string>;
  /** Every group of operations. */
  groups: readonly OperationGroup[];
  /** Called with the server's port; without PUBLIC_BASE_URL the server's own address follows from it. */
  listensOn(port: number): void;
  /** The address of the listener on this machine; null before it has its port, and in commands. */
  listener: () => string | null;
  close(): Promise<void>;
}
