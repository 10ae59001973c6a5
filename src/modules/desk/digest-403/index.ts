export { suppressionForms } from "./forms.admin.ts";
export { suppressionNotices } from "./notices.ts";
export { firstHourOf, hourText, PROBES } from "./read-digest.ts";
export { type DigestParts, digestRoutes } from "./routes.admin.tsx";
