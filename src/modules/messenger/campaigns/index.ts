export { findOpenGrid, findOpenWheel, isOpen } from "./open.ts";
export {
  type CatalogDraft,
  listEnabledGrids,
  missilePrice,
  saveCatalogCampaign,
  saveWheel,
  type WheelDraft,
} from "./save.ts";
export {
  findGridSetup,
  findWheelSetup,
  GRID_RULES,
  type GridSetup,
  REWARD_KINDS,
  type Reward,
  type RewardKind,
  SEGMENTS,
  type Segment,
  type Setup,
  type WheelSetup,
} from "./setups.ts";
export {
  type CatalogRow,
  findCatalogCampaign,
  findWheel,
  listCatalogCampaigns,
  listEnabledWheels,
  listOpenWheels,
  type WheelRow,
} from "./store.ts";
