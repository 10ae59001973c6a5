import { invalidPayload } from "../answers/problem.ts";

const NAME = /^[a-z0-9-]{1,40}$/;
const MEANING = "must be 1 to 40 of a-z, 0-9 and -";

export const SANDBOX_HEADER = "X-Sandbox";

/** The form of a sandbox's name, for schemas. */
export const SANDBOX_NAME = NAME.source;

/**
 * The named sandbox that a request is for; null for the partner's own. The header is not signed: it chooses among one
 * partner's practice states, and live keys ignore it.
 */
export function readSandboxName({ headers }: Request): { sandbox: string | null; isValid: boolean } {
  const name = headers.get(SANDBOX_HEADER) ?? "";
  if (name === "") return OWN;
  const isValid = NAME.test(name);
  return { sandbox: isValid ? name : null, isValid };
}

const OWN = { sandbox: null, isValid: true };

export function invalidSandboxName(): Error {
  return invalidPayload(SANDBOX_HEADER, MEANING);
}
