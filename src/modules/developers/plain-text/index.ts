export { markdownOf } from "./markdown-of.ts";
export { plainTextRoutes } from "./routes.public.ts";
