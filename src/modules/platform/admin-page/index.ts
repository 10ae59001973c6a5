export { adminForm, adminPage, adminResponse, PRIVATE } from "./admin-page.tsx";
