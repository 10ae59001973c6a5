import { scratchFile } from "../processes/servers.ts";
import { missingPackages, startPostgres, startRabbit, startRedis } from "./databases.ts";
import { freePort, json, type Peer, send, startProcess, untilAnswers } from "./peer.ts";

const TENANT = "/api/v1/tenants/bench";
/** Of its own load tests; its default of one delivery at a time would say little. */
const AT_ONCE = "100";

/**
 * Hookdeck Outpost (github.com/hookdeck/outpost) with the settings of its compose files for RabbitMQ and PostgreSQL,
 * as one process.
 *
 * @param program path of its executable `outpost`, beside which `outpost-server` lies
 */
export async function startOutpost(program: string): Promise<Peer | string> {
  const missing = missingPackages(["postgresql", "redis-server", "rabbitmq-server"]);
  if (missing !== null) return missing;
  const postgres = await startPostgres("outpost");
  const redis = await startRedis("outpost", ["--save", "20 1", "--requirepass", "password"]);
  const rabbit = await startRabbit("outpost");
  const port = freePort();
  const key = "bench-key";
  const env = {
    ...Bun.env,
    API_PORT: String(port),
    API_KEY: key,
    API_JWT_SECRET: "jwtsecret",
    AES_ENCRYPTION_SECRET: "encryptionsecret",
    REDIS_HOST: "127.0.0.1",
    REDIS_PORT: String(redis.port),
    REDIS_PASSWORD: "password",
    REDIS_DATABASE: "0",
    RABBITMQ_SERVER_URL: `amqp://guest:guest@127.0.0.1:${rabbit.port}`,
    POSTGRES_URL: `postgres://postgres@127.0.0.1:${postgres.port}/outpost?sslmode=disable`,
    TOPICS: "user.created",
    PORTAL_REFERER_URL: "https://example.com",
    PUBLISH_MAX_CONCURRENCY: AT_ONCE,
    DELIVERY_MAX_CONCURRENCY: AT_ONCE,
    LOG_MAX_CONCURRENCY: AT_ONCE,
    DISABLE_TELEMETRY: "true",
    LOG_LEVEL: "error",
  };
  const options = { cwd: scratchFile(""), env };
  await startProcess([program, "migrate", "apply", "--yes"], options).exited;
  const child = startProcess([`${program}-server`], options);
  await untilAnswers(port, "/api/v1/healthz");
  const headers = { authorization: `Bearer ${key}` };
  return {
    name: "Outpost",
    port,
    processes: [child, postgres.process, redis.process, rabbit.process],
    afterPowerLoss:
      "no event: RabbitMQ's quorum queue confirms it before the answer; tenants, destinations and keys of up to 20 s, which Redis has; attempts of up to 10 s, which wait for a batch, are delivered again",
    async listen(url) {
      await send(port, { method: "PUT", target: TENANT, headers });
      const destination = { type: "webhook", topics: ["*"], config: { url } };
      await send(port, json("POST", `${TENANT}/destinations`, destination, headers));
    },
    event: (text) =>
      json(
        "POST",
        "/api/v1/publish",
        { id: crypto.randomUUID(), tenant_id: "bench", topic: "user.created", data: { reason: text } },
        headers,
      ),
  };
}
