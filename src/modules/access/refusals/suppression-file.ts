import { readFileSync, statSync } from "node:fs";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import {
  parseSuppressions,
  type Suppression,
  SuppressionRules,
  SuppressionsError,
  suppressionsText,
} from "./suppression.ts";

/** The content of the file. */
export interface SuppressionState {
  rules: SuppressionRules;
  /** Hash of the file's bytes; of no bytes if the file does not exist. */
  revision: string;
  /** The fault of the file, as a sentence; null if there is none. With a fault no rule is active. */
  fault: string | null;
}

/** Time between two checks of the file while refusals are counted; an edit takes effect within 1 s. */
const LOOK_MS = 250;

/** SUPPRESSIONS_FILE: edited by hand, or rewritten atomically. A broken file is never overwritten. */
export class SuppressionFile {
  #state: SuppressionState | null = null;
  /** Identifies the version of the file that was read. */
  #stamp = "";
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(readonly path: string) {}

  /** The state from a check that is at most 250 ms old. */
  recent(now: number): SuppressionState {
    const elapsed = performance.now() - this.#lookedAt;
    return this.#state !== null && elapsed < LOOK_MS ? this.#state : this.read(now);
  }

  /** The state from a check now. Never throws: an unreadable file is a fault. */
  read(now: number): SuppressionState {
    this.#lookedAt = performance.now();
    const stamp = stampOf(this.path);
    if (this.#state === null || stamp !== this.#stamp) {
      this.#state = stateOf(this.path, now);
      this.#stamp = stamp;
    }
    return this.#state;
  }

  /** Replaces the file with these rules. @throws the file system's own errors */
  replace(rules: readonly Suppression[], now: number): SuppressionState {
    replacePrivateFile(this.path, suppressionsText(rules));
    this.#state = null;
    return this.read(now);
  }
}

function stampOf(path: string): string {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch (error) {
    return codeOf(error);
  }
}

function stateOf(path: string, now: number): SuppressionState {
  let bytes = "";
  try {
    bytes = readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    const fault = code === "ENOENT" ? null : `The suppressions file cannot be read (${code}).`;
    return { rules: new SuppressionRules([]), revision: sha256Hex(""), fault };
  }
  const revision = sha256Hex(bytes);
  try {
    return { rules: new SuppressionRules(parseSuppressions(bytes, now)), revision, fault: null };
  } catch (error) {
    if (!(error instanceof SuppressionsError)) throw error;
    const fault = `The suppressions file is broken and suppresses nothing: ${error.message}.`;
    return { rules: new SuppressionRules([]), revision, fault };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
