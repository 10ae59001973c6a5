import type { Database } from "../../../../db/database.ts";
import { type Challenges, findAnswering, signInByPasskey } from "../../passkeys/index.ts";
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

/** Starts an operator's session by a passkey's answer, and returns its token. @throws Problem forbidden, state_conflict */
export function signInWithPasskey(
  live: Database,
  challenges: Challenges,
  { answer, baseUrl, device }: PasskeySignIn,
): Promise<string> {
  return signInByPasskey(live, challenges, {
    type: "operator",
    answer,
    baseUrl,
    otherWay: "sign in with name and password",
    begin: (tx, { id }, passkey) => {
      const row = findOperatorById(tx, id);
      if (row === null || row.status !== "active") return null;
      return beginSession(tx, row, { device, by: { method: "passkey", passkey } });
    },
  });
}
