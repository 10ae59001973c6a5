export { adminForm, sessionForm } from "./admin-form.ts";
export { adminPage, adminResponse, adminView, sessionPage, sessionResponse } from "./admin-page.tsx";
export { type Audience, toReader } from "./audience.ts";
export { confirmedForm, confirmedSessionForm } from "./confirmed-form.tsx";
export { requireOperator } from "./operators.tsx";
export { newPageState } from "./page-state.ts";
export { PRIVATE } from "./refusal.tsx";
export { hashStored, requireUnchanged } from "./unchanged.ts";
