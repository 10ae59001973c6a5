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

/** Flags that say which server is meant, repeated by hints. */
const REPEATED = ["data", "env-file"] as const;

/** Adds flags, such as `--data ./here`, to every command that a text suggests, except those it has. */
function withFlags(text: string, flags: readonly string[]): string {
  return text.replaceAll(HINT, (hint) =>
    [hint, ...flags.filter((flag) => !hint.includes(flag.split(" ", 1)[0] ?? ""))].join(" "),
  );
}

/** Runs a command whose hints repeat its own `--data` and `--env-file`. Data as JSON stays as it is. */
export function withHints(args: readonly string[], work: () => Promise<number>): Promise<number> {
  const flags = REPEATED.flatMap((name) => {
    const value = typedValue(args, name);
    return value === null ? [] : [`--${name} ${shellWord(value)}`];
  });
  if (flags.length === 0) return work();
  const plain = output();
  const isData = VERBATIM.has(args[0] ?? "") || args.includes("--json");
  return withOutput(
    {
      ...plain,
      out: (bytes) => plain.out(typeof bytes === "string" && !isData ? withFlags(bytes, flags) : bytes),
      err: (text) => plain.err(withFlags(text, flags)),
    },
    work,
  );
}

/** The value of a flag as typed. */
function typedValue(args: readonly string[], name: string): string | null {
  const flag = `--${name}`;
  const at = args.findLastIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const value = args[at]?.startsWith(`${flag}=`) === true ? args[at].slice(flag.length + 1) : args[at + 1];
  return at === -1 || value === undefined || value === "" ? null : value;
}
