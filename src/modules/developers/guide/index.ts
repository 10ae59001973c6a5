export { developersRoutes } from "./routes.public.tsx";
export { buildProgram, type SampleCall, sampleCalls } from "./samples/build-program.ts";
export { pythonText } from "./samples/python-text.ts";
export { BASH } from "./snippets.ts";
