export { suppressionForms } from "./forms.admin.tsx";
export { suppressionNotices } from "./notices.ts";

export { digestRoutes } from "./routes.admin.tsx";
