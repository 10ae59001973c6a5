import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/**
 * `bun run build:order`: builds the executable, records which functions two starts, a minute of jobs and the usual
 * requests call, and writes their order to src/kit/runtime/bytecode.order, by which `bun run build` lays out the bytecode: what is
 * used lies together, so that a start reads less of the file and less of it stays in memory.
 * Functions are named by a hash of their syntax, so that an order still fits after changes elsewhere. It takes a minute and
 * a half.
 */

const ROOT = resolve(import.meta.dir, "..");
const ORDER = join(ROOT, "src/kit/runtime/bytecode.order");
/** Each of the jobs of a minute has run once. */
const A_MINUTE_OF_JOBS_MS = 65_000;
const JOBS_OF_A_START_MS = 5_000;
/** Functions that ran, modules that ran, and modules that did not. The other lines are many and change nothing. */
const KEPT = /^[FMN] [0-9a-f]{16}$/;

const PUBLIC_PATHS = [
  "/",
  "/healthz",
  "/readyz",
  "/api/public-stats",
  "/status",
  "/proofs",
  "/developers",
  "/docs",
  "/share",
];
const SIGNED_CALLS = [
  ["POST", "/api/salutes/credit", "--body", '{"user_id":"ext:demo-user","amount":25,"reason":"quest"}'],
  ["GET", "/api/salutes/balance?user_id=ext:demo-user"],
];

const scratch = mkdtempSync(join(tmpdir(), "salute-order-"));
try {
  const salute = join(scratch, "program");
  await run([process.execPath, "src/build/main.ts", "--outfile", salute, "--without-litestream"]);
  const first = await record(salute, "first", async (url) => {
    for (const path of PUBLIC_PATHS) await (await fetch(`${url}${path}`)).text();
    for (const call of SIGNED_CALLS)
      await run([salute, "call", ...call, "--profile", "live", "--base-url", url]);
    await Bun.sleep(A_MINUTE_OF_JOBS_MS);
  });
  const again = await record(salute, "again", () => Bun.sleep(JOBS_OF_A_START_MS));
  // The later start first: it is the common one.
  const lines = new Set([...again, ...first]);
  writeFileSync(ORDER, `v2\n${[...lines].join("\n")}\n`);
  console.log(`${ORDER}: ${lines.size} functions and modules`);
} finally {
  rmSync(scratch, { recursive: true });
}

/** Serves on the same data directory until the work is done. @returns the lines of the recording that are kept */
async function record(salute: string, name: string, work: (url: string) => Promise<void>): Promise<string[]> {
  const recording = join(scratch, `${name}.order`);
  const environment = { ...inScratch(), BUN_BYTECODE_ORDER_OUT: recording };
  const command = [salute, "serve", "--port", "0", "--data", join(scratch, "data")];
  const server = Bun.spawn(command, { env: environment, stdout: "ignore", stderr: "pipe" });
  try {
    await work(await addressOf(server.stderr));
  } finally {
    server.kill();
    await server.exited;
  }
  const [version, ...lines] = readFileSync(recording, "utf8").split("\n");
  if (version !== "v2") throw new Error(`the recording is of another version: ${version}`);
  return lines.filter((line) => KEPT.test(line));
}

/** The address in the line that the server logs once it listens; later lines are read and dropped. */
async function addressOf(log: ReadableStream<Uint8Array>): Promise<string> {
  const { promise, resolve: found, reject } = Promise.withResolvers<string>();
  void (async () => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of log) {
      text = (text + decoder.decode(chunk, { stream: true })).slice(-100_000);
      const address = /"message":"listening","address":"([^"]+)"/.exec(text)?.[1];
      if (address !== undefined) found(address);
    }
    reject(new Error(`the server did not start:\n${text}`));
  })();
  return promise;
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { cwd: ROOT, env: inScratch(), stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error(`failed: ${command.join(" ")}`);
}

/** Profiles of the CLI are written below the scratch directory. */
function inScratch(): Record<string, string> {
  return { PATH: process.env.PATH ?? "", HOME: scratch, XDG_CONFIG_HOME: scratch };
}
