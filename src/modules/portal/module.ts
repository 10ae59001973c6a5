import type { Database } from "../../db/database.ts";
import type { PartnerParts } from "../desk/partner-page/index.ts";
import type { Module } from "../module.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { deliveryRoutes } from "./deliveries/index.ts";
import { overviewRoutes } from "./overview/index.ts";
import {
  createMembers,
  HOME,
  openingRoutes,
  portalOperatorRoutes,
  portalPartnerRoutes,
  purgePortal,
  sessionRoutes,
} from "./sessions/index.ts";
import { webhookRoutes } from "./webhooks/index.ts";

export interface PortalParts extends PartnerParts {
  config: {
    portalEnabled: boolean;
    portalEmbedOrigins: string[];
    partnerLimit: number;
    sandboxLimit: number;
    webhooksLimit: number;
    webhookAllowHttp: boolean;
    webhookAllowPrivate: boolean;
  };
  live: Database;
  sandbox: Database;
  keyring: Keyring;
}

const NAVIGATION = [
  { path: HOME, label: "Overview" },
  { path: "/partners/deliveries", label: "Deliveries" },
  { path: "/partners/webhooks", label: "Webhooks" },
];

/** Partners' own pages, opened by one-time links. */
export const portal: Module<PortalParts> = {
  name: "portal",
  operations: (parts, { site }) => {
    const { config, keyring, live, sandbox } = parts;
    if (!config.portalEnabled) return [];
    const files = { live, sandbox };
    const embedOrigins = config.portalEmbedOrigins;
    const members = createMembers(site, files, NAVIGATION);
    const limits = {
      live: config.partnerLimit,
      sandbox: config.sandboxLimit,
      webhooks: config.webhooksLimit,
    };
    return [
      ...portalPartnerRoutes(embedOrigins),
      ...portalOperatorRoutes({ files, embedOrigins }),
      ...openingRoutes({ site, live, files }),
      ...sessionRoutes(members, live),
      ...overviewRoutes(members, parts, limits),
      ...deliveryRoutes({ members, live, keyring }),
      ...webhookRoutes({
        members,
        live,
        keyring,
        targets: { allowHttp: config.webhookAllowHttp, allowPrivate: config.webhookAllowPrivate },
      }),
    ];
  },
  retention: [
    {
      rows: "links and sessions of the portal",
      purge: (_, now) => (tx, chunk) => purgePortal(tx, now, chunk),
    },
  ],
  groups: [
    {
      name: "portal",
      order: 75,
      description: "Your own pages: usage, deliveries, webhooks, keys and sandbox.",
    },
  ],
};
