import { Problem } from "../../../http/answers/problem.ts";

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 256;

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. Bun's implementation runs off the event loop. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const AT_ONCE = 2;
const MAX_WAITING = 16;

let running = 0;
/**
 * Requests from addresses that signed in before have a queue of their own, so that a flood from others cannot block
 * them.
 */
const waiting: Record<"trusted" | "others", (() => void)[]> = { trusted: [], others: [] };
let dummyHash: Promise<string> | null = null;

/** A password's hash in PHC form. @throws Problem rate_limited if too many are being hashed. */
export function hashPassword(password: string): Promise<string> {
  return inTurn("trusted", () => Bun.password.hash(password, ARGON2ID));
}

/**
 * Whether the password matches this hash. A null hash, for an operator without a password or an unknown name, takes
 * as long and returns false. @throws Problem rate_limited if too many are being hashed.
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

/** Each hash takes 19 MiB: two run at a time and few may wait; trusted requests go first. */
async function inTurn<Value>(lane: "trusted" | "others", work: () => Promise<Value>): Promise<Value> {
  if (running < AT_ONCE) running++;
  else {
    if (waiting[lane].length >= MAX_WAITING)
      throw new Problem("rate_limited", "Wait 2 s: too many passwords are being checked.", {
        headers: { "retry-after": "2" },
      });
    await new Promise<void>((resolve) => waiting[lane].push(resolve));
  }
  try {
    return await work();
  } finally {
    // The next one takes over this place; a newcomer cannot come in between.
    const next = waiting.trusted.shift() ?? waiting.others.shift();
    if (next === undefined) running--;
    else next();
  }
}
