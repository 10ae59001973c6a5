export { Inline } from "./markdown.tsx";
export { referenceRoutes } from "./routes.public.tsx";
