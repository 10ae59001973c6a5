import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { syncDatabase } from "../../../src/modules/operations/replication/client.ts";
import { REPLICATED } from "../../../src/modules/operations/replication/rules.ts";
import { controlSocket, readReplication } from "../../../src/modules/operations/replication/state.ts";
import type { Credentials } from "../app/signing.ts";
import type { S3Server } from "../servers/s3.ts";
import { until } from "../until.ts";
import type { Running, Server } from "./executable.ts";
import { type AcknowledgedCredit, credit, Load, type Machines } from "./machines.ts";

export interface Leader {
  data: string;
  server: Server;
  key: Credentials;
}

/** Cost of a failover or switchover. */
export interface Failover {
  leader: Leader;
  acknowledged: readonly AcknowledgedCredit[];
  /** Acknowledged changes missing from the new leader's ledger. */
  missing: AcknowledgedCredit[];
  /** Milliseconds from the first missing change's acknowledgement to the end of the old leader; 0 if none is missing. */
  rpoMs: number;
  /** Milliseconds from the end of the old leader to the first change acknowledged by the new one. */
  rtoMs: number;
  /** Output of a failed `salute check`. */
  faults: string | null;
}

/** Environment variables of machines that replicate to this store. */
export function replicaIn(s3: S3Server, path: string): Record<string, string> {
  return {
    LITESTREAM_REPLICA_URL: `s3://${s3.bucket}/${path}?endpoint=${s3.endpoint}&region=us-east-1&forcePathStyle=true`,
    LITESTREAM_ACCESS_KEY_ID: s3.accessKeyId,
    LITESTREAM_SECRET_ACCESS_KEY: s3.secretAccessKey,
    LOG_LEVEL: "warn",
  };
}

/** Kills the leader's server and its Litestream at the same time, under load, and lets another machine take over. */
export async function loseLeader(machines: Machines, leader: Leader, loadMs: number): Promise<Failover> {
  const load = new Load(leader.server.url, leader.key);
  await begun(load);
  await Bun.sleep(loadMs);
  killLitestream(leader.data);
  await machines.kill(leader.server);
  const lostAt = performance.now();
  await load.stop();
  return replace(machines, leader, load, lostAt);
}

/** What an automatic takeover cost, and whether it was safe. */
export interface TakeOver extends Failover {
  /** Missing changes that the replica had while the leader still ran. */
  beyond: AcknowledgedCredit[];
  /** Whether the new leader acknowledged before the lost one's last acknowledgement, or an entry's id of it. */
  isSplit: boolean;
}

/** Kills the leader and its Litestream under load, and waits until a standby has taken over by itself. */
export async function loseToStandby(
  machines: Machines,
  leader: Leader,
  { loadMs, standby: environment }: { loadMs: number; standby: Record<string, string> },
): Promise<TakeOver> {
  const data = machines.vacant(leader.data);
  const standby = machines.begin("standby", data, environment);
  await followed(standby);
  const load = new Load(leader.server.url, leader.key);
  await begun(load);
  const heldFrom = performance.now();
  await replicated(leader.data);
  await Bun.sleep(loadMs);
  const lostAt = performance.now();
  killLitestream(leader.data);
  await machines.kill(leader.server);
  const server = await machines.up(standby);
  const first = await credit(server.url, leader.key, `first-of-${data}`);
  const firstAt = performance.now();
  if (first.status !== 200) throw new Error(`the new leader refused a change: ${await first.text()}`);
  const { ledger_entry_id: firstId } = (await first.json()) as { ledger_entry_id: number };
  await load.stop();
  const judged = await judge(
    machines,
    { data, server, key: leader.key },
    { load, lostAt, rtoMs: firstAt - lostAt },
  );
  return {
    ...judged,
    beyond: judged.missing.filter(({ at }) => at < heldFrom),
    isSplit: load.acknowledged.some(({ at, id }) => at >= firstAt || id >= firstId),
  };
}

/** Waits until a standby has restored, and sees its leader. */
async function followed(standby: Running): Promise<void> {
  const [, url = ""] = await standby.printed(/^salute runs as a standby on (\S+)$/m, FIRST_MS);
  await until(async () => {
    const answer = await fetch(url, { headers: { accept: "application/json" } });
    const state = (await answer.json()) as { restores: number; auto_promotion: { verdict: string } };
    return state.restores > 0 && state.auto_promotion.verdict === "leader_seen";
  }, FIRST_MS);
}

/** Steps the leader down under load and promotes another machine. */
export async function switchOver(machines: Machines, leader: Leader, loadMs: number): Promise<Failover> {
  const load = new Load(leader.server.url, leader.key);
  await begun(load);
  await Bun.sleep(loadMs);
  const beganAt = performance.now();
  const handed = await machines.command(["switchover"], leader.data);
  if (handed.exitCode !== 0) throw new Error(handed.stderr);
  await load.stop();
  const failover = await replace(machines, leader, load, beganAt);
  await machines.end(leader.server);
  return failover;
}

const FIRST_MS = 60_000;

/** Waits for the first acknowledged change. @throws Error with the refusals */
async function begun(load: Load): Promise<void> {
  await until(() => load.acknowledged.length > 0, FIRST_MS).catch(() => {
    throw new Error(`no change was acknowledged: ${JSON.stringify([...load.refusals])}`);
  });
}

async function replace(machines: Machines, lost: Leader, load: Load, lostAt: number): Promise<Failover> {
  const data = machines.vacant(lost.data);
  const server = await machines.promote(data);
  const first = await credit(server.url, lost.key, `first-of-${data}`);
  if (first.status !== 200) throw new Error(`the new leader refused a change: ${await first.text()}`);
  const rtoMs = performance.now() - lostAt;
  return judge(machines, { data, server, key: lost.key }, { load, lostAt, rtoMs });
}

/** Compares what the lost leader acknowledged with the new leader's ledger, and checks that. */
async function judge(
  machines: Machines,
  leader: Leader,
  { load, lostAt, rtoMs }: { load: Load; lostAt: number; rtoMs: number },
): Promise<Failover> {
  const missing = listMissing(leader.data, load.acknowledged);
  const checked = await machines.command(["check"], leader.data);
  return {
    leader,
    acknowledged: load.acknowledged,
    missing,
    rpoMs: missing.length === 0 ? 0 : lostAt - Math.min(...missing.map(({ at }) => at)),
    rtoMs,
    faults: checked.exitCode === 0 ? null : checked.stdout + checked.stderr,
  };
}

/** Acknowledged changes that are missing from a directory's ledger. */
export function listMissing(data: string, acknowledged: readonly AcknowledgedCredit[]): AcknowledgedCredit[] {
  const client = new Database(join(data, "live.db"), { readonly: true });
  try {
    const held = new Set(
      client
        .query<{ idempotency_key: string }, []>("SELECT idempotency_key FROM ledger_entries")
        .all()
        .map((row) => row.idempotency_key),
    );
    return acknowledged.filter(({ intent }) => !held.has(intent));
  } finally {
    client.close();
  }
}

/** Kills only the Litestream process of this directory's server. */
export function killLitestream(data: string): void {
  const pid = readReplication(data)?.pid;
  if (pid === null || pid === undefined) return;
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (words.includes(join(data, "litestream", "litestream.yml"))) process.kill(pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}

/** Waits until the replica has caught up with all databases of this directory. @throws the last failure */
export async function replicated(data: string): Promise<void> {
  for (const name of REPLICATED) {
    let failure: unknown;
    const isSynced = () =>
      syncDatabase(controlSocket(data), join(data, `${name}.db`), 5_000).then(
        () => true,
        (error) => {
          failure = error;
          return false;
        },
      );
    await until(isSynced).catch(() => {
      throw failure;
    });
  }
}
