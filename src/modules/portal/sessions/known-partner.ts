import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { ensurePartner, findPartnerId } from "../../access/keys/index.ts";
import { readSettings } from "../settings/index.ts";
import { hasActiveKey, type KeyFiles } from "./standing.ts";

/**
 * The partner of this name, as live.db knows it: one that has only sandbox keys so far is added to it.
 * @throws Problem not_found; state_conflict if none of its keys is active, or its portal is off
 */
export function ensureKnownPartner(tx: Tx, files: KeyFiles, name: string): { id: number; name: string } {
  requirePartner(files, name);
  if (!hasActiveKey(files, name))
    throw new Problem("state_conflict", `Enable a key first: ${name} has no active key.`);
  const id = ensurePartner(tx, name);
  if (!readSettings(tx, id).isEnabled)
    throw new Problem("state_conflict", `Enable the portal of ${name} first: an owner switched it off.`);
  return { id, name };
}

/** @throws Problem not_found for a name that no file knows */
export function requirePartner({ live, sandbox }: KeyFiles, name: string): void {
  if ([live, sandbox].every(({ read }) => findPartnerId(read, name) === null))
    throw new Problem("not_found", `Choose a partner from the list: there is no partner ${name}.`);
}
