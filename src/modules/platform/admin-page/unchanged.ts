import { Problem } from "../../../http/answers/problem.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";

/** Marks the stored values that a form shows, for its hidden field `seen`. */
export function hashStored(stored: object): string {
  return sha256Hex(JSON.stringify(stored));
}

/**
 * Keeps a page that was opened earlier from undoing what somebody else changed meanwhile.
 *
 * @param seen the form's mark; a form sent without one is not checked
 * @throws Problem state_conflict if these are no longer the values that the form showed
 */
export function requireUnchanged(stored: object, seen: string | undefined): void {
  if (seen === undefined || seen === hashStored(stored)) return;
  throw new Problem(
    "state_conflict",
    "Open the page again to see what is stored now: somebody changed it since you opened the page, and nothing was saved. Send the form once more to replace it with your values.",
  );
}
