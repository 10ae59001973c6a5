import { shellWord } from "../../kit/shell-word.ts";
import { COMMANDS } from "../index.ts";
import { output, withOutput } from "../output.ts";

/** Commands without a data directory, or whose hints name another one than the reader's. */
const WITHOUT_DATA = new Set([
  "call",
  "openapi",
  "version",
  "fair-play verify",
  "restore",
  "standby",
  "promote",
]);
/** Commands whose output is data or a file, not words. */
const VERBATIM = new Set(["call", "openapi", "fair-play", "desk", "service"]);

const NAMES = COMMANDS.filter(({ name, isInternal }) => isInternal !== true && !WITHOUT_DATA.has(name))
  .map(({ name }) => name)
  .sort((one, other) => other.length - one.length)
  .join("|");

/** Flags with their values, placeholders, key ids and names of jobs. */
const ARGUMENTS = "(?: --[a-z-]+(?: [^\\s,;.)`]+)?| [A-Z][A-Z_|]*\\b| pk_\\w+|(?<=jobs run) [a-z_]+)*";

/** A suggested command with its arguments: `salute keys set pk_live_1 --rate-limit default`. */
const HINT = new RegExp(`(?<!Usage: )\\bsalute (?:${NAMES})(?![\\w-])${ARGUMENTS}`, "g");

/** Adds the reader's `--data` to every command that a text suggests. */
function withData(text: string, word: string): string {
  return text.replaceAll(HINT, (hint) => (hint.includes("--data") ? hint : `${hint} --data ${word}`));
}

/** Runs a command whose hints repeat its own `--data`. Data as JSON stays as it is. */
export function withHints(args: readonly string[], work: () => Promise<number>): Promise<number> {
  const dataDir = dataOf(args);
  if (dataDir === null) return work();
  const plain = output();
  const word = shellWord(dataDir);
  const isData = VERBATIM.has(args[0] ?? "") || args.includes("--json");
  return withOutput(
    {
      ...plain,
      out: (bytes) => plain.out(typeof bytes === "string" && !isData ? withData(bytes, word) : bytes),
      err: (text) => plain.err(withData(text, word)),
    },
    work,
  );
}

/** The value of `--data` as typed. */
function dataOf(args: readonly string[]): string | null {
  const at = args.findLastIndex((arg) => arg === "--data" || arg.startsWith("--data="));
  const value = args[at]?.startsWith("--data=") === true ? args[at].slice("--data=".length) : args[at + 1];
  return at === -1 || value === undefined || value === "" ? null : value;
}
