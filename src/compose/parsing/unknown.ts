import { nearest } from "../../kit/nearest.ts";
import type { Environment } from "../environment.ts";
import { SETTINGS } from "../settings/index.ts";

/** A variable that looks like a setting but is none. */
export interface UnknownVariable {
  name: string;
  /** The setting that was probably meant. */
  nearest: string | null;
}

/** First words of settings under which other programs have variables too: of these only a near miss is reported. */
const SHARED = new Set([
  "BODY",
  "DATA",
  "LITESTREAM",
  "LOG",
  "MAIL",
  "MAX",
  "PUBLIC",
  "SAVE",
  "SMTP",
  "TOKEN",
]);
/** First words of settings that belong to other programs. */
const FOREIGN = new Set(["NODE", "XDG"]);
/** Of this project's own build and tests. */
const OF_BUILD = /^SALUTE_(BINARY$|BUILT_AT$|COMMIT$|TEST_)/;
/** Kubernetes announces a service named `salute` by SALUTE_PORT, SALUTE_SERVICE_HOST and SALUTE_PORT_8080_TCP_ADDR. */
const OF_KUBERNETES = /_(SERVICE_(HOST|PORT)(_[A-Z0-9_]+)?|PORT(_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?)$/;

const VARIABLES = Object.values(SETTINGS).map(({ variable }) => variable);
const FIRST_WORDS = new Set(
  VARIABLES.filter((name) => name.includes("_"))
    .map(firstWord)
    .filter((word) => !FOREIGN.has(word)),
);

/** Variables that share the first word of a setting's name and are not settings. */
export function unknownVariables(environment: Environment): UnknownVariable[] {
  return Object.keys(environment)
    .filter((name) => FIRST_WORDS.has(firstWord(name)) && !VARIABLES.includes(name))
    .filter((name) => !OF_BUILD.test(name) && !OF_KUBERNETES.test(name))
    .map((name) => ({ name, nearest: nearest(name, VARIABLES) }))
    .filter(({ name, nearest: near }) => near !== null || !SHARED.has(firstWord(name)))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** One sentence, without its full stop. */
export function describeUnknown({ name, nearest: near }: UnknownVariable): string {
  return `${name} is not a setting of salute and has no effect${near === null ? "" : `: did you mean ${near}?`}`;
}

function firstWord(name: string): string {
  return name.split("_")[0] ?? "";
}
