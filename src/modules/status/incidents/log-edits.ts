import type { Database } from "../../../db/database.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { appendToLog, jsonItem, LogHeld, type SignedLog } from "../../transparency/signed-log/index.ts";
import { listUnlogged, markLogged, type UpdateRow } from "./store.ts";

const KIND = "incident";
const BATCH = 50;

/**
 * Appends edits to the signed log, oldest first, with salted hashes instead of texts. Returns the number appended, 0
 * while the log is held.
 */
export async function logEdits(live: Database, log: SignedLog): Promise<number> {
  const edits = listUnlogged(live.read, BATCH);
  if (edits.length === 0) return 0;
  const items = edits.map((edit) => jsonItem(KIND, objectOf(edit), edit.at));
  try {
    const { indexes } = await appendToLog(log, items);
    await live.writer.run((tx) => {
      for (const [at, edit] of edits.entries()) {
        const [index, item] = [indexes[at], items[at]];
        if (index === undefined || item === undefined) continue;
        markLogged(tx, edit.id, { index, url: `/log/objects/${sha256Hex(item.text)}` });
      }
    });
  } catch (error) {
    if (error instanceof LogHeld) return 0;
    throw error;
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
    checks: JSON.parse(edit.checks) as string[],
    public: edit.is_public === 1,
    withdraws: edit.withdraws,
    title_sha256: edit.title_sha256,
    message_sha256: edit.message_sha256,
  };
}
