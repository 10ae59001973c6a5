export { suppressionForms } from "./forms.admin.ts";
export { suppressionNotices } from "./notices.ts";

export { digestRoutes } from "./routes.admin.tsx";
