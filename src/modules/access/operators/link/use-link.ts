import type { Database } from "../../../../db/database.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { addPasskey, type Challenges } from "../../passkeys/index.ts";
import { toSubject } from "../passkeys/manage-passkeys.ts";
import { deleteSessions } from "../sessions/store.ts";
import { hashNew, keepPassword } from "../set-password.ts";
import { beginSession, type Device } from "../sign-in.ts";
import { deleteLink, findByLink, type OperatorRow } from "../store.ts";

/** A one-time link in the hands of its operator. */
interface Opened {
  link: string;
  device: Device;
}

/** The operator of a one-time link; does not use up the link. @throws Problem not_found */
export function requireLink(sql: Sql, link: string, now: number): OperatorRow {
  const row = findByLink(sql, sha256Hex(link), now);
  if (row === null)
    throw new Problem(
      "not_found",
      "Ask an owner for a new link, or run `salute operators reset`: this one was used or revoked, or is older than 24 h.",
    );
  return row;
}

/** Sets a password with a one-time link, uses the link up, ends older sessions and starts one. Returns its token. */
export async function setPasswordByLink(
  live: Database,
  { link, device, password, repeated, now }: Opened & { password: string; repeated: string; now: number },
): Promise<string> {
  requireLink(live.read, link, now);
  const hash = await hashNew(password, repeated);
  return live.writer.run((tx) => {
    const row = takeLink(tx, link);
    keepPassword(tx, row, { hash, keptSession: null });
    return beginSession(tx, row, { device, by: { method: "link" } });
  });
}

/** The same with a passkey in place of the password. @throws Problem not_found, invalid_payload, state_conflict */
export function createPasskeyByLink(
  tx: Tx,
  challenges: Challenges,
  { link, device, baseUrl, answer, name }: Opened & { baseUrl: string; answer: string; name: string },
): string {
  const row = takeLink(tx, link);
  const id = addPasskey(tx, challenges, { subject: toSubject(row), baseUrl, answer, name });
  deleteSessions(tx, row.id, null);
  const actor = { kind: "operator", name: row.name, role: row.role, session: null } as const;
  const details = { passkey_id: id, passkey: name };
  recordAudit(tx, actor, { action: "operator.passkey_add", subject: row.name, details });
  return beginSession(tx, row, { device, by: { method: "link" } });
}

function takeLink(tx: Tx, link: string): OperatorRow {
  const row = requireLink(tx, link, tx.now);
  deleteLink(tx, sha256Hex(link));
  return row;
}
