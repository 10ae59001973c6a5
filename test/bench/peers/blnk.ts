import { mkdirSync } from "node:fs";
import { scratchFile } from "../processes/servers.ts";
import { missingPackages, startPostgres, startRedis } from "./databases.ts";
import { ACCOUNTS, freePort, json, type Peer, send, startProcess, toAmount, untilAnswers } from "./peer.ts";

/**
 * Blnk (github.com/blnkfinance/blnk) with the settings of its compose file. Transactions skip its queue, since what it
 * queues is acknowledged while only Redis has it. Each balance is credited from a source of its own, so that no two
 * wait for each other's lock. Its worker has nothing to do then, and is not started.
 *
 * @param program path of its executable
 */
export async function startBlnk(program: string): Promise<Peer | string> {
  const missing = missingPackages(["postgresql", "redis-server"]);
  if (missing !== null) return missing;
  const postgres = await startPostgres("blnk");
  const redis = await startRedis("blnk", []);
  const port = freePort();
  const cwd = scratchFile("blnk");
  mkdirSync(cwd);
  const settings = {
    project_name: "Blnk",
    data_source: { dns: `postgres://postgres@127.0.0.1:${postgres.port}/blnk?sslmode=disable` },
    redis: { dns: `127.0.0.1:${redis.port}` },
    server: { port: String(port) },
    enable_telemetry: false,
  };
  await Bun.write(`${cwd}/blnk.json`, JSON.stringify(settings));
  const options = { cwd };
  await startProcess([program, "migrate", "up"], options).exited;
  const child = startProcess([program, "start"], options);
  await untilAnswers(port, "/ledgers");
  const { ledger_id } = await send<{ ledger_id: string }>(port, json("POST", "/ledgers", { name: "bench" }));
  const balances: string[] = [];
  for (let i = 0; i < ACCOUNTS; i++) {
    const asked = json("POST", "/balances", { ledger_id, currency: "POINTS" });
    balances.push((await send<{ balance_id: string }>(port, asked)).balance_id);
  }
  return {
    name: "Blnk",
    port,
    processes: [child, postgres.process, redis.process],
    afterPowerLoss:
      "nothing: PostgreSQL flushes each commit (with its queue, the default: what is only in Redis)",
    credit: (index) =>
      json("POST", "/transactions", {
        amount: toAmount(index),
        precision: 1,
        reference: crypto.randomUUID(),
        currency: "POINTS",
        source: `@bench-${index % ACCOUNTS}`,
        destination: balances[index % ACCOUNTS],
        description: "quest",
        allow_overdraft: true,
        skip_queue: true,
      }),
    balance: (index) => ({ method: "GET", target: `/balances/${balances[index % ACCOUNTS]}`, headers: {} }),
  };
}
