import type { Database } from "../../../../db/database.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import {
  acceptPasskey,
  type Challenges,
  findAnswering,
  PasskeyRefusal,
  requireRelyingParty,
  verifyAnswer,
} from "../../passkeys/index.ts";
import { beginSession, type Device } from "../sign-in.ts";
import { findOperatorById } from "../store.ts";

interface PasskeySignIn {
  answer: string;
  baseUrl: string;
  device: Device;
}

/** Name of the operator whose passkey an answer names; null for an unknown one, or a malformed answer. */
export function nameOfAnswer(live: Database, answer: string): string | null {
  try {
    const passkey = findAnswering(live.read, "operator", answer);
    return passkey === null ? null : (findOperatorById(live.read, passkey.subject_id)?.name ?? null);
  } catch {
    return null;
  }
}

/**
 * Starts a session by a passkey's answer, and returns its token. The passkey is both factors: its device verified the
 * person. @throws Problem forbidden, state_conflict
 */
export async function signInWithPasskey(
  live: Database,
  challenges: Challenges,
  { answer, baseUrl, device }: PasskeySignIn,
): Promise<string> {
  requireRelyingParty(baseUrl);
  try {
    const passkey = findAnswering(live.read, "operator", answer);
    if (passkey === null) throw refused();
    const verified = verifyAnswer(answer, passkey, baseUrl);
    return await live.writer.run((tx) => {
      const { id } = acceptPasskey(tx, challenges, verified);
      const row = findOperatorById(tx, id);
      if (row === null || row.status !== "active") throw refused();
      return beginSession(tx, row, { device, by: { method: "passkey", passkey: passkey.name } });
    });
  } catch (error) {
    throw error instanceof PasskeyRefusal ? refused(error.message) : error;
  }
}

function refused(why = "is of no active account here"): Problem {
  return new Problem(
    "forbidden",
    `Try again, or sign in with name and password: the passkey's answer ${why}.`,
    { reason: "credentials" },
  );
}
