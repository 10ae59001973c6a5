export { adminForm } from "./admin-form.ts";
export { adminPage, adminResponse, adminView } from "./admin-page.tsx";
export { PRIVATE } from "./admin-refusal.tsx";
export { confirmedForm } from "./confirmed-form.tsx";
export { requireOperator } from "./operator-only.ts";
export { markOf, requireUnchanged } from "./unchanged.ts";
