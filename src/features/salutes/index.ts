export { countDailyCredit, postEntry, returnDailyCredit } from "./post-entry.ts";
export { salutesRoutes } from "./routes.partner.ts";
