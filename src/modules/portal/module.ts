import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import { Challenges } from "../access/passkeys/index.ts";
import type { PartnerParts } from "../desk/partner-page/index.ts";
import type { Module } from "../module.ts";
import type { Postbox } from "../platform/mail/index.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { keep } from "../platform/retention/index.ts";
import type { SandboxFiles } from "../sandbox/files/index.ts";
import { auditRoutes } from "./audit/index.ts";
import { deliveryRoutes } from "./deliveries/index.ts";
import { eventRoutes } from "./events/index.ts";
import { keyRoutes } from "./keys/index.ts";
import { entryRoutes } from "./ledger/index.ts";
import {
  MemberBook,
  memberAdminRoutes,
  memberOperatorRoutes,
  memberRoutes,
  signInRoutes,
} from "./member-desk/index.ts";
import { overviewRoutes } from "./overview/index.ts";
import { memberPasskeyRoutes, memberSignInRoutes } from "./passkeys/index.ts";
import { requestRoutes } from "./requests/index.ts";
import { sandboxRoutes } from "./sandbox/index.ts";
import {
  createMembers,
  HOME,
  openingRoutes,
  portalAdminRoutes,
  portalOperatorRoutes,
  portalPartnerRoutes,
  purgePortal,
  sessionRoutes,
  settingsRoutes,
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
  sandboxFiles: SandboxFiles;
  mail: { postbox: Postbox } | null;
  clock: Clock;
}

const NAVIGATION = [
  { path: HOME, label: "Overview" },
  { path: "/partners/deliveries", label: "Deliveries" },
  { path: "/partners/webhooks", label: "Webhooks" },
  { path: "/partners/events", label: "Events" },
  { path: "/partners/requests", label: "Requests" },
  { path: "/partners/keys", label: "Keys" },
  { path: "/partners/sandbox", label: "Sandbox" },
  { path: "/partners/members", label: "Members" },
  { path: "/partners/audit", label: "Audit trail" },
];

/** Partners' own pages, opened by one-time links. */
export const portal: Module<PortalParts> = {
  name: "portal",
  operations: (parts, { site }) => {
    const { clock, config, keyring, live, mail, requestLog, sandbox, sandboxFiles, usage } = parts;
    if (!config.portalEnabled) return [];
    const files = { live, sandbox };
    const embedOrigins = config.portalEmbedOrigins;
    const members = createMembers(site, files, NAVIGATION);
    const book = new MemberBook(keyring, mail?.postbox ?? null);
    const challenges = new Challenges(live, keyring);
    const limits = () => ({
      live: config.partnerLimit,
      sandbox: config.sandboxLimit,
      webhooks: config.webhooksLimit,
    });
    return [
      ...portalPartnerRoutes(embedOrigins),
      ...portalOperatorRoutes({ files, embedOrigins }),
      ...portalAdminRoutes({ site, live, files, embedOrigins }),
      ...openingRoutes({ site, live, files }),
      ...settingsRoutes({ site, live, files }),
      ...sessionRoutes(members(null), live),
      ...memberAdminRoutes({ site, live, files, book }),
      ...signInRoutes({ site, live, files, book }),
      ...memberRoutes({ members: members("members"), live, book }),
      ...memberOperatorRoutes({ files, book }),
      ...memberSignInRoutes({ site, live, files, challenges, hasMail: book.hasMail }),
      ...memberPasskeyRoutes({ members: members(null), live, challenges }),
      ...overviewRoutes(members(null), parts, limits),
      ...deliveryRoutes({ members: members("deliveries", "webhooks"), live, keyring }),
      ...webhookRoutes({
        members: members("webhooks", "webhooks"),
        live,
        keyring,
        targets: { allowHttp: config.webhookAllowHttp, allowPrivate: config.webhookAllowPrivate },
      }),
      ...eventRoutes(members(null, "webhooks")),
      ...entryRoutes(members(null, "ledger")),
      ...requestRoutes({ members: members(null), files, requestLog }),
      ...keyRoutes({ members, files, limits, keyring, usage }),
      ...sandboxRoutes({ members: members("sandbox"), files, sandboxFiles, clock }),
      ...auditRoutes(members(null), files),
    ];
  },
  sealed: [{ table: "portal_members", context: "uid", columns: ["email_sealed"] }],
  retention: [
    keep({
      rows: "links and sessions of the portal",
      windows: { sessions: { tables: ["portal_links", "portal_sessions"], kept: 0, after: "expiry" } },
      purge: (tx, { sessions }, { chunk }) => purgePortal(tx, sessions, chunk),
    }),
  ],
  groups: [
    {
      name: "portal",
      order: 75,
      description: "Your own pages: usage, deliveries, webhooks, keys and sandbox.",
    },
  ],
};
