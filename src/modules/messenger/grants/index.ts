export { grantMissiles } from "./grant-missiles.ts";
export { grantRoutes } from "./routes.operator.ts";
export { findGrant } from "./store.ts";
