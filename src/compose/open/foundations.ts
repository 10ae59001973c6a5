import { hostname } from "node:os";
import type { Timing } from "../../chain/rpc/timing.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/process/log.ts";
import { LoopLag } from "../../kit/process/loop-lag.ts";
import { VERSION } from "../../kit/process/version.ts";
import { Tracer } from "../../kit/tracing/tracer.ts";
import type { LeaseKeeper } from "../../modules/operations/lease/index.ts";
import { readSafeMode } from "../../modules/platform/state/index.ts";
import { SpanExporter } from "../../modules/platform/tracing/index.ts";
import { backupDirectory, makeInChild, runInChild } from "../backup-places.ts";
import type { Config } from "../config.ts";
import { GROUPS } from "../modules.ts";
import { readPolicies } from "../policies/read-policies.ts";
import type { Foundations } from "../services.ts";
import { Address } from "./address.ts";
import { alertTargets } from "./alert-receiver.ts";
import { openToken } from "./chain.ts";
import { openFiles } from "./files.ts";
import { openInstallation } from "./installation.ts";

/** What the process gives. */
export interface Surroundings {
  clock: Clock;
  log: Logger;
  /** For pauses between requests to the chain. */
  timing: Timing;
  lease: LeaseKeeper | null;
}

/** @throws MasterKeyError, SchemaMismatch, ConfigError, or the file system's own errors */
export async function openFoundations(config: Config, process: Surroundings): Promise<Foundations> {
  const { clock, log, timing, lease } = process;
  const address = new Address(config);
  const policies = readPolicies(config, address.baseUrl);
  const targets = alertTargets(config);
  const files = await openFiles(config, { clock, log, lease });
  const { live } = files;
  const spanExporter = openTracing(config, log);
  return {
    config,
    policies,
    alertTargets: targets,
    clock,
    log,
    startedAt: clock.now(),
    version: VERSION,
    groups: GROUPS,
    tracer: spanExporter?.tracer ?? null,
    spanExporter,
    loopLag: new LoopLag(),
    ...files,
    ...openToken(config, clock, timing),
    backupPlace: { directory: backupDirectory(config), makeInChild: makeInChild(config, log) },
    runInChild,
    installation: openInstallation({ config, clock, lease }),
    baseUrl: address.baseUrl,
    listener: address.listener,
    listensOn: address.listensOn,
    safeModeReason: (sql = live.read) => lease?.stopReason() ?? readSafeMode(sql)?.reason ?? null,
  };
}

/** The exporter of traces; null if none are exported. */
function openTracing(
  { otlpEndpoint, otlpHeaders, otelServiceName, traceSampleRatio }: Config,
  log: Logger,
): SpanExporter | null {
  if (otlpEndpoint === null) return null;
  return new SpanExporter({
    tracer: new Tracer(traceSampleRatio),
    collector: { endpoint: otlpEndpoint, headers: otlpHeaders },
    resource: { "service.name": otelServiceName, "host.name": hostname() },
    log,
  });
}
