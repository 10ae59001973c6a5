import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Credentials, newNonce, sign } from "../app/signing.ts";
import { ROOT } from "./build.ts";
import { type Running, readFirstStart, type Server, start, WITHOUT_CHAIN } from "./executable.ts";
import { type ProgramResult, run } from "./programs.ts";

const UP_MS = 120_000;

/** Machines with one replica: data directories with the same key files. */
export class Machines {
  readonly root = mkdtempSync(join(tmpdir(), "salute-machines-"));
  readonly #running = new Set<Running>();
  #made = 0;
  readonly environment: Record<string, string>;

  constructor(
    /** Command line of salute: an executable, or the sources. */
    readonly salute: readonly string[],
    /** Must contain LITESTREAM_REPLICA_URL. */
    environment: Record<string, string>,
  ) {
    this.environment = { ...WITHOUT_CHAIN, ...environment };
  }

  /** Creates a directory with only the key files of another. */
  vacant(keysOf: string): string {
    const path = this.fresh();
    mkdirSync(path, { mode: 0o700 });
    for (const name of ["master.key", "log.key"]) cpSync(join(keysOf, name), join(path, name));
    return path;
  }

  /** Path of a directory that does not exist yet. */
  fresh(): string {
    this.#made++;
    return join(this.root, `machine-${this.#made}`);
  }

  begin(command: "serve" | "promote" | "standby", data: string, env: Record<string, string> = {}): Running {
    return this.beginWith([command], data, env);
  }

  beginWith(command: readonly string[], data: string, env: Record<string, string> = {}): Running {
    const words = [...this.salute, ...command, "--port", "0", "--data", data];
    const running = start(words, { env: { ...this.environment, ...env }, cwd: ROOT });
    this.#running.add(running);
    return running;
  }

  /** Runs promote with the operator's confirmation that the other machine is off. */
  beginFenced(data: string): Running {
    return this.beginWith(["promote", "--fenced"], data);
  }

  /** Waits until a server listens, which may first have to wait for a lease and to restore. */
  async up(running: Running): Promise<Server> {
    const [, url = ""] = await running.printed(/^salute listens on (\S+)$/m, UP_MS);
    return Object.assign(running, { url });
  }

  async serve(data: string, env: Record<string, string> = {}): Promise<Server> {
    return this.up(this.begin("serve", data, env));
  }

  async promote(data: string, env: Record<string, string> = {}): Promise<Server> {
    return this.up(this.begin("promote", data, env));
  }

  /** The first machine, and its live key. */
  async first(env: Record<string, string> = {}): Promise<{ data: string; server: Server; key: Credentials }> {
    const data = this.fresh();
    const server = await this.serve(data, env);
    const { live: key } = await readFirstStart(server);
    const unlimited = await this.command(["keys", "set", key.key_id, "--rate-limit", "0"], data);
    if (unlimited.exitCode !== 0) throw new Error(unlimited.stderr);
    return { data, server, key };
  }

  command(words: string[], data: string, env: Record<string, string> = {}): Promise<ProgramResult> {
    return run([...this.salute, ...words, "--data", data], {
      environment: { ...this.environment, ...env },
      cwd: ROOT,
    });
  }

  /** Removes the directory of a lost machine. */
  forget(data: string): void {
    rmSync(data, { recursive: true, force: true });
  }

  /** Kills a server and its Litestream with SIGKILL. */
  async kill(server: Running): Promise<void> {
    server.kill("SIGKILL");
    await server.finished;
    this.#running.delete(server);
  }

  /** Sends SIGTERM and waits for the end of the process. */
  async end(server: Running): Promise<void> {
    server.kill("SIGTERM");
    await server.finished;
    this.#running.delete(server);
  }

  async remove(): Promise<void> {
    for (const running of this.#running) {
      running.kill("SIGCONT");
      running.kill("SIGTERM");
      const late = setTimeout(() => running.kill("SIGKILL"), 15_000);
      await running.finished;
      clearTimeout(late);
    }
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Sends one signed credit. */
export function credit(url: string, key: Credentials, intent: string, amount = 1): Promise<Response> {
  const path = "/api/salutes/credit";
  const body = JSON.stringify({ user_id: "ext:demo-user", amount, reason: "failover" });
  const nonce = newNonce();
  const timestamp = Math.floor(Date.now() / 1000);
  return fetch(url + path, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "idempotency-key": intent,
      ...sign(key, "POST", path, { body, nonce, timestamp }),
    },
  });
}

export interface AcknowledgedCredit {
  intent: string;
  /** Id of the ledger entry. */
  id: number;
  /** Milliseconds of performance.now(). */
  at: number;
}

const WORKERS = 4;
/** Pause of a worker between two credits: machines are lost in the middle of changes, but of no full load. */
const PACE_MS = 4;
/** The same where each change waits until the replica has it. */
export const STRICT_PACE_MS = 40;
/** The same after a refusal or without a server. */
const REFUSED_PAUSE_MS = 200;

/** Sends signed credits continuously until stopped or until the server is gone. */
export class Load {
  readonly acknowledged: AcknowledgedCredit[] = [];
  /** Sent intents without acknowledgement. */
  readonly open = new Set<string>();
  readonly refusals = new Map<string, number>();
  #isOn = true;
  readonly #workers: Promise<void>[];

  constructor(
    url: string,
    key: Credentials,
    private readonly paceMs = PACE_MS,
  ) {
    this.#workers = Array.from({ length: WORKERS }, () => this.#work(url, key));
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#workers);
  }

  async #work(url: string, key: Credentials): Promise<void> {
    while (this.#isOn) {
      const intent = `load-${newNonce()}`;
      this.open.add(intent);
      try {
        const answer = await credit(url, key, intent);
        const body = (await answer.json()) as { ledger_entry_id: number; error?: string };
        if (answer.status === 200) {
          this.acknowledged.push({ intent, id: body.ledger_entry_id, at: performance.now() });
          this.open.delete(intent);
          await Bun.sleep(this.paceMs);
        } else {
          this.refusals.set(body.error ?? "", (this.refusals.get(body.error ?? "") ?? 0) + 1);
          await Bun.sleep(REFUSED_PAUSE_MS);
        }
      } catch {
        await Bun.sleep(REFUSED_PAUSE_MS);
      }
    }
  }
}
