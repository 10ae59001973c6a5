import { Problem } from "../../../http/problem.ts";

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 256;

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. Bun's own runs off the event loop. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const AT_ONCE = 2;
const MAX_WAITING = 16;

let running = 0;
/** Operators at addresses that signed in before have room of their own: a flood of others does not take it. */
const waiting: Record<"trusted" | "others", (() => void)[]> = { trusted: [], others: [] };
let dummyHash: Promise<string> | null = null;

/** A password's hash in PHC form. @throws Problem rate_limited where too many are hashed at once. */
export function hashPassword(password: string): Promise<string> {
  return inTurn("trusted", () => Bun.password.hash(password, ARGON2ID));
}

/**
 * Whether the password is the one of this hash; null, for an operator without one or no operator at all, costs as
 * much and is false. @throws Problem rate_limited where too many are hashed at once.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  lane: "trusted" | "others",
): Promise<boolean> {
  dummyHash ??= Bun.password.hash("nobody's password", ARGON2ID);
  const against = hash ?? (await dummyHash);
  const isRight = await inTurn(lane, () => Bun.password.verify(password, against));
  return isRight && hash !== null;
}

/** Each hash takes 19 MiB: two at a time, and few that wait, whatever arrives; the trusted go first. */
async function inTurn<Value>(lane: "trusted" | "others", work: () => Promise<Value>): Promise<Value> {
  if (running >= AT_ONCE) {
    if (waiting[lane].length >= MAX_WAITING)
      throw new Problem("rate_limited", "Wait 2 s: too many passwords are checked at once.", {
        headers: { "retry-after": "2" },
      });
    await new Promise<void>((resolve) => waiting[lane].push(resolve));
  }
  running++;
  try {
    return await work();
  } finally {
    running--;
    (waiting.trusted.shift() ?? waiting.others.shift())?.();
  }
}
