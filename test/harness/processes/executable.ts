import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Credentials } from "../app/signing.ts";
import { until } from "../until.ts";
import { executable } from "./build.ts";
import { CLIENT_CONFIG } from "./scratch.ts";

/** Timeout for building, and for starting under load. */
export const SLOW_MS = 60_000;

export interface ProcessResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A separate process with only the given environment variables. */
export class Running {
  stdout = "";
  stderr = "";
  readonly finished: Promise<ProcessResult>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.on("data", (chunk) => {
      this.stdout += String(chunk);
    });
    child.stderr?.on("data", (chunk) => {
      this.stderr += String(chunk);
    });
    this.finished = new Promise((done, fail) => {
      child.once("error", fail);
      child.once("close", (code, signal) => done({ code, signal, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error("the process did not start");
    return this.child.pid;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits until the output matches. @throws Error if the process ends first, or after the deadline */
  async printed(pattern: RegExp, deadlineMs?: number): Promise<RegExpExecArray> {
    let hasEnded = false;
    void this.finished.then(() => {
      hasEnded = true;
    });
    return until(
      () => {
        const match = pattern.exec(this.stdout);
        if (match === null && hasEnded)
          throw new Error(`the process ended without printing ${pattern}: ${this.stdout}${this.stderr}`);
        return match;
      },
      deadlineMs,
      2,
    );
  }
}

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Creates a process group, which can be signalled like a terminal does. */
  ownGroup?: boolean;
}

/** Starts any command. */
export function start(command: string[], options: RunOptions = {}): Running {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: options.cwd ?? tmpdir(),
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      XDG_CONFIG_HOME: CLIENT_CONFIG,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.ownGroup === true,
  });
  return new Running(child);
}

/** Runs a command of the executable and waits for its end. */
export function salute(args: string[], options: RunOptions = {}): Promise<ProcessResult> {
  return start([executable(), ...args], options).finished;
}

/** Servers of tests have no chain unless they ask for it: the demo chain takes most of a first start's processor time. */
export const WITHOUT_CHAIN = { TOKEN_MINT: "So11111111111111111111111111111111111111112" };
export const WITH_DEMO_CHAIN = { TOKEN_MINT: "" };

/** A listening server under test. */
export interface Server extends Running {
  url: string;
}

/** Starts the executable's server on a free port and waits until it listens. */
export async function startServer(dataDir: string, options: RunOptions = {}): Promise<Server> {
  const command = [executable(), "serve", "--port", "0", "--data", dataDir];
  const running = start(command, { ...options, env: { ...WITHOUT_CHAIN, ...options.env } });
  const [, url = ""] = await running.printed(/^salute listens on (\S+)$/m);
  return Object.assign(running, { url });
}

/** Output of a first start: keys and snippet. */
export interface FirstStart {
  live: Credentials;
  sandbox: Credentials;
  snippet: string;
}

/** Waits for the output of a first start and parses it. */
export async function readFirstStart(server: Server): Promise<FirstStart> {
  const [, snippet = ""] = await server.printed(/pasting this:\n\n([\s\S]+?)\n\n/);
  const credentials = (mode: string): Credentials => {
    const found = new RegExp(`(pk_${mode}_\\S+)\\s+(sk_${mode}_\\S+)`).exec(server.stdout);
    return { key_id: found?.[1] ?? "", secret: found?.[2] ?? "" };
  };
  return { live: credentials("live"), sandbox: credentials("sandbox"), snippet };
}

/** Creates a temporary directory; call `remove` at the end. */
export function scratch(parent = tmpdir()): { path: string; data: string; remove: () => void } {
  const path = mkdtempSync(join(parent, "salute-binary-test-"));
  return { path, data: join(path, "data"), remove: () => rmSync(path, { recursive: true, force: true }) };
}
