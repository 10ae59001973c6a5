import { Problem } from "../../../../http/answers/problem.ts";
import { type RateLimiter, refuseExceeded } from "../../../../http/rate-limit.ts";
import { MINUTE_MS, SECOND_MS } from "../../../../kit/clock.ts";
import { limitSubject } from "../../../../kit/network/addresses.ts";

/** Failures per minute for one address with one name. */
const FAILURES_OF_NAME = 5;
/** Failures of an account in 15 minutes after which each further attempt has to wait. */
const FREE_FAILURES = 5;
const ACCOUNT_WINDOW_MS = 15 * MINUTE_MS;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
const MAX_ACCOUNTS = 10_000;

export interface Attempt {
  name: string;
  address: string;
  /** Unix milliseconds. */
  now: number;
  /** Whether the operator signed in from this address before, or gives an unused recovery code. */
  isTrusted: boolean;
}

interface Failures {
  count: number;
  lastAt: number;
}

/**
 * Counts failed sign-ins, before the password is hashed, so that simultaneous attempts count too: per minute by
 * address, and by address and name; and by account over all addresses, where after five failures in 15 minutes each
 * further attempt from elsewhere has to wait twice as long. Addresses that signed in before and recovery codes need
 * not wait, so nobody is locked out.
 */
export class SignInGuard {
  readonly #accounts = new Map<string, Failures>();

  constructor(
    private readonly limiter: () => RateLimiter,
    /** Failures per minute and address; 0 turns off all of these limits. */
    private readonly failuresPerMinute: number,
  ) {}

  /** Counts an attempt as failed. Returns a function that undoes this. @throws Problem rate_limited */
  begin(attempt: Attempt): () => void {
    if (this.failuresPerMinute === 0) return () => undefined;
    const { name, address, now, isTrusted } = attempt;
    const subject = limitSubject(address);
    const ofName = `${subject} ${name}`;
    refuseExceeded(this.limiter().peek("sign_in", subject, this.failuresPerMinute), now);
    refuseExceeded(this.limiter().peek("sign_in_name", ofName, FAILURES_OF_NAME), now);
    const failures = this.#failuresOf(name, now);
    if (!isTrusted) refuseEarly(failures, now);
    this.limiter().count("sign_in", subject, this.failuresPerMinute);
    this.limiter().count("sign_in_name", ofName, FAILURES_OF_NAME);
    const before = failures.lastAt;
    failures.count++;
    failures.lastAt = now;
    return () => {
      this.limiter().forgive("sign_in", subject);
      this.limiter().forgive("sign_in_name", ofName);
      failures.count--;
      // A later attempt's time stays: it may be another's failure.
      if (failures.lastAt === now) failures.lastAt = before;
    };
  }

  /**
   * Does work that requires a password or a code. A refused attempt stays counted.
   * @param isGuess whether an error means that the password or the code is wrong.
   * @throws Problem rate_limited, or the work's own error
   */
  async during<Value>(
    attempt: Attempt,
    isGuess: (problem: Problem) => boolean,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const forgive = this.begin(attempt);
    try {
      const value = await work();
      forgive();
      return value;
    } catch (error) {
      if (!(error instanceof Problem && isGuess(error))) forgive();
      throw error;
    }
  }

  #failuresOf(name: string, now: number): Failures {
    const known = this.#accounts.get(name);
    this.#accounts.delete(name);
    const isRecent = known !== undefined && now - known.lastAt < ACCOUNT_WINDOW_MS + waitOf(known.count);
    const failures = isRecent ? known : { count: 0, lastAt: now };
    this.#accounts.set(name, failures);
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size > MAX_ACCOUNTS && oldest !== undefined) this.#accounts.delete(oldest);
    return failures;
  }
}

function waitOf(count: number): number {
  return count < FREE_FAILURES ? 0 : Math.min(LONGEST_WAIT_MS, 2 ** (count - FREE_FAILURES) * 2 * SECOND_MS);
}

function refuseEarly({ count, lastAt }: Failures, now: number): void {
  const seconds = Math.ceil((lastAt + waitOf(count) - now) / SECOND_MS);
  if (seconds <= 0) return;
  throw new Problem(
    "rate_limited",
    `Wait ${seconds} s, or sign in with a recovery code: this account had ${count} failed attempts.`,
    { headers: { "retry-after": String(seconds) } },
  );
}
