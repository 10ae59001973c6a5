export { adminForm } from "./admin-form.ts";
export { adminPage, adminResponse, adminView } from "./admin-page.tsx";
export { PRIVATE } from "./admin-refusal.tsx";
