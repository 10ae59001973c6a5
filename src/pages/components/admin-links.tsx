/** @jsxImportSource preact */

import type { JSX } from "preact";

/** The operators' page of a partner. */
export function partnerPath(name: string): string {
  return `/admin/partners/${name}`;
}

export function PartnerLink({ name }: { name: string }): JSX.Element {
  return (
    <a href={partnerPath(name)} title={name} class="name">
      {name}
    </a>
  );
}

/** The operators' page of a user, by the service's id. */
export function userPath(id: number | string): string {
  return `/admin/users/${id}`;
}

export function UserLink({ id }: { id: number | string }): JSX.Element {
  return <a href={userPath(id)}>{id}</a>;
}
