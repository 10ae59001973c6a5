import { isRefusalReason, type RefusalReason } from "../../../http/answers/refusal-reason.ts";
import { DAY_MS, isoUtc, timeOfIso } from "../../../kit/clock.ts";
import { type AddressSet, createAddressSet, isCidr } from "../../../kit/network/addresses.ts";
import { globMatches } from "./glob.ts";

/** A rule that removes expected refusals from operators' counts (contract section 17). */
export interface Suppression {
  id: string;
  /** On the path's template: `*` within a segment, `**` across. */
  path_glob: string;
  method: string | null;
  reason: RefusalReason | null;
  key_id: string | null;
  /** An address or a CIDR range, matched before addresses are hashed. */
  source: string | null;
  note: string;
  owner: string;
  /** Unix milliseconds; null if written by hand without a time. */
  created_at: number | null;
  /** Unix milliseconds. */
  expires_at: number;
}

/** The fields of a refusal that rules examine. */
export interface RefusalFields {
  method: string;
  path: string;
  reason: RefusalReason;
  /** Empty unless the signature was right. */
  keyId: string;
  address: string;
}

export const MAX_RULES = 500;
export const MAX_DAYS = 365;
export const SUPPRESSION_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The file's content is invalid; the message names the place. */
export class SuppressionsError extends Error {}

/** A set of rules; each path is matched once. */
export class SuppressionRules {
  readonly #byPath = new Map<string, readonly Suppression[]>();
  readonly #networks: ReadonlyMap<Suppression, AddressSet>;

  constructor(readonly all: readonly Suppression[]) {
    this.#networks = new Map(
      all.flatMap((rule) => (rule.source === null ? [] : [[rule, createAddressSet([rule.source])]])),
    );
  }

  /** The first active rule that matches, or null. */
  find(refused: RefusalFields, now: number): Suppression | null {
    for (const rule of this.#rulesOf(refused.path)) {
      if (rule.expires_at > now && this.#matches(rule, refused)) return rule;
    }
    return null;
  }

  #rulesOf(path: string): readonly Suppression[] {
    const known = this.#byPath.get(path);
    if (known !== undefined) return known;
    const rules = this.all.filter(({ path_glob }) => globMatches(path_glob, path));
    this.#byPath.set(path, rules);
    return rules;
  }

  #matches(rule: Suppression, { method, reason, keyId, address }: RefusalFields): boolean {
    return (
      (rule.method === null || rule.method === method) &&
      (rule.reason === null || rule.reason === reason) &&
      (rule.key_id === null || rule.key_id === keyId) &&
      (this.#networks.get(rule)?.contains(address) ?? true)
    );
  }
}

/**
 * Reads SUPPRESSIONS_FILE: `{suppressions: [rule]}`. `note`, `owner` and `created_at` may be missing.
 * @throws SuppressionsError naming the first fault
 */
export function parseSuppressions(text: string, now: number): Suppression[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new SuppressionsError("it is not JSON");
  }
  if (!isObject(file)) throw new SuppressionsError("it is not a JSON object");
  refuseOthers(file, ["suppressions"], "");
  if (!Array.isArray(file.suppressions)) throw new SuppressionsError("suppressions must be a list");
  if (file.suppressions.length > MAX_RULES)
    throw new SuppressionsError(`suppressions must have at most ${MAX_RULES} rules`);
  const rules = file.suppressions.map((rule, index) => ruleOf(rule, `suppressions[${index}]`, now));
  const ids = new Set<string>();
  for (const { id } of rules) {
    if (ids.has(id)) throw new SuppressionsError(`the id ${id} appears twice`);
    ids.add(id);
  }
  return rules;
}

/** The file's text for these rules. */
export function suppressionsText(rules: readonly Suppression[]): string {
  const suppressions = rules.map((rule) =>
    Object.fromEntries(Object.entries(suppressionView(rule)).filter(([, value]) => value !== null)),
  );
  return `${JSON.stringify({ suppressions }, null, 2)}\n`;
}

/** A rule as shown in answers and in the file. */
export function suppressionView({ created_at, expires_at, ...rule }: Suppression) {
  return {
    ...rule,
    created_at: created_at === null ? null : isoUtc(created_at),
    expires_at: isoUtc(expires_at),
  };
}

const FIELDS = [
  "id",
  "path_glob",
  "method",
  "reason",
  "key_id",
  "source",
  "note",
  "owner",
  "created_at",
  "expires_at",
];

function ruleOf(value: unknown, where: string, now: number): Suppression {
  if (!isObject(value)) throw new SuppressionsError(`${where} must be an object`);
  refuseOthers(value, FIELDS, `${where}.`);
  const { method, reason, key_id, source, created_at } = value;
  const fault = (field: string, words: string) => new SuppressionsError(`${where}.${field} ${words}`);
  const text = (field: string, max: number): string => {
    const given = value[field];
    if (typeof given !== "string" || given === "" || given.length > max || /\p{Cc}/u.test(given))
      throw fault(field, `must be text of 1 to ${max} characters`);
    return given;
  };
  const isUnset = (given: unknown) => given === undefined || given === null || given === "";
  const time = (field: string): number => {
    const at = typeof value[field] === "string" ? timeOfIso(value[field]) : Number.NaN;
    if (Number.isNaN(at)) throw fault(field, "must be an ISO 8601 time");
    return at;
  };
  if (!isUnset(method) && !SUPPRESSION_METHODS.some((each) => each === method))
    throw fault("method", `must be one of ${SUPPRESSION_METHODS.join(", ")}`);
  if (!isUnset(reason) && !isRefusalReason(reason)) throw fault("reason", "is not a reason of a refusal");
  if (!isUnset(source) && !(typeof source === "string" && isCidr(source)))
    throw fault("source", "must be an address or a CIDR range");
  const expires_at = time("expires_at");
  if (expires_at > now + MAX_DAYS * DAY_MS)
    throw fault("expires_at", `must be at most ${MAX_DAYS} days ahead`);
  return {
    id: text("id", 64),
    path_glob: text("path_glob", 256),
    method: isUnset(method) ? null : String(method),
    reason: isRefusalReason(reason) ? reason : null,
    key_id: isUnset(key_id) ? null : text("key_id", 64),
    source: isUnset(source) ? null : String(source),
    note: isUnset(value.note) ? "" : text("note", 500),
    owner: isUnset(value.owner) ? "" : text("owner", 100),
    created_at: isUnset(created_at) ? null : time("created_at"),
    expires_at,
  };
}

function refuseOthers(value: object, fields: readonly string[], where: string): void {
  for (const name of Object.keys(value))
    if (!fields.includes(name)) throw new SuppressionsError(`${where}${name} is unknown`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
