export { RecentRequests } from "./recent-requests.ts";
export { searchRoutes } from "./routes.admin.tsx";
