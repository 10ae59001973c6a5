export {
  type CatalogDraft,
  createCatalogRevision,
  createWheelRevision,
  listEnabledGrids,
  missilePrice,
  type WheelDraft,
} from "./create-revision.ts";
export { findOpenGrid, findOpenWheel, isOpen } from "./open.ts";
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
