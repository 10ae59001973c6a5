import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../harness/until.ts";
import { median } from "../load/load.ts";

const STARTS = 9;
const POLL_MS = 2;

/** Milliseconds from process start to the first answer to /healthz, for first starts and for later ones. */
export async function measureStarts(
  executable: string,
  directory: string,
): Promise<{ first: number; later: number }> {
  const first: number[] = [];
  const later: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const data = join(directory, String(i));
    mkdirSync(data, { recursive: true });
    first.push(await startOnce(executable, data));
    later.push(await startOnce(executable, data));
  }
  return { first: median(first), later: median(later) };
}

async function startOnce(executable: string, data: string): Promise<number> {
  const port = freePort();
  const startedAt = performance.now();
  const child = Bun.spawn([executable, "serve", "--port", String(port), "--data", data], {
    env: { ...Bun.env, XDG_CONFIG_HOME: data, LOG_LEVEL: "warn" },
    stdout: "ignore",
    stderr: "inherit",
  });
  await until(
    () => {
      if (child.exitCode !== null) throw new Error("the server exited");
      return isReady(port);
    },
    undefined,
    POLL_MS,
  );
  const took = performance.now() - startedAt;
  child.kill("SIGTERM");
  await child.exited;
  return took;
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const port = probe.port ?? 0;
  void probe.stop(true);
  return port;
}
