export { developersRoutes } from "./routes.public.tsx";
export { BASH } from "./snippets.ts";
