export { adminForm, adminPage, adminResponse, adminView, PRIVATE } from "./admin-page.tsx";
