/** @jsxImportSource preact */

import type { JSX } from "preact";
import { hasRole, type Role } from "../../../http/operation.ts";

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
  return (
    <div class="field">
      <label for={id}>Role</label>
      <select id={id} name="role">
        {ROLES.filter(([value]) => hasRole(most, value)).map(([value, label]) => (
          <option key={value} value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
