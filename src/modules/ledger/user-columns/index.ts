import type { PersonalColumn, RowOf } from "../../../db/row.ts";
import type { users } from "../../../db/tables/users.ts";

type Column = keyof RowOf<typeof users>;

interface Places {
  /** Answers of the partner API. */
  answer: boolean;
  /** Events `users.created` and `users.updated`. */
  event: boolean;
  /** Bodies that create and change a user. */
  change: boolean;
  /** What `q` searches. */
  search: boolean;
  /** Query parameters of the lookup that match the whole value. */
  filter: boolean;
  /** The operators' page of the user. */
  page: boolean;
  /** The export of a person's data. */
  personalData: boolean;
}

const NOWHERE = {
  answer: false,
  event: false,
  change: false,
  search: false,
  filter: false,
  page: false,
  personalData: false,
} as const;

/**
 * Where each column of a user appears. A new column fails to compile here until it has its places, and then in each of
 * them until it is there.
 */
export const USER_COLUMNS = {
  id: { ...NOWHERE, answer: true, event: true, page: true, personalData: true },
  partner_id: { ...NOWHERE, page: true, personalData: true },
  external_id: { ...NOWHERE, answer: true, event: true, search: true, page: true, personalData: true },
  username: {
    ...NOWHERE,
    answer: true,
    event: true,
    change: true,
    search: true,
    filter: true,
    page: true,
    personalData: true,
  },
  display_name: {
    ...NOWHERE,
    answer: true,
    event: true,
    change: true,
    search: true,
    page: true,
    personalData: true,
  },
  email: { ...NOWHERE, answer: true, change: true, search: true, filter: true, personalData: true },
  status: {
    ...NOWHERE,
    answer: true,
    event: true,
    change: true,
    filter: true,
    page: true,
    personalData: true,
  },
  balance: { ...NOWHERE, page: true, personalData: true },
  metadata: { ...NOWHERE, answer: true, event: true, change: true, page: true, personalData: true },
  created_at: { ...NOWHERE, answer: true, page: true, personalData: true },
  updated_at: { ...NOWHERE, answer: true, page: true, personalData: true },
  /** The page shows it as the status. */
  deleted_at: { ...NOWHERE, personalData: true },
} as const satisfies Record<Column, Places> & Record<PersonalColumn<typeof users>, { personalData: true }>;

export type UserPlace = keyof Places;

/** The columns of a place. */
export type UserColumn<Place extends keyof Places> = {
  [Name in Column]: (typeof USER_COLUMNS)[Name][Place] extends true ? Name : never;
}[Column];

export function userColumns<Place extends keyof Places>(place: Place): UserColumn<Place>[] {
  const isThere = (name: string): name is UserColumn<Place> =>
    name in USER_COLUMNS && USER_COLUMNS[name as Column][place];
  return Object.keys(USER_COLUMNS).filter(isThere);
}
