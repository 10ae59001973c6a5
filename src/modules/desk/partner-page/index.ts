export { Usage } from "./partner-page.tsx";
export { ERROR_DAYS, type PartnerFacts, type PartnerParts, readPartner } from "./read-partner.ts";
export { partnerPages } from "./routes.admin.tsx";
