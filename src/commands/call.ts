import { buffer as bytesOf } from "node:stream/consumers";
import { SECOND_MS } from "../kit/clock.ts";
import { randomHex } from "../kit/ids.ts";
import { readAnswer } from "../kit/network/read-answer.ts";
import { systemRandom } from "../kit/random.ts";
import { type ClientSettings, resolveCaller, type SettingsOf } from "./call/caller.ts";
import { formatCurl } from "./call/curl.ts";
import { signRequest } from "./call/sign-request.ts";
import type { SignedRequest } from "./call/signed-request.ts";
import {
  type Command,
  CommandFailed,
  type Flags,
  type Invocation,
  print,
  printAside,
  repeatedFlag,
  textFlag,
  UsageError,
} from "./command.ts";
import { output } from "./output.ts";
import { readNamedFile } from "./terminal/named-file.ts";

const METHODS = ["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"];
const BODILESS = ["GET", "HEAD"];
const READS = [...BODILESS, "OPTIONS"];
const TIMEOUT_MS = 120 * SECOND_MS;
const MAX_ANSWER_BYTES = 512 * 2 ** 20;
/** Headers that `call` sets itself; others may be given. */
const OWN_HEADER = /^(x-partner-(key|timestamp|nonce|signature)|idempotency-key|host|content-length)$/i;

export const callCommand = (settingsOf: SettingsOf): Command => ({
  name: "call",
  usage:
    "call METHOD TARGET [--key ID --secret SECRET | --profile NAME] [--body JSON|@FILE|-] [--base-url URL] [--nonce HEX|none] [--idempotency-key KEY|none] [--header 'N: V']… [--print curl]",
  summary: "Send a signed request; the answer's body goes to stdout, its status line to stderr",
  details: [
    "Mutations get a fresh nonce and Idempotency-Key. Exit 0 if the answer is 2xx or 3xx, otherwise 1. Needs no data directory.",
    "The key comes from --key and --secret, otherwise --profile, otherwise SALUTE_KEY and SALUTE_SECRET. Profiles are in",
    '~/.config/salute/profiles.json (mode 0600): {"acme": {"key": "pk_…", "secret": "sk_…", "base_url": "https://…"}}',
    "The first start of a development server writes the profiles live and sandbox there; yours of these names stay.",
    "The base address: --base-url, the profile's, PUBLIC_BASE_URL, http://127.0.0.1:$PORT.",
  ].join("\n"),
  words: ["METHOD", "TARGET"],
  options: {
    key: { type: "string", value: "ID", meaning: "Key id (pk_live_…, pk_sandbox_…)" },
    secret: {
      type: "string",
      value: "SECRET",
      meaning: "Its secret; other users of the machine can see it on the command line",
    },
    profile: { type: "string", value: "NAME", meaning: "Key, secret and base address by name" },
    body: { type: "string", value: "BODY", meaning: "JSON, @FILE, or - for stdin", mayBeEmpty: true },
    "base-url": { type: "string", value: "URL", meaning: "The server's address" },
    nonce: { type: "string", value: "HEX", meaning: "Your own nonce, or none to send none" },
    "idempotency-key": {
      type: "string",
      value: "KEY",
      meaning: "The key of the request to retry, or none to send none",
    },
    header: { type: "string", multiple: true, value: "'N: V'", meaning: "An additional header; may repeat" },
    print: { type: "string", value: "curl", meaning: "Print the request as a curl command and send nothing" },
  },
  run: async (invocation) => {
    const printed = textFlag(invocation.flags, "print");
    if (printed !== undefined && printed !== "curl") throw new UsageError("--print only supports curl");
    const request = await requestOf(invocation, settingsOf(invocation));
    if (printed === undefined) return send(request, invocation.flags);
    print(formatCurl(request));
    return 0;
  },
});

/** @throws UsageError if method, target, body or headers cannot be sent */
async function requestOf({ words, flags }: Invocation, settings: ClientSettings): Promise<SignedRequest> {
  const { method, target } = methodAndTarget(words);
  const caller = resolveCaller(flags, settings);
  const { body, bodyFile } = await bodyOf(flags);
  if (body !== null && BODILESS.includes(method)) throw new UsageError(`${method} takes no --body`);
  const isMutation = !READS.includes(method);
  const nonce = given(flags, "nonce", () => (isMutation ? randomHex(16, systemRandom) : null));
  const idempotencyKey = given(flags, "idempotency-key", () =>
    isMutation ? `call-${randomHex(12, systemRandom)}` : null,
  );
  const { url, headers: signed } = signRequest(caller, { method, target, body, nonce, idempotencyKey });
  const further = furtherHeaders(flags);
  const hasType = further.some(([name]) => name.toLowerCase() === "content-type");
  const headers: [string, string][] = [
    ...(body === null || hasType ? [] : [["Content-Type", "application/json"] as [string, string]]),
    ...signed,
    ...further,
  ];
  return { method, url, headers, body, bodyFile };
}

function methodAndTarget([methodWord, target]: readonly string[]): { method: string; target: string } {
  if (methodWord === undefined || target === undefined)
    throw new UsageError("give a method and a target, such as: salute call GET /api/salutes/ledger");
  const method = methodWord.toUpperCase();
  if (!METHODS.includes(method)) throw new UsageError(`METHOD is one of ${METHODS.join(", ")}`);
  if (!target.startsWith("/")) throw new UsageError("TARGET is a path with its query, starting with /");
  return { method, target };
}

/** The flag's value; null for `none`; without the flag the result of `fresh`. */
function given(flags: Flags, name: string, fresh: () => string | null): string | null {
  const value = textFlag(flags, name);
  if (value === undefined) return fresh();
  if (!/^[\x21-\x7e]+$/.test(value)) throw new UsageError(`--${name} is visible ASCII, without blanks`);
  return value === "none" ? null : value;
}

async function bodyOf(flags: Flags): Promise<Pick<SignedRequest, "body" | "bodyFile">> {
  const text = textFlag(flags, "body");
  if (text === undefined) return { body: null, bodyFile: null };
  if (text === "-") return { body: await bytesOf(process.stdin), bodyFile: null };
  if (!text.startsWith("@")) return { body: Buffer.from(text), bodyFile: null };
  const file = text.slice(1);
  return { body: readNamedFile("--body", file), bodyFile: file };
}

function furtherHeaders(flags: Flags): [string, string][] {
  return repeatedFlag(flags, "header").map((text) => {
    const match = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*([\x20-\x7e\t]*)$/.exec(text);
    const [, name, value] = match ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(`--header ${JSON.stringify(text)} is not of the form 'Name: value'`);
    if (OWN_HEADER.test(name))
      throw new UsageError(`--header ${name}: call sets this one itself; see its other flags`);
    return [name, value.trim()];
  });
}

async function send(request: SignedRequest, flags: Flags): Promise<number> {
  const response = await answerTo(request);
  const bytes = await readAnswer(response, MAX_ANSWER_BYTES).catch((error: Error) => {
    throw new CommandFailed(`The answer broke off: ${error.message}.`);
  });
  printAside(`${response.status} ${response.statusText}`.trimEnd());
  output().out(isPretty(response, flags) ? prettyOr(bytes) : bytes);
  return response.status < 400 ? 0 : 1;
}

/** @throws CommandFailed without an answer */
async function answerTo({ method, url, headers, body }: SignedRequest): Promise<Response> {
  const sent = new Headers(headers.map(([name, value]) => [name, value]));
  try {
    return await fetch(url, {
      method,
      headers: sent,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === null ? {} : { body: body as BodyInit }),
    });
  } catch (error) {
    const { origin } = new URL(url);
    throw new CommandFailed(
      `No answer from ${origin}${whyNot(error as Error)}. Is the server running there? Another address: --base-url`,
    );
  }
}

/** Bun adds advice to a refused connection that says no more than ours. */
function whyNot({ message }: Error): string {
  const why = message.replace(/:? *(Unable to connect\. )?Is the computer able to access the url\?/, "");
  return why === "" ? "" : `: ${why.replace(/\.$/, "")}`;
}

function isPretty(response: Response, flags: Flags): boolean {
  const isJson = /^application\/([a-z.-]+\+)?json/.test(response.headers.get("content-type") ?? "");
  return isJson && output().isTerminal && flags.json !== true;
}

function prettyOr(bytes: Uint8Array): string | Uint8Array {
  try {
    return `${JSON.stringify(JSON.parse(Buffer.from(bytes).toString("utf8")), null, 2)}\n`;
  } catch {
    return bytes;
  }
}
