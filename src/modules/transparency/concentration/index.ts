export { type Concentrations, readConcentration } from "./read.ts";
export { concentrationRoutes } from "./routes.public.ts";
export { ConcentrationSection } from "./section.tsx";
