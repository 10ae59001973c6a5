/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { findPartnerId } from "../../access/keys/index.ts";
import { adminForm, adminPage, adminResponse, confirmedForm } from "../../platform/admin-page/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { createLink } from "./create-link.ts";
import { ensureKnownPartner, requirePartner } from "./known-partner.ts";
import { Links, ShownLink } from "./links-page.tsx";
import { LinkBody } from "./model.ts";
import type { KeyFiles } from "./standing.ts";
import { countSessions, deletePartnersSessions } from "./store.ts";

interface AdminParts {
  site: Site;
  live: Database;
  files: KeyFiles;
  embedOrigins: readonly string[];
}

const PATH = "/admin/partners/{partner}/portal";
const PartnerPath = Type.Object({ partner: Type.String({ description: "The partner's name." }) });

/** Links to partners' pages, and the end of their sessions, for operators. */
export function portalAdminRoutes(parts: AdminParts): Operation[] {
  return [...linkRoutes(parts), ...endRoutes(parts)];
}

function linkRoutes({ site, live, files, embedOrigins }: AdminParts): Operation[] {
  return [
    adminPage(site, {
      id: "partnerPortalPage",
      path: PATH,
      summary: "The form that makes a link to a partner's own pages",
      title: "Partner portal",
      role: "operator",
      params: PartnerPath,
      errors: ["not_found"],
      content: ({ sql, reader, params: { partner }, now }) => {
        requirePartner(files, partner);
        const sessions = countSessions(sql, partner, now);
        return <Links {...{ reader, partner, sessions, embedOrigins }} />;
      },
    }),
    adminForm(site, {
      id: "createPortalLinkForm",
      path: PATH,
      summary: "Make a link to a partner's own pages, and show it once",
      role: "operator",
      status: 200,
      params: PartnerPath,
      form: LinkBody,
      errors: ["not_found", "state_conflict"],
      done: null,
      submit: async ({ actor, reader, params, body, baseUrl, now }) => {
        const link = await live.writer.run((tx) => {
          const partner = ensureKnownPartner(tx, files, params.partner);
          return createLink(tx, actor, { body, partner, baseUrl, embedOrigins });
        });
        return adminResponse(site, reader, {
          path: "/admin/partners",
          title: "Partner portal",
          content: <ShownLink partner={params.partner} link={link} now={now} />,
        });
      },
    }),
  ];
}

function endRoutes({ site, live, files }: AdminParts): Operation[] {
  return confirmedForm(site, {
    id: "endPortalSessions",
    path: `${PATH}/end-sessions`,
    back: PATH,
    title: "End sessions",
    summary: "End all sessions and links of a partner's own pages",
    role: "operator",
    inSafeMode: true,
    params: PartnerPath,
    errors: ["not_found"],
    done: (_, { partner }) => `The sessions and links of ${partner} have ended.`,
    effect: ({ sql, params: { partner }, now }) => {
      requirePartner(files, partner);
      const sessions = countSessions(sql, partner, now);
      return {
        lead: `Every session of the pages of ${partner} ends now, and every link that was not opened yet.`,
        figures: [["Open sessions", sessions.toLocaleString("en")]],
        consequences: "The partner opens new ones with new links.",
        label: "End sessions",
      };
    },
    submit: async ({ actor, params: { partner } }) => {
      requirePartner(files, partner);
      await live.writer.run((tx) => {
        const id = findPartnerId(tx, partner);
        const sessions = id === null ? 0 : deletePartnersSessions(tx, id);
        recordAudit(tx, actor, { action: "portal.end_sessions", subject: partner, details: { sessions } });
      });
      return seeOther(`/admin/partners/${partner}/portal`);
    },
  });
}
