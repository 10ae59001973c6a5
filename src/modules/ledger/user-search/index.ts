export { indexUser } from "./index-user.ts";
export { listUserIds, listUserIdsEverywhere } from "./list-user-ids.ts";
export type { Criteria } from "./rules.ts";
