export type { Holders } from "./model.ts";
export { readHolders } from "./read.ts";
export { holderPages } from "./routes.admin.tsx";
export { holderRoutes } from "./routes.public.ts";
