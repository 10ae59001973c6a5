import { pickLeast, reachedBy } from "../../kit/bigint.ts";
import type { QuorumValue } from "../chain-reader.ts";
import { ChainDisagreement, ChainUnavailable, type FieldDisagreement, NotThere } from "../errors.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Timing } from "./timing.ts";

/** One address's answer. */
export interface Answer<Value> {
  value: Value;
  /** Null if the answer has no slot. */
  slot: bigint | null;
}

/** A request to several addresses, and the comparison of their answers. */
export interface Question<Value> {
  /** Answers of an older slot do not count. */
  minSlot: bigint;
  /** All addresses, so that a wrong one is noticed; otherwise only a quorum, and more if they disagree. */
  askAll: boolean;
  ask(endpoint: Endpoint, minSlot: bigint): Promise<Answer<Value>>;
  /** The answer as named texts; answers are equal if all texts are. */
  fields(value: Value): Record<string, string>;
  /** Number of addresses that do not have it: resting ones are then not waited for. */
  lacking?(): number;
}

/** The addresses to ask, and the number that must agree. */
export interface Voters {
  endpoints: readonly Endpoint[];
  quorum: number;
}

interface SourcedAnswer<Value> extends Answer<Value> {
  endpoint: Endpoint;
  fields: Record<string, string>;
  key: string;
}

/** How often differing addresses are asked again before that counts as disagreement (contract section 11). */
const REREADS = 3;
/** Total time to wait for resting addresses if too few others answer. */
const PATIENCE_MS = 5_000;
/** One or two slots, which a lagging address may need. */
const REREAD_PAUSE_MS = 500;

/**
 * Finds a value on which `quorum` addresses agree.
 * @throws ChainUnavailable if fewer answer, NotThere if fewer have it, ChainDisagreement if fewer agree
 */
export async function agree<Value>(
  { endpoints, quorum, timing }: Voters & { timing: Timing },
  question: Question<Value>,
): Promise<QuorumValue<Value>> {
  let { minSlot } = question;
  const startedAt = timing.now();
  for (let rereads = 0; ; rereads++) {
    const given = await collect({ endpoints, quorum }, question, minSlot);
    if (given.length < quorum) {
      const lacking = question.lacking?.() ?? 0;
      if (lacking > 0) throw new NotThere(given.length, lacking >= quorum);
      const wait = Math.min(...endpoints.filter((each) => each.restMs > 0).map((each) => each.restMs));
      if (timing.now() + wait - startedAt > PATIENCE_MS)
        throw new ChainUnavailable(tooFew(given.length, quorum, endpoints));
      await timing.pause(wait);
      rereads--;
      continue;
    }
    const groups = largestFirst(given);
    const [largest = [], second = []] = groups;
    const isAgreed = largest.length >= quorum && largest.length > second.length;
    const mayGoOn = rereads < REREADS;
    if (isAgreed && (groups.length === 1 || !question.askAll || !mayGoOn))
      return proved(largest, question.minSlot, disagreements(groups));
    if (!mayGoOn) throw new ChainDisagreement(disagreements(groups));
    // Not the latest: one address that claims a future slot would make all others seem to lag.
    const slots = given.flatMap(({ slot }) => (slot === null ? [] : [slot]));
    minSlot = reachedBy(slots, quorum) ?? minSlot;
    await timing.pause(REREAD_PAUSE_MS);
  }
}

/** Asks addresses that are not resting after a failure or a rate limit. */
export async function collect<Value>(
  { endpoints, quorum }: Voters,
  question: Question<Value>,
  minSlot: bigint,
): Promise<SourcedAnswer<Value>[]> {
  const queue = endpoints.filter((each) => each.restMs === 0);
  const given: SourcedAnswer<Value>[] = [];
  let wanted = question.askAll ? queue.length : quorum;
  while (queue.length > 0 && wanted > 0) {
    const batch = queue.splice(0, wanted);
    const answers = await Promise.all(batch.map((endpoint) => askOne(endpoint, question, minSlot)));
    given.push(...answers.filter((each) => each !== null));
    const best = largestFirst(given)[0]?.length ?? 0;
    wanted = Math.max(0, quorum - best);
  }
  return given;
}

async function askOne<Value>(
  endpoint: Endpoint,
  { ask, fields }: Question<Value>,
  minSlot: bigint,
): Promise<SourcedAnswer<Value> | null> {
  try {
    const { value, slot } = await ask(endpoint, minSlot);
    // A node that does not know minContextSlot may answer with an old state.
    if (slot !== null && slot < minSlot) return null;
    if (slot !== null) endpoint.reached(slot);
    const texts = fields(value);
    return { endpoint, value, slot, fields: texts, key: JSON.stringify(texts) };
  } catch {
    // The endpoint has recorded its failure.
    return null;
  }
}

function largestFirst<Value>(given: readonly SourcedAnswer<Value>[]): SourcedAnswer<Value>[][] {
  return [...Map.groupBy(given, ({ key }) => key).values()].sort((a, b) => b.length - a.length);
}

function proved<Value>(
  group: readonly SourcedAnswer<Value>[],
  minSlot: bigint,
  found: FieldDisagreement[],
): QuorumValue<Value> {
  const [first] = group;
  if (first === undefined) throw new Error("nobody agreed");
  const slots = group.flatMap(({ slot }) => (slot === null ? [] : [slot]));
  const slot = pickLeast(slots, minSlot);
  return {
    value: first.value,
    slot,
    hosts: group.map(({ endpoint }) => endpoint.host),
    disagreements: found,
  };
}

/** Fields in which the addresses differ, with each address's value. */
function disagreements<Value>(groups: readonly SourcedAnswer<Value>[][]): FieldDisagreement[] {
  const given = groups.flat();
  const names = new Set(given.flatMap(({ fields }) => Object.keys(fields)));
  return [...names].flatMap((field) => {
    const values = given.map(({ endpoint, slot, fields }) => ({
      host: endpoint.host,
      slot: slot === null ? null : Number(slot),
      value: fields[field] ?? "",
    }));
    return new Set(values.map(({ value }) => value)).size > 1 ? [{ field, values }] : [];
  });
}

function tooFew(answered: number, quorum: number, endpoints: readonly Endpoint[]): string {
  const errors = endpoints.map((each) => `${each.host}: ${each.health().error ?? "ok"}`).join(", ");
  return `${answered} RPC addresses answered, ${quorum} must (${errors})`;
}
