export { CAMPAIGN_ERRORS } from "./errors.ts";
export {
  CatalogCampaign,
  type CatalogCampaignView,
  MAX_SEGMENTS,
  NewCatalogCampaign,
  NewWheel,
  Wheel,
  type WheelView,
} from "./model.ts";
export { type GridPreview, previewCatalogCampaign } from "./preview-grid.ts";
export { previewWheel, type WheelPreview } from "./preview-wheel.ts";
export { campaignAdminRoutes } from "./routes.operator.ts";
export { setCatalogCampaign } from "./set-catalog.ts";
export { setWheel } from "./set-wheel.ts";
export { listWheels } from "./store.ts";
export { catalogView, wheelView } from "./view.ts";
