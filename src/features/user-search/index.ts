export { type Criteria, findUserIds } from "./find-user-ids.ts";
export { indexUser } from "./index-user.ts";
