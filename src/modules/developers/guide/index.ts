export { developersRoutes } from "./routes.public.tsx";
export { programOf, type SampleCall, sampleCalls } from "./samples/program-of.ts";
export { pythonText } from "./samples/python-text.ts";
export { BASH } from "./snippets.ts";
