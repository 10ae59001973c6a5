export { eraseUser } from "./erase-user.ts";
export { AnyUserPath, BALANCE_CHOICES, REASON } from "./model.ts";
export { requireAnyUser } from "./require-any-user.ts";
export { userDeskRoutes } from "./routes.operator.ts";
export { setStatus } from "./set-status.ts";
