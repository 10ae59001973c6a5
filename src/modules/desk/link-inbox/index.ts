export { linkInboxJob } from "./check-links.ts";
export { LinkChecker } from "./client.ts";
export { purgeEvents } from "./event-store.ts";
export { readVerification } from "./read.ts";
export { linkInboxPages } from "./routes.admin.tsx";
export { linkInboxRoutes } from "./routes.operator.ts";
export { type LinkRow, listMatchingLinks, listResolved, tallyFailingLinks } from "./store.ts";
export { purgeExports } from "./token-store.ts";
