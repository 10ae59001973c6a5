export { sandboxRoutes } from "./routes.sandbox.ts";
export { type TwinAddition, twinOf } from "./twin.ts";
