export { partnerPages } from "./routes.admin.tsx";
