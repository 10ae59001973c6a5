import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dispatch } from "../../../src/commands/dispatch.ts";
import { withOutput } from "../../../src/commands/output.ts";
import { executable } from "./build.ts";

export interface CommandResult {
  code: number;
  out: string;
  err: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers and assert their shape
  readonly json: any;
}

export interface RunOptions {
  /** Added to the process's environment variables; undefined unsets one. */
  env?: Record<string, string | undefined>;
  isTerminal?: boolean;
  /** The answer of the person at the terminal; nobody is there without one. */
  answer?: string;
}

/** Runs a command in this process, as `salute …args` would. */
export async function salute(
  args: string[],
  { env = {}, isTerminal = false, answer }: RunOptions = {},
): Promise<CommandResult> {
  const chunks: Uint8Array[] = [];
  let err = "";
  // A world's snapshot ends with its turn; the command's last checkpoint would wait for it, and block this process.
  await new Promise(setImmediate);
  const restore = setEnvironment({ ...OWN_SETTINGS, ...env });
  try {
    const code = await withOutput(
      {
        out: (bytes) => chunks.push(typeof bytes === "string" ? Buffer.from(bytes) : bytes),
        err: (text) => {
          err += text;
        },
        isTerminal,
        ask:
          answer === undefined
            ? null
            : (question) => {
                err += question;
                return Promise.resolve(answer);
              },
      },
      () => dispatch(args),
    );
    return ran(code, Buffer.concat(chunks).toString("utf8"), err);
  } finally {
    restore();
  }
}

/** Runs a command of the executable. */
export async function spawnSalute(
  args: string[],
  env: Record<string, string> = {},
  stdin = "",
): Promise<CommandResult> {
  const child = Bun.spawn([executable(), ...args], {
    env: { ...process.env, ...env },
    stdin: Buffer.from(stdin),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return ran(code, out, err);
}

/** Creates a temporary directory; call `remove` at the end. */
export function scratch(): { path: string; file: (name: string) => string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "salute-test-"));
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Settings that the machine running the tests may have. */
const OWN_SETTINGS: Record<string, string | undefined> = {
  SALUTE_ENV: undefined,
  SALUTE_KEY: undefined,
  SALUTE_SECRET: undefined,
  PUBLIC_BASE_URL: undefined,
  DATA_DIR: undefined,
  PORT: undefined,
};

function setEnvironment(values: Record<string, string | undefined>): () => void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  for (const [name, value] of Object.entries(values)) assign(name, value);
  return () => {
    for (const [name, value] of before) assign(name, value);
  };
}

function assign(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

function ran(code: number, out: string, err: string): CommandResult {
  return {
    code,
    out,
    err,
    get json() {
      return JSON.parse(out);
    },
  };
}
