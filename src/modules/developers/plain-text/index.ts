export { plainTextRoutes } from "./routes.public.ts";
export { toMarkdown } from "./to-markdown.ts";
