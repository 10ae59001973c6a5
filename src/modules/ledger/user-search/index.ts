export { indexUser } from "./index-user.ts";
export { listUserIds } from "./list-user-ids.ts";
export type { Criteria } from "./rules.ts";
