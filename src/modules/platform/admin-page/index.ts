export { adminForm } from "./admin-form.ts";
export { adminPage, adminResponse, adminView } from "./admin-page.tsx";
export { PRIVATE } from "./admin-refusal.tsx";
export { requireOperator } from "./operator-only.ts";
export { markOf, requireUnchanged } from "./unchanged.ts";
