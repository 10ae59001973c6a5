import { setting } from "./setting.ts";
import { flag, optional, origins } from "./values.ts";

/** Notices to partners' developers, and partners' own pages (contract-2 section 18, contract-3 section 21). */
export const DEVELOPER_SETTINGS = {
  deprecationsFile: setting("DEPRECATIONS_FILE", {
    fallback: "",
    example: "/etc/salute/deprecations.json",
    meaning:
      "JSON file with the withdrawn endpoints and their dates; unset: those of the build, currently none",
    parse: optional,
  }),
  portalEnabled: setting("PORTAL_ENABLED", {
    fallback: "1",
    example: "0",
    meaning: "0: partners have no pages of their own, and the links to them are not made",
    parse: flag,
  }),
  portalEmbedOrigins: setting("PORTAL_EMBED_ORIGINS", {
    fallback: "",
    example: "https://back-office.example.com",
    meaning: "Origins, comma-separated, whose pages may embed partners' pages; unset: none",
    parse: origins,
  }),
};
