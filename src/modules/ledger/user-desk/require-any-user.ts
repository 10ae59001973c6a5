import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type AnyUser, findAnyUser } from "../users/index.ts";

/** A user of any partner, including deleted ones. @throws Problem not_found */
export function requireAnyUser(sql: Sql, id: number): AnyUser {
  const user = findAnyUser(sql, id);
  if (user === null) throw new Problem("not_found", `Check the id, or search: there is no user ${id}.`);
  return user;
}

/** A user that operators may still change. @throws Problem not_found; state_conflict for a deleted one */
export function requireChangeable(sql: Sql, id: number): AnyUser {
  const user = requireAnyUser(sql, id);
  if (user.deleted_at !== null)
    throw new Problem("state_conflict", `Leave it as it is: user ${id} is deleted.`);
  return user;
}
