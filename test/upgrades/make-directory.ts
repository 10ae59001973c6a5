import { Database } from "bun:sqlite";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listening, NO_LIMITS, type Target } from "../contract/target.ts";
import { type Server, salute, startServer } from "../harness/processes/executable.ts";
import { until } from "../harness/until.ts";
import { startChain } from "./chain.ts";
import { fill, type Identities } from "./contents.ts";

/**
 * `bun test/upgrades/make-directory.ts FILE`: a server of the built executable (SALUTE_BINARY) fills a new data directory with
 * rows of every module, and its archive becomes FILE. Its keys and secrets are of no other use.
 */

/** What the directory holds, for comparison after an upgrade. */
export interface DirectoryFacts {
  identities: Identities;
  tokenMint: string;
  /** Hundredths by user id, and the number of entries. */
  balances: Record<string, number>;
  entries: number;
  /** The signed log's last note, and its public key. */
  checkpoint: string;
  vkey: string;
  webhook: { id: number; secret: string };
  /** Rows per table of live.db. */
  rows: Record<string, number>;
}

export const FACTS_FILE = "facts.json";
/** Not part of what an upgrade needs; the WAL is empty. */
const LEFT_OUT = ["backups", "rpc-turns.json", "rpc-turns.lock", "live.db-wal", "live.db-shm"];
const DELIVERED_MS = 20_000;
/** The repository's limit of a file. */
const MOST_BYTES = 256 * 1_024;

export const UPGRADE_SETTINGS: Record<string, string> = {
  ...NO_LIMITS,
  PUBLIC_BASE_URL: "https://salute.example",
  WEBHOOK_ALLOW_HTTP: "1",
  WEBHOOK_ALLOW_PRIVATE: "1",
  LOG_LEVEL: "warn",
};

/** Starts a server on a directory, as a target of calls and commands. */
export async function serveDirectory(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ target: Target; server: Server }> {
  const env = { ...UPGRADE_SETTINGS, ...settings };
  const server = await startServer(dataDir, { env });
  const command = async (...words: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await salute([...words, "--json", "--data", dataDir], { env });
    if (code !== 0) throw new Error(`salute ${words.join(" ")}: ${stdout}${stderr}`);
    return /^[{[]/.test(stdout) ? JSON.parse(stdout) : stdout;
  };
  const stop = async () => {
    server.kill("SIGTERM");
    const { code, stderr } = await server.finished;
    if (code !== 0) throw new Error(`the server ended with ${code}: ${stderr}`);
  };
  return { target: await listening(server.url, dataDir, command, stop), server };
}

/** Makes the archive. @throws Error if it would be too large, or a delivery is not made */
export async function makeDirectory(file: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "salute-directory-"));
  const data = join(scratch, "data");
  const chain = await startChain();
  let received = 0;
  const take = () => {
    received++;
    return new Response("taken");
  };
  const receiver = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: take });
  try {
    const { target } = await serveDirectory(data, chain.settings);
    const identities = await fill(target);
    const webhook = await creditWithHook(target, identities, `http://127.0.0.1:${receiver.port}/hook`);
    await until(() => received > 0 || null, DELIVERED_MS);
    const checkpoint = (await target.call("GET", "/log/checkpoint")).text;
    const vkey = (await target.call("GET", "/log/vkey")).text.trim();
    await target.close();
    const tokenMint = chain.settings.TOKEN_MINT ?? "";
    const facts = { identities, tokenMint, checkpoint, vkey, webhook, ...readRows(data) };
    for (const name of LEFT_OUT) rmSync(join(data, name), { recursive: true, force: true });
    writeFileSync(join(data, FACTS_FILE), `${JSON.stringify(facts, null, 1)}\n`);
    const bytes = await packed(data);
    if (bytes.length > MOST_BYTES)
      throw new Error(`the archive has ${bytes.length} bytes, more than ${MOST_BYTES}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  } finally {
    await receiver.stop(true);
    await chain.stop();
    rmSync(scratch, { recursive: true });
  }
}

/** Reads a directory's balances, entries and counts. */
export function readRows(data: string): Pick<DirectoryFacts, "balances" | "entries" | "rows"> {
  const file = new Database(join(data, "live.db"), { readonly: true });
  try {
    const count = (table: string) =>
      file.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM "${table}"`).get()?.rows ?? 0;
    const tables = file
      .query<{ name: string }, []>(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name",
      )
      .all();
    const users = file.query<{ id: number; balance: number }, []>("SELECT id, balance FROM users").all();
    return {
      balances: Object.fromEntries(users.map(({ id, balance }) => [id, balance])),
      entries: count("ledger_entries"),
      rows: Object.fromEntries(tables.map(({ name }) => [name, count(name)])),
    };
  } finally {
    file.close();
  }
}

/** Creates a webhook, and an event for it. */
async function creditWithHook(
  { call }: Target,
  { live }: Identities,
  target_url: string,
): Promise<DirectoryFacts["webhook"]> {
  const hook = { event_type: "*", target_url };
  const { json } = await call("POST", "/api/partner/webhooks", { key: live, body: hook });
  const credit = { user_id: "ext:demo-user", amount: 12.5, reason: "quest" };
  await call("POST", "/api/salutes/credit", { key: live, body: credit });
  return { id: json.webhook.id, secret: json.webhook.secret };
}

async function packed(data: string): Promise<Uint8Array> {
  const command = [
    "tar",
    "-c",
    "--sort=name",
    "--owner=0",
    "--group=0",
    "-C",
    data,
    ...readdirSync(data).sort(),
  ];
  const tar = Bun.spawnSync(command, { stdout: "pipe", stderr: "inherit" });
  return Bun.zstdCompressSync(tar.stdout, { level: 22 });
}

/** Unpacks an archive. @returns its facts */
export function unpackDirectory(file: string, data: string): DirectoryFacts {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const tar = Bun.zstdDecompressSync(readFileSync(file));
  const { exitCode, stderr } = Bun.spawnSync(["tar", "-x", "-C", data], { stdin: tar, stderr: "pipe" });
  if (exitCode !== 0) throw new Error(`${file}: ${stderr.toString()}`);
  const facts = JSON.parse(readFileSync(join(data, FACTS_FILE), "utf8"));
  rmSync(join(data, FACTS_FILE));
  return facts;
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error("usage: bun test/upgrades/make-directory.ts FILE");
  await makeDirectory(file);
  console.log(`${file}: ${readFileSync(file).length} bytes`);
}
