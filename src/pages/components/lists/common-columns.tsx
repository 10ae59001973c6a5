/** @jsxImportSource preact */

import { PartnerLink, UserLink } from "../admin-links.tsx";
import { Clipped } from "./clipped.tsx";
import type { DataColumn } from "./data-column.tsx";

/** Columns that many of the desk's lists have. */

export const PARTNER_COLUMN: DataColumn<{ partner: string }> = {
  id: "partner",
  head: "Partner",
  value: ({ partner }) => partner,
  cell: ({ partner }) => <PartnerLink name={partner} />,
};

export const USER_COLUMN: DataColumn<{ user_id: number | string }> = {
  id: "user",
  head: "User",
  value: ({ user_id }) => user_id,
  cell: ({ user_id }) => <UserLink id={user_id} />,
};

export const REASON_COLUMN: DataColumn<{ reason: string }> = {
  id: "reason",
  head: "Reason",
  value: ({ reason }) => reason,
  cell: ({ reason }) => <Clipped text={reason} />,
};
