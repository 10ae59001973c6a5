import { isoUtc, systemClock } from "../clock.ts";
import { drainStderr, writeToStderr } from "./stderr.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
type Fields = Record<string, string | number | boolean | null | undefined>;

export interface Logger {
  readonly level: LogLevel;
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  /** Logs background activity: at info, but at debug on a terminal, where it would scroll other output away. */
  routine(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  /** Whether a line at this level would be written; check before building costly fields. */
  enabled(level: LogLevel): boolean;
  /** Changes which further lines are written. */
  setLevel(level: LogLevel): void;
  /** Writes buffered lines, and waits for a slow reader: for the end of the process. */
  flush(): void;
}

const FLUSH_AFTER_MS = 20;
const FLUSH_AFTER_CHARACTERS = 64 * 1024;

/**
 * Logs one JSON object per line to stderr; short readable lines if `pretty`. Lines are buffered for a few
 * milliseconds, so that a busy server combines many into one write; errors are written at once.
 */
export function createLogger(
  level: LogLevel,
  pretty: boolean,
  write: (text: string) => void = writeToStderr,
): Logger {
  let buffer = "";
  let timer: ReturnType<typeof setTimeout> | null = null;

  function writeGathered(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const text = buffer;
    buffer = "";
    if (text !== "") write(text);
  }

  function flush(): void {
    writeGathered();
    if (write === writeToStderr) drainStderr();
  }

  if (write === writeToStderr) process.once("exit", flush);
  const levelsFrom = (least: LogLevel) => new Set<LogLevel>(LOG_LEVELS.slice(LOG_LEVELS.indexOf(least)));
  let least = level;
  let written = levelsFrom(level);

  function enabled(lineLevel: LogLevel): boolean {
    return written.has(lineLevel);
  }

  function line(lineLevel: LogLevel, message: string, fields: Fields = {}): void {
    if (!enabled(lineLevel)) return;
    const time = isoUtc(systemClock.now());
    buffer += pretty
      ? `${time.slice(11, 19)} ${lineLevel.padEnd(5)} ${message}${prettyFields(fields)}\n`
      : `${JSON.stringify({ time, level: lineLevel, message, ...fields })}\n`;
    if (lineLevel === "error" || buffer.length > FLUSH_AFTER_CHARACTERS) writeGathered();
    else timer ??= setTimeout(writeGathered, FLUSH_AFTER_MS).unref();
  }

  return {
    get level() {
      return least;
    },
    setLevel(next) {
      least = next;
      written = levelsFrom(next);
    },
    enabled,
    flush,
    debug: (message, fields) => line("debug", message, fields),
    info: (message, fields) => line("info", message, fields),
    routine: (message, fields) => line(pretty ? "debug" : "info", message, fields),
    warn: (message, fields) => line("warn", message, fields),
    error: (message, fields) => line("error", message, fields),
  };
}

function prettyFields(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${String(value)}`)
    .join("");
}

/** An error for the log: its stack if any, then its causes. Never for an answer. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\ncaused by ${describeError(error.cause)}`;
}
