import type { Database } from "../../../db/database.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { appendOnce, jsonItem, LogHeld, type SignedLog } from "../../transparency/signed-log/index.ts";
import { CHECKS } from "./store.ts";
import { listUnlogged, markLogged, type UpdateRow } from "./update-store.ts";

const KIND = "incident";
const BATCH = 50;

/**
 * Appends edits to the signed log, oldest first, with salted hashes instead of texts. Each is marked before the next is
 * appended, so that a crash or a failed write between the two repeats none. Returns the number appended, 0 while the log
 * is held.
 */
export async function logEdits(live: Database, log: SignedLog): Promise<number> {
  const edits = listUnlogged(live.read, BATCH);
  for (const [done, edit] of edits.entries()) {
    const item = jsonItem(KIND, objectOf(edit), edit.at);
    try {
      const index = await appendOnce(log, item);
      const url = `/log/objects/${sha256Hex(item.text)}`;
      await live.writer.run((tx) => markLogged(tx, edit.id, { index, url }));
    } catch (error) {
      if (error instanceof LogHeld) return done;
      throw error;
    }
  }
  return edits.length;
}

function objectOf(edit: UpdateRow) {
  return {
    incident: edit.incident_id,
    update: edit.id,
    edit: edit.edit,
    at: isoUtc(edit.at),
    state: edit.state,
    severity: edit.severity,
    checks: CHECKS.read(edit.checks),
    public: edit.is_public === 1,
    withdraws: edit.withdraws,
    title_sha256: edit.title_sha256,
    message_sha256: edit.message_sha256,
  };
}
