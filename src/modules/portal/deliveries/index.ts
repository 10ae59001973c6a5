export { deliveryRoutes } from "./routes.member.tsx";
