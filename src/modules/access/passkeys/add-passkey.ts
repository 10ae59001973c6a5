import type { Sql, Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Challenges } from "./challenges.ts";
import type { CreationOptions } from "./model.ts";
import { requireRelyingParty } from "./relying-party.ts";
import { countPasskeys, insertPasskey, isKnownCredential, listPasskeys, type Subject } from "./store.ts";
import { readNewCredential } from "./webauthn/answers.ts";
import { ALGORITHMS } from "./webauthn/public-key.ts";
import { PasskeyRefusal } from "./webauthn/refusal.ts";

const MAX_PASSKEYS = 20;

/** The subject's name is shown by the browser; the service's name, too. */
interface Asked {
  subject: Subject;
  baseUrl: string;
  accountName: string;
  serviceName: string;
  now: number;
}

/** Options with which a browser creates a passkey of this subject. @throws Problem state_conflict */
export async function creationOptions(
  sql: Sql,
  challenges: Challenges,
  asked: Asked,
): Promise<CreationOptions> {
  const { subject, baseUrl, accountName, serviceName, now } = asked;
  const { id, origin } = requireRelyingParty(baseUrl);
  const challenge = await challenges.issue(purposeOf(subject), now);
  return {
    origin,
    challenge: Buffer.from(challenge).toString("base64url"),
    rp: { id, name: serviceName },
    user: {
      id: Buffer.from(`${subject.type}:${subject.id}`).toString("base64url"),
      name: accountName,
      displayName: accountName,
    },
    algorithms: [...ALGORITHMS],
    exclude: listPasskeys(sql, subject).map((passkey) => passkey.credential_id),
  };
}

/** Adds a passkey that answers a challenge made for this subject. @throws Problem invalid_payload, state_conflict */
export function addPasskey(
  tx: Tx,
  challenges: Challenges,
  { subject, baseUrl, answer, name }: { subject: Subject; baseUrl: string; answer: string; name: string },
): number {
  const credential = accepted(() => readNewCredential(answer, requireRelyingParty(baseUrl)));
  if (!challenges.take(tx, credential.challenge, purposeOf(subject)))
    throw invalidPayload("credential", "answers a challenge that expired or was used: try again");
  if (isKnownCredential(tx, credential.credentialId))
    throw new Problem("state_conflict", "This passkey is registered already: choose another device.");
  if (countPasskeys(tx, subject) >= MAX_PASSKEYS)
    throw new Problem("state_conflict", `Remove a passkey first: there are ${MAX_PASSKEYS} already.`);
  return insertPasskey(tx, subject, { name, credential });
}

function purposeOf({ type, id }: Subject): string {
  return `add ${type} ${id}`;
}

function accepted<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof PasskeyRefusal ? invalidPayload("credential", error.message) : error;
  }
}
