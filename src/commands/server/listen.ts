import http from "node:http";
import type { Config } from "../../compose/config.ts";
import { connectionCaps } from "../../http/routing/connection-caps.ts";
import type { HttpApp } from "../../http/routing/http-app.ts";
import { CommandFailed, type Option } from "../command.ts";

/** Bun's own limit cuts a request off without an answer; ours answers 413 and reads no further. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
/** Request line and headers together: room for any path and cookie that deserves a proper answer. */
const MAX_HEAD_BYTES = 40_960;

export const LISTEN_OPTIONS: Record<string, Option> = {
  port: { type: "string", value: "8080", meaning: "Port to listen on (PORT)" },
  host: { type: "string", value: "127.0.0.1", meaning: "Address to listen on (HOST)" },
};

/**
 * Listens, and returns the port.
 * @param shared port of the server whose place this one takes; null for one of its own, which nobody else may use
 * @throws CommandFailed if the address is not available
 */
export async function listen(app: HttpApp, config: Config, shared: number | null): Promise<number> {
  const { host } = config;
  const port = shared ?? config.port;
  try {
    // Longer heads get Bun's own answer, without a body and a request id.
    Object.assign(http, { maxHeaderSize: MAX_HEAD_BYTES });
    if (shared === null && port !== 0) await requireFree(port, host);
    app.listen(
      { port, hostname: host, reusePort: true, development: false, maxRequestBodySize: NO_LIMIT },
      connectionCaps(config.maxConnections, config.maxConnectionsPerAddress),
    );
    if (app.server === null) throw new Error("no server");
    return app.server.port ?? port;
  } catch (error) {
    throw new CommandFailed(describeListenFailure(error, host, port));
  }
}

/** A shared port would give a second server requests of the first one's. @throws the system's error */
async function requireFree(port: number, hostname: string): Promise<void> {
  const trial = Bun.serve({ port, hostname, reusePort: false, fetch: () => new Response() });
  await trial.stop(true);
}

function describeListenFailure(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is taken: stop the program that uses it, or choose another port with --port or PORT (0 picks a free one).`;
  if (code === "EACCES")
    return `Port ${port} of ${host} is not permitted for this account: choose one from 1024 on with --port or PORT.`;
  return `Cannot listen on ${host} port ${port} (${(error as Error).message}): choose an address of this machine with --host or HOST.`;
}
