export { programOf, type SampleCall, sampleCalls } from "./program-of.ts";
export { pythonText } from "./python-text.ts";
export { developersRoutes } from "./routes.public.tsx";
export { BASH } from "./snippets.ts";
