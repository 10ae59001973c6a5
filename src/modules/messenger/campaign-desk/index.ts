export { editWheel, wheelDraft } from "./edit-wheel.ts";
export { CAMPAIGN_ERRORS } from "./errors.ts";
export { CatalogCampaign, type NewWheel, Wheel, type WheelView } from "./model.ts";
export { campaignAdminRoutes } from "./routes.operator.ts";
export { listWheels } from "./store.ts";
export { catalogView, gridRulesView, segmentsView, wheelView } from "./view.ts";
