import { writeSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import { sleepSync } from "../kit/process/sleep.ts";
import { writeToStderr } from "../kit/process/stderr.ts";

/** The output of commands. */
export interface Output {
  out(bytes: string | Uint8Array): void;
  err(text: string): void;
  /** Whether the output is a terminal. */
  isTerminal: boolean;
  /** Asks the person at the terminal for a line; null if nobody can be asked. */
  ask: ((question: string) => Promise<string>) | null;
}

const STDIN = 0;
const STDOUT = 1;

/**
 * The process's own streams. Output to stdout is written completely before the command continues:
 * `process.stdout.write` passes a pipe its first 64 KiB and loses the rest at `process.exit`.
 */
const processOutput: Output = {
  out: writeFully,
  err: writeToStderr,
  isTerminal: isatty(STDOUT),
  ask: isatty(STDIN) ? askOnTerminal : null,
};

let current = processOutput;

export function output(): Output {
  return current;
}

/** Runs `work` with another output than the current one. */
export async function withOutput<Value>(other: Output, work: () => Promise<Value>): Promise<Value> {
  const before = current;
  current = other;
  try {
    return await work();
  } finally {
    current = before;
  }
}

const RETRY_MS = 5;

function writeFully(bytes: string | Uint8Array): void {
  let rest = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(STDOUT, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The reader has closed the pipe (`| head`): nobody is left to tell.
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
      sleepSync(RETRY_MS);
    }
  }
}

/** On stderr, so that a redirected output holds the result alone. */
async function askOnTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
