export { escalateCalls } from "./escalate-calls.ts";
export { callNotices } from "./notices.ts";
export { onCallRoutes } from "./routes.admin.tsx";
export { ackRoutes } from "./routes.public.tsx";
