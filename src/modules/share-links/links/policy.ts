import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";

/** The destinations of audio-share links beyond the site's own origin (contract section 14). */
export interface Policy {
  /** Host names, and `*.x` for every host under x but not x itself. */
  allow: readonly string[];
  /** The same form; takes precedence over allow. */
  deny: readonly string[];
  /** Of http and https. */
  schemes: readonly string[];
  /** In addition to the scheme's own port. */
  ports: readonly number[];
  /** Limit in characters of a destination, as given and as shared. */
  max_length: number;
  /** Whether links may have a landing page; without, all of them redirect. */
  landing: boolean;
  revision: string;
  source: "built_in" | "file";
}

/** A policy file is invalid; the message follows the file's name. */
export class PolicyError extends Error {}

/** The policy without a file: links lead only to the site's own origin. */
export const BUILT_IN_POLICY: Policy = {
  allow: [],
  deny: [],
  schemes: ["https"],
  ports: [],
  max_length: 2_048,
  landing: true,
  revision: "built-in-1",
  source: "built_in",
};

const KNOWN = ["allow", "deny", "schemes", "ports", "max_length", "landing", "revision"];

/** Parses a policy file's text; missing members get the built-in values. @throws PolicyError */
export function parsePolicy(text: string): Policy {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new PolicyError("is not valid JSON");
  }
  if (typeof file !== "object" || file === null || Array.isArray(file))
    throw new PolicyError("must hold a JSON object");
  const unknown = Object.keys(file).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw new PolicyError(`has ${unknown}, which is none of ${KNOWN.join(", ")}`);
  const { allow = [], deny = [], schemes = BUILT_IN_POLICY.schemes, ports = [], ...rest } = file as RawPolicy;
  const policy = {
    allow: listOf("allow", allow, hostPattern),
    deny: listOf("deny", deny, hostPattern),
    schemes: listOf("schemes", schemes, scheme),
    ports: listOf("ports", ports, port),
    max_length: maxLength(rest.max_length ?? BUILT_IN_POLICY.max_length),
    landing: flag(rest.landing ?? BUILT_IN_POLICY.landing),
  };
  return { ...policy, revision: revision(rest.revision) ?? fingerprint(policy), source: "file" };
}

interface RawPolicy {
  allow?: unknown;
  deny?: unknown;
  schemes?: unknown;
  ports?: unknown;
  max_length?: unknown;
  landing?: unknown;
  revision?: unknown;
}

function listOf<Item>(name: string, value: unknown, item: (each: unknown, where: string) => Item): Item[] {
  if (!Array.isArray(value)) throw new PolicyError(`has a ${name} that is not a list`);
  return value.map((each, index) => item(each, `${name}[${index}]`));
}

function hostPattern(value: unknown, where: string): string {
  const host = typeof value === "string" ? value.replace(/^\*\./, "") : "";
  const normal = URL.parse(`https://${host}/`)?.hostname ?? null;
  if (
    host === "" ||
    normal === null ||
    !/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/.test(normal) ||
    host.includes("/")
  )
    throw new PolicyError(`has ${where}, which is neither a host such as example.com nor *.example.com`);
  if (normal !== host)
    throw new PolicyError(`has ${where}: write it as ${String(value).startsWith("*.") ? "*." : ""}${normal}`);
  return value as string;
}

function scheme(value: unknown, where: string): string {
  if (value !== "https" && value !== "http")
    throw new PolicyError(`has ${where}, which is neither https nor http`);
  return value;
}

function port(value: unknown, where: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > 65_535)
    throw new PolicyError(`has ${where}, which is not a port`);
  return value;
}

function maxLength(value: unknown): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 16 || value > 8_192)
    throw new PolicyError("has a max_length that is not a whole number from 16 to 8192");
  return value;
}

function flag(value: unknown): boolean {
  if (typeof value !== "boolean") throw new PolicyError("has a landing that is neither true nor false");
  return value;
}

function revision(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^[\x21-\x7e]{1,64}$/.test(text))
    throw new PolicyError("has a revision that is neither a number nor 1 to 64 visible characters");
  return text;
}

function fingerprint(policy: object): string {
  return sha256Hex(canonicalJson(policy)).slice(0, 12);
}
