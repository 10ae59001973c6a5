export { countRefusals, listLogged, listLoggedWithId, type RefusalCount } from "./read.ts";
export { RequestLog } from "./request-log.ts";
export { type LoggedRequest, purgeRequests } from "./store.ts";
