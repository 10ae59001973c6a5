import { Problem } from "../../../http/problem.ts";

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 256;

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. Bun's own runs off the event loop. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const AT_ONCE = 2;
const MAX_WAITING = 16;

let running = 0;
const waiting: (() => void)[] = [];
let dummyHash: Promise<string> | null = null;

/** A password's hash in PHC form. @throws Problem rate_limited where too many are hashed at once. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password, ARGON2ID));
}

/**
 * Whether the password is the one of this hash; null, for an operator without one or no operator at all, costs as much
 * and
 * is false. @throws Problem rate_limited where too many are hashed at once.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  dummyHash ??= Bun.password.hash("nobody's password", ARGON2ID);
  const against = hash ?? (await dummyHash);
  const isRight = await inTurn(() => Bun.password.verify(password, against));
  return isRight && hash !== null;
}

/** Each hash takes 19 MiB: two at a time, and few that wait, whatever arrives. */
async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new Problem("rate_limited", "Wait 2 s: too many passwords are checked at once.", {
        headers: { "retry-after": "2" },
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}
