import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { executable } from "./build.ts";
import { WITHOUT_CHAIN } from "./executable.ts";
import { CLIENT_CONFIG } from "./scratch.ts";

const MAIN = resolve(import.meta.dir, "../../../src/main.ts");

/** Command line to run salute from this checkout; for an executable it is `[path]`. */
export const FROM_SOURCE: readonly string[] = [process.execPath, MAIN];

/** A server in a separate process with a new data directory. */
export interface ServerProcess {
  url: string;
  dataDir: string;
  pid: number;
  /** Log lines. */
  logged: string[];
  /** Runs a command of the same build on the same directory. @returns its JSON output */
  command(...args: string[]): Promise<unknown>;
  /** Starts a second server of the same build on the same directory and waits for its end. */
  again(): Promise<{ code: number; complaint: string }>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number>;
}

export async function serve(
  salute: readonly string[] = [executable()],
  environment: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  const dataDir = join(mkdtempSync(join(tmpdir(), "salute-served-")), "data");
  const env = {
    PATH: process.env.PATH ?? "",
    XDG_CONFIG_HOME: CLIENT_CONFIG,
    ...WITHOUT_CHAIN,
    ...environment,
    DATA_DIR: dataDir,
  };
  const child = Bun.spawn([...salute, "serve", "--port", "0", ...flags], {
    env,
    stdout: "ignore",
    stderr: "pipe",
  });
  const logged: string[] = [];
  const { promise: listening, resolve: foundAddress, reject } = Promise.withResolvers<string>();
  void readLines(child.stderr, (line) => {
    logged.push(line);
    const address = /"message":"listening","address":"([^"]+)"/.exec(line)?.[1];
    if (address !== undefined) foundAddress(address);
  }).then(() => reject(new Error(`the server did not start:\n${logged.join("\n")}`)));
  const url = await listening;

  return {
    url,
    dataDir,
    pid: child.pid,
    logged,
    async command(...args) {
      const run = Bun.spawn([...salute, ...args, "--json"], { env, stdout: "pipe", stderr: "pipe" });
      const [output, complaint] = await Promise.all([
        new Response(run.stdout).text(),
        new Response(run.stderr).text(),
      ]);
      if ((await run.exited) !== 0) throw new Error(`salute ${args.join(" ")}: ${complaint}`);
      return output.startsWith("{") || output.startsWith("[") ? JSON.parse(output) : output;
    },
    async again() {
      const other = Bun.spawn([...salute, "serve", "--port", "0"], { env, stdout: "ignore", stderr: "pipe" });
      const complaint = await new Response(other.stderr).text();
      return { code: await other.exited, complaint };
    },
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
    async stop() {
      child.kill("SIGTERM");
      const code = await child.exited;
      rmSync(join(dataDir, ".."), { recursive: true, force: true });
      return code;
    },
  };
}

async function readLines(stream: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) take(line);
  }
}
