export { postEntry } from "./post-entry.ts";
export { salutesRoutes } from "./routes.partner.ts";
