import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Credentials } from "../../harness/app/signing.ts";
import { until } from "../../harness/until.ts";

/** The measured servers as separate processes. */

export interface Server {
  port: number;
  key: Credentials;
  process: Bun.Subprocess;
}

const MAIN = join(import.meta.dir, "../../../src/main.ts");
const JUMPING_CLOCK = join(import.meta.dir, "../../harness/jumping-clock.ts");
let salute = flag("--binary") === undefined ? ["bun", MAIN] : [flag("--binary") ?? ""];
const directory = mkdtempSync(join(flag("--scratch") ?? tmpdir(), "salute-bench-"));
const started: Server[] = [];

/** A path in the run's temporary directory. */
export function scratchFile(name: string): string {
  return join(directory, name);
}

/** Makes later calls measure the executable given by `--binary`, or a new build. */
export async function useExecutable(): Promise<string> {
  if (flag("--binary") !== undefined) return salute[0] ?? "";
  const outfile = join(directory, "salute-executable");
  const build = Bun.spawn(
    [
      "bun",
      join(import.meta.dir, "../../../src/build/main.ts"),
      "--outfile",
      outfile,
      "--without-litestream",
    ],
    {
      stdout: "ignore",
      stderr: "inherit",
    },
  );
  if ((await build.exited) !== 0) throw new Error("the executable could not be built");
  salute = [outfile];
  return outfile;
}

/** Makes later calls run this command instead. */
export function useCommand(words: readonly string[]): void {
  salute = [...words];
}

/** Starts the raw server, with users 1 to `users`. */
export async function startRaw(users: number): Promise<Server> {
  const key = { key_id: "pk_live_0000000000000000", secret: "sk_live_bench" };
  const words = [join(directory, "limit.db"), key.key_id, key.secret, String(users)];
  const args = [join(import.meta.dir, "../baselines/raw-server.ts"), ...words];
  const process = Bun.spawn(["bun", ...args], { stdout: "pipe", stderr: "inherit" });
  const port = Number(await firstLine(process.stdout));
  const server = { port, key, process };
  started.push(server);
  return server;
}

/** Data directory of `startSalute`. */
export const DATA = join(directory, "salute");

/** Runs a command beside that server. @returns its output */
export function runSalute(args: readonly string[]): Promise<string> {
  return run([...salute, ...args]);
}

/** Runs a command of the sources in that directory, with a clock that is this many milliseconds ahead. */
export async function runLater(args: readonly string[], aheadMs: number): Promise<string> {
  const clock = scratchFile("clock");
  await Bun.write(clock, String(aheadMs));
  return run(["bun", "--preload", JUMPING_CLOCK, MAIN, ...args], { CLOCK_JUMP_FILE: clock });
}

async function run(command: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const env = { ...Bun.env, ...environment };
  const child = Bun.spawn([...command, "--data", DATA], { stdout: "pipe", stderr: "inherit", env });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed: ${output.slice(0, 2000)}`);
  return output;
}

export async function startSalute(environment: Record<string, string> = {}): Promise<Server> {
  const { port, process } = spawnSalute(environment);
  const printed = await readUntil(process.stdout, /SECRET='/);
  const [, key_id = ""] = /KEY_ID='([^']+)'/.exec(printed) ?? [];
  const [, secret = ""] = /SECRET='([^']+)'/.exec(printed) ?? [];
  const server = { port, key: { key_id, secret }, process };
  started.push(server);
  return server;
}

/** Starts the server on its directory once more, after it was stopped; resolves when it is ready. */
export async function startAgain({ key }: Server): Promise<Server> {
  const server = { ...spawnSalute(), key };
  started.push(server);
  await until(() => isReady(server.port), READY_MS);
  return server;
}

const READY_MS = 120_000;

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function spawnSalute(environment: Record<string, string> = {}): {
  port: number;
  process: Bun.Subprocess<"ignore", "pipe", "inherit">;
} {
  const port = 20_000 + Math.floor((performance.now() * 1000) % 20_000);
  const env = {
    ...Bun.env,
    XDG_CONFIG_HOME: directory,
    LOG_LEVEL: "warn",
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
    RATE_LIMIT_ADMIN_PER_MIN: "0",
    RATE_LIMIT_PAGES_PER_MIN: "0",
    ...environment,
  };
  const process = Bun.spawn([...salute, "serve", "--port", String(port), "--data", DATA], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
    env,
  });
  return { port, process };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  return (await readUntil(stream, /\n/)).trim();
}

async function readUntil(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string> {
  let text = "";
  const reader = stream.getReader();
  while (!pattern.test(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  return text;
}

export async function stopAll(): Promise<void> {
  for (const server of started) server.process.kill();
  await Promise.all(started.map((server) => server.process.exited));
  rmSync(directory, { recursive: true, force: true });
}

/** The value of a command-line flag. */
export function flag(name: string): string | undefined {
  const index = Bun.argv.indexOf(name);
  return index === -1 ? undefined : Bun.argv[index + 1];
}

/** Size of live.db's WAL in megabytes. */
export function walMegabytes(): number {
  return Math.round(Bun.file(join(DATA, "live.db-wal")).size / 1024 / 1024);
}
