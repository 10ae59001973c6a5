import { DEMO_MINT } from "../../chain/demo-reader.ts";
import { systemTiming, type Timing } from "../../chain/rpc/timing.ts";
import type { Sql } from "../../db/sql.ts";
import { factsOf } from "../../doctor/facts.ts";
import { findingsOf } from "../../doctor/findings.ts";
import { readJobStates } from "../../jobs/states.ts";
import { type Clock, MINUTE_MS } from "../../kit/clock.ts";
import { httpAddress } from "../../kit/network/addresses.ts";
import type { Logger } from "../../kit/process/log.ts";
import { LoopLag } from "../../kit/process/loop-lag.ts";
import { VERSION } from "../../kit/process/version.ts";
import { Recent } from "../../kit/recent.ts";
import { rememberedBriefly } from "../../kit/remembered.ts";
import { ensurePartner } from "../../modules/access/keys/index.ts";
import { readLatencyByHour } from "../../modules/access/usage/index.ts";
import { CodeVault, noteMail } from "../../modules/ledger/claims/index.ts";
import { findPaidFor } from "../../modules/ledger/settlements/index.ts";
import { readLiabilities } from "../../modules/ledger/solvency/index.ts";
import { findHouseId, HOUSE } from "../../modules/messenger/players/index.ts";
import { openBot } from "../../modules/messenger/telegram/index.ts";
import { AlertDesk, changeAlert, gamePausedAlert } from "../../modules/operations/alerts/index.ts";
import { BackupDesk } from "../../modules/operations/backups/index.ts";
import { AckLinks } from "../../modules/operations/calls/index.ts";
import { findDuty } from "../../modules/operations/duty/index.ts";
import { createReadiness } from "../../modules/operations/health/index.ts";
import type { LeaseKeeper } from "../../modules/operations/lease/index.ts";
import type { StoreFacts } from "../../modules/operations/stores/index.ts";
import { BrandBook } from "../../modules/platform/brand/index.ts";
import type { Thresholds } from "../../modules/platform/checks/index.ts";
import { lookAtClock } from "../../modules/platform/clock-step/index.ts";
import { JobMonitor } from "../../modules/platform/jobs/index.ts";
import { readSafeMode } from "../../modules/platform/state/index.ts";
import { AudioShare } from "../../modules/share-links/links/index.ts";
import { SystemStatus } from "../../modules/status/system/index.ts";
import { AuditRunner } from "../../modules/transparency/audits/runs/index.ts";
import { logProofsOf } from "../../modules/transparency/proofs/index.ts";
import { backupDirectory, makeInChild, runInChild } from "../backup-places.ts";
import type { Config } from "../config.ts";
import { httpServices } from "../http-services.ts";
import { createLease, leaseFacts } from "../lease.ts";
import { GROUPS, JOBS, MODULES } from "../modules.ts";
import { openApiSha256 } from "../openapi-hash.ts";
import { readPolicies } from "../policies/read-policies.ts";
import { replicaFacts } from "../replica.ts";
import type { Services } from "../services.ts";
import { createCourier, createLinkChecker } from "../target-clients.ts";
import { trustFactsOf } from "../trust-facts.ts";
import { tryStores } from "../try-stores.ts";
import { alertTargets } from "./alert-receiver.ts";
import { openChain, trackedToken, treasuryWallets } from "./chain.ts";
import { openFiles } from "./files.ts";
import { openMail } from "./mail.ts";
import { createRecorders, storeRecorded } from "./recorders.ts";
import { openTracing } from "./tracing.ts";

/** Pages and monitors that ask for doctor's findings share the trial uploads of a minute. */
const TRIALS_MS = MINUTE_MS;
/** The status page shows the latency of a day. */
const LATENCY_HOURS = 24;

/**
 * Opens the data directory, creating it on the first start.
 * @param timing for pauses between requests to the chain
 * @param lease of a server that has read it already
 * @throws MasterKeyError, SchemaMismatch, or the file system's own errors
 */
export async function openServices(
  config: Config,
  {
    clock,
    log,
    timing = systemTiming,
    lease = createLease(config, clock, log),
  }: { clock: Clock; log: Logger; timing?: Timing; lease?: LeaseKeeper | null },
): Promise<Services> {
  let baseUrl = config.publicBaseUrl ?? config.serverBaseUrl ?? httpAddress(config.host, config.port);
  const { policy, sharePolicy, rules, deprecations, brand: settings } = readPolicies(config, () => baseUrl);
  const files = await openFiles(config, { clock, log, lease });
  const { live, sandbox, sandboxFiles, signedLog, keyring } = files;
  const brand = new BrandBook(live, settings);
  await lookAtClock({ live, clock, log });
  const recorders = createRecorders({ config, clock, log, live, sandbox });
  const chain = openChain(config, clock, timing);
  const trials = rememberedBriefly(TRIALS_MS, tryStores);
  let tried: StoreFacts["stores"] = { copies: null, replica: null };
  const knownFindings = () =>
    findingsOf(factsOf(config, clock.now(), { lease: leaseFacts(lease), stores: tried }));
  let listener: string | null = null;
  const jobs = new JobMonitor();
  const safeModeReason = (sql: Sql = live.read) => lease?.stopReason() ?? readSafeMode(sql)?.reason ?? null;
  const audioShare = new AudioShare({
    clock,
    live,
    keyring,
    policy: sharePolicy,
    siteBaseUrl: config.audioSiteBaseUrl,
    baseUrl: () => baseUrl,
    dedupeHours: config.audioShareDedupeHours,
    trackAuth: config.audioShareTrackAuth,
    countryHeader: config.audioShareCountryHeader,
    safeModeReason,
    brand: () => brand.current(),
  });
  const spanExporter = openTracing(config, log);
  const tracer = spanExporter?.tracer ?? null;
  const foundations = { config, clock, log, ...files, ...recorders, spanExporter, tracer };
  const parts = {
    ...foundations,
    startedAt: clock.now(),
    loopLag: new LoopLag(),
    chain,
    token: chain === null ? null : trackedToken(config),
    readiness: createReadiness(clock, { live_db: live, sandbox_db: sandbox }, () => jobs.fault()),
    http: httpServices(foundations, { baseUrl: () => baseUrl, safeModeReason }),
    backups: new BackupDesk(backupDirectory(config), clock, makeInChild(config, log)),
  };
  const mail = openMail(config, keyring, brand);
  const bound = MODULES.flatMap(({ checks }) => checks ?? []).map(({ look, ...check }) => ({
    ...check,
    look: (thresholds: Thresholds, now: number) => look(services, thresholds, now),
  }));
  const status = new SystemStatus({ policy, checks: bound, sql: live.read, clock, log });
  const alerts = new AlertDesk({
    ...alertTargets(config),
    mail,
    links: new AckLinks(keyring),
    duty: (sql, now) => findDuty(sql, keyring, now),
    baseUrl: () => baseUrl,
  });
  const paidFor = (signature: string) => findPaidFor(live.read, signature);
  const audits = new AuditRunner({ live, signedLog, clock, log, paidFor }, parts.token);
  const recentFindings = new Recent<"all", ReturnType<typeof findingsOf>>(5 * MINUTE_MS);
  const services: Services = {
    ...parts,
    audioShare,
    brand,
    deprecations,
    treasury: { chain, wallets: treasuryWallets(config, chain) },
    tokenMint: config.tokenMint ?? (chain?.mode === "demo" ? DEMO_MINT : null),
    paidFor,
    readLiabilities: () => readLiabilities(live.read),
    audits,
    claimCodes: new CodeVault(keyring),
    links: createLinkChecker(config, clock),
    courier: createCourier(config, clock),
    mail,
    alerts,
    alertRules: [...rules],
    jobs,
    status,
    bot: await openBot(config, live, keyring),
    ensureHouse: (tx) => findHouseId(tx) ?? ensurePartner(tx, HOUSE),
    onGamePaused: (tx, game, reason) => alerts.raise(tx, gamePausedAlert(game, reason, baseUrl)),
    forgetUser: (tx, userId) => {
      for (const { forgetUser } of MODULES) forgetUser?.(tx, userId);
    },
    onMailEnd: noteMail,
    onStatusChange: (tx, changes, report) => {
      const states = status.statesOf(report);
      const alert = changeAlert(changes, { report, states, checks: status.checks, baseUrl });
      if (alert !== null) alerts.raise(tx, alert);
    },
    jobStates: (now) => readJobStates(live.read, JOBS, { startedAt: parts.startedAt, now }),
    replica: (now) => replicaFacts(parts.replicator, now),
    logProofsOf: (job) => logProofsOf(services, job),
    latencyByHour: (mounted, now) =>
      readLatencyByHour([live.read, sandbox.read], parts.usage, { mounted, hours: LATENCY_HOURS, now }),
    trustFacts: trustFactsOf(live.read, status, parts.replicator),
    runInChild,
    moduleMetrics: (now) => MODULES.flatMap(({ metrics }) => metrics?.(services, now) ?? []),
    notices: () => MODULES.flatMap(({ notices }) => notices?.(services) ?? []),
    installation: {
      findings: async () => {
        tried = await trials(config);
        return knownFindings();
      },
      recentFindings: () => recentFindings.get("all", { now: clock.now() }, knownFindings),
      settings: () => config.described,
    },
    version: VERSION,
    openApiSha256: () => openApiSha256(services),
    groups: GROUPS,
    listener: () => listener,
    listensOn(port) {
      listener = httpAddress(config.host, port);
      baseUrl = config.publicBaseUrl ?? httpAddress(config.host, port);
    },
    async close() {
      audits.stop();
      await storeRecorded(services);
      await Promise.all([live.close(), sandbox.close(), signedLog.db.close(), sandboxFiles.close()]);
    },
  };
  return services;
}
