import type { Role } from "../../http/operation.ts";
import { UsageError } from "../command.ts";

const ROLES: readonly Role[] = ["viewer", "operator", "owner"];

/** @throws UsageError */
export function parseRole(text: string): Role {
  const role = ROLES.find((each) => each === text);
  if (role === undefined) throw new UsageError(`--role is one of ${ROLES.join(", ")}`);
  return role;
}
