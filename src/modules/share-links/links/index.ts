export { AudioShare } from "./audio-share.ts";
export { campaignRoutes } from "./campaigns/routes.campaigns.ts";
export { catalogRoutes } from "./catalogs/routes.catalogs.ts";
export { imageRoutes } from "./landing/routes.images.ts";
export { notePolicy } from "./note-policy.ts";
export { audioShareAdminRoutes } from "./pages/routes.admin.tsx";
export { sharePageRoutes } from "./pages/routes.page.tsx";
export { BUILT_IN_POLICY, type Policy, PolicyError, parsePolicy } from "./policy.ts";
export { linksRoutes } from "./routes.links.ts";
export { revokeShortLink } from "./short-links/revoke-short-link.ts";
export { shortLinksRoutes } from "./short-links/routes.short-links.ts";
export { statsRoutes } from "./stats/routes.stats.tsx";
export { purgeKeys, purgeLinks } from "./store.ts";
export { purgeEvents } from "./visits/event-store.ts";
export { trackRoutes } from "./visits/routes.track.ts";
export { visitRoutes } from "./visits/routes.visits.tsx";
export {
  createTrackToken,
  listTrackTokens,
  revokeTrackToken,
  TrackTokenError,
} from "./visits/track-tokens.ts";
