import { buildApp } from "../app.ts";
import { requireNamedEnvironment } from "../config.ts";
import { systemClock } from "../kit/clock.ts";
import { createLogger, describeError } from "../kit/log.ts";
import { openServices } from "../services.ts";
import type { Command } from "./command.ts";
import { firstStart } from "./first-start.ts";
import { configOf } from "./workspace.ts";

const STOP_DEADLINE_MS = 10_000;
/** Bun's own limit cuts a request off without a word or an id; ours answers 413 and reads no further. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

export const serve: Command = {
  name: "serve",
  usage: "serve [--port 8080] [--host 127.0.0.1] [--data ./data]",
  summary: "Run everything: API, pages, jobs, deliveries",
  options: {
    port: { type: "string", value: "8080", meaning: "Port to listen on (PORT)" },
    host: { type: "string", value: "127.0.0.1", meaning: "Address to listen on (HOST)" },
  },
  async run(invocation) {
    const config = configOf(invocation);
    requireNamedEnvironment(config);
    const log = createLogger(config.logLevel, process.stderr.isTTY === true);
    const services = await openServices(config, systemClock, log);
    process.on("unhandledRejection", (error) =>
      log.error("unhandled rejection", { error: describeError(error) }),
    );
    const app = buildApp(services);
    app.listen({
      port: config.port,
      hostname: config.host,
      maxRequestBodySize: NO_LIMIT,
    });
    const { server } = app;
    if (server === null) throw new Error("the server did not start");
    const address = config.publicBaseUrl ?? `http://${server.hostname}:${server.port}`;
    await firstStart(services, address);
    log.info("listening", { address: `http://${server.hostname}:${server.port}` });
    const background = startBackground(services);
    const signal = await stopSignal();
    log.info("stopping", { signal });
    background.stop();
    await Promise.race([server.stop(false), Bun.sleep(STOP_DEADLINE_MS)]);
    await server.stop(true);
    await services.close();
    log.info("stopped");
    log.flush();
    return 0;
  },
};

const USAGE_FLUSH_MS = 5_000;

function startBackground(services: Awaited<ReturnType<typeof openServices>>): { stop(): void } {
  const timer = setInterval(() => {
    services.usage
      .flush()
      .catch((error) => services.log.warn("usage was not stored", { error: describeError(error) }));
  }, USAGE_FLUSH_MS);
  return { stop: () => clearInterval(timer) };
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));
  });
}
