export { findUserIds } from "./find-user-ids.ts";
export { indexUser } from "./index-user.ts";
export type { Criteria } from "./rules.ts";
