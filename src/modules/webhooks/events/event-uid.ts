import { CROCKFORD, decodeCrockford } from "../../../kit/formats/crockford.ts";
import { ulid } from "../../../kit/ids.ts";
import type { Random } from "../../../kit/random.ts";

const PREFIX = "evt_";
/** Of five bits each: ids up to 2^40. */
const ID_CHARACTERS = 8;
const UID = new RegExp(`^${PREFIX}[${CROCKFORD}]{26}$`);

/**
 * The id by which receivers know an event: a ULID whose last 40 bits are the row's id instead of random ones. It is found
 * and unique without an index of its own, which would change a page with every event.
 */
export function eventUid(id: number, nowMs: number, random: Random): string {
  let text = "";
  for (let rest = id; text.length < ID_CHARACTERS; rest = Math.floor(rest / 32))
    text = CROCKFORD.charAt(rest % 32) + text;
  return PREFIX + ulid(nowMs, random).slice(0, -ID_CHARACTERS) + text;
}

/** The row's id in an event's uid; null for any other text. */
export function idOfEventUid(uid: string): number | null {
  if (!UID.test(uid)) return null;
  return decodeCrockford(uid.slice(-ID_CHARACTERS))?.reduce((id, value) => id * 32 + value, 0) ?? null;
}
