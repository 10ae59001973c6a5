export { askForPromotion } from "./ask.ts";
export { PROMOTIONS_PATH, promotionNotices } from "./notices.ts";
export { Asked, RequestState } from "./pages.tsx";
export { requestRoutes } from "./routes.admin.tsx";
export { decideRequest, findRequest, type RequestRow } from "./store.ts";
