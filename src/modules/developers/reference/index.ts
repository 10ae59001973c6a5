export { sampleProgram } from "./call-example.ts";
export { type Endpoint, endpoints, look } from "./look-up.ts";
export { Inline } from "./markdown.tsx";
export { referenceRoutes } from "./routes.public.tsx";
