import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Challenges } from "./challenges.ts";
import type { RequestOptions } from "./model.ts";
import { requireRelyingParty } from "./relying-party.ts";
import { findByCredential, findPasskey, type Passkey, recordUse, type Subject } from "./store.ts";
import { readSignedAnswer, requireCounted, verifySignedAnswer } from "./webauthn/answers.ts";
import { PasskeyRefusal } from "./webauthn/refusal.ts";

/** An answer whose signature holds; `acceptPasskey` still has to use up its challenge. */
interface VerifiedAnswer {
  passkey: Passkey;
  challenge: string;
  counter: number;
}

/** Options with which a browser signs in with any passkey for this server. @throws Problem state_conflict */
export async function requestOptions(
  challenges: Challenges,
  { type, baseUrl, now }: { type: Subject["type"]; baseUrl: string; now: number },
): Promise<RequestOptions> {
  const { id, origin } = requireRelyingParty(baseUrl);
  const challenge = await challenges.issue(purposeOf(type), now);
  return { origin, challenge: Buffer.from(challenge).toString("base64url"), rpId: id };
}

/** The passkey that an answer names; null for an unknown one. @throws PasskeyRefusal */
export function findAnswering(sql: Sql, type: Subject["type"], answer: string): Passkey | null {
  return findByCredential(sql, type, readSignedAnswer(answer).id);
}

interface SignIn {
  type: Subject["type"];
  answer: string;
  baseUrl: string;
  /** What to do instead of a passkey, as the rest of "Try again, or …". */
  otherWay: string;
  /** Starts the subject's session, and returns its token; null for an account that may not sign in. */
  begin: (tx: Tx, subject: Subject, passkey: string) => string | null;
}

/**
 * Starts a session by a passkey's answer, and returns its token. The passkey is both factors: its device verified the
 * person. @throws Problem forbidden, state_conflict
 */
export async function signInByPasskey(
  live: Database,
  challenges: Challenges,
  { type, answer, baseUrl, otherWay, begin }: SignIn,
): Promise<string> {
  const relyingParty = requireRelyingParty(baseUrl);
  const refused = (why = "is of no active account here") =>
    new Problem("forbidden", `Try again, or ${otherWay}: the passkey's answer ${why}.`, {
      reason: "credentials",
    });
  try {
    const signed = readSignedAnswer(answer);
    const passkey = findByCredential(live.read, type, signed.id);
    if (passkey === null) throw refused();
    const verified = { passkey, ...verifySignedAnswer(signed, passkey, relyingParty) };
    return await live.writer.run((tx) => {
      const token = begin(tx, acceptPasskey(tx, challenges, verified), passkey.name);
      if (token === null) throw refused();
      return token;
    });
  } catch (error) {
    throw error instanceof PasskeyRefusal ? refused(error.message) : error;
  }
}

/**
 * Uses up the answer's challenge and records the use. Returns the subject; its passkey may be gone meanwhile, and two
 * answers may arrive at once. @throws PasskeyRefusal
 */
function acceptPasskey(
  tx: Tx,
  challenges: Challenges,
  { passkey: before, challenge, counter }: VerifiedAnswer,
): Subject {
  const subject: Subject = { type: before.subject_type, id: before.subject_id };
  const passkey = findPasskey(tx, subject, before.id);
  if (passkey === null) throw new PasskeyRefusal("signature", "is of a passkey that was removed");
  if (!challenges.take(tx, challenge, purposeOf(subject.type)))
    throw new PasskeyRefusal("challenge", "answers a challenge that expired or was used");
  requireCounted(counter, passkey.counter);
  recordUse(tx, passkey.id, counter);
  return subject;
}

function purposeOf(type: Subject["type"]): string {
  return `sign in ${type}`;
}
