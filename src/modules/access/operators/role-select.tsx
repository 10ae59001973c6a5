/** @jsxImportSource preact */

import type { JSX } from "preact";
import { hasRole, type Role } from "../../../http/operation.ts";
import { Choice } from "../../../pages/index.ts";

const ROLES = [
  ["viewer", "viewer: reads"],
  ["operator", "operator: reads and acts"],
  ["owner", "owner: also manages operators and keys"],
] as const;

interface RoleSelectProps {
  chosen: Role;
  /** The highest role to choose from; owner by default. */
  most?: Role;
  /** If several forms of a page have this field. */
  id?: string;
}

export function RoleSelect({ chosen, most = "owner", id = "role" }: RoleSelectProps): JSX.Element {
  const options = ROLES.filter(([value]) => hasRole(most, value));
  return <Choice name="role" id={id} label="Role" options={options} value={chosen} />;
}
