import { type Operation, operator, readOperation, writeOperation } from "../../../http/operation.ts";
import { findPartnerId } from "../../access/keys/index.ts";
import { readSettings, SettingsQuery, SettingsView, viewSettings } from "../settings/index.ts";
import { createLink, WITHOUT_URL } from "./create-link.ts";
import { ensureKnownPartner, requirePartner } from "./known-partner.ts";
import { IssuedLink, OperatorLinkBody } from "./model.ts";
import type { KeyFiles } from "./standing.ts";

interface OperatorParts {
  files: KeyFiles;
  embedOrigins: readonly string[];
}

export function portalOperatorRoutes({ files, embedOrigins }: OperatorParts): Operation[] {
  return [
    writeOperation({
      id: "createPartnersPortalLink",
      method: "POST",
      path: "/admin/ops/portal-links",
      group: "ops",
      summary: "Create a link to a partner's own pages",
      outcome: "The link was made; it opens the partner's pages once.",
      description:
        "The link opens a session of eight hours in the partner's portal, once. Link and session end when the partner has no active key, and when your access or role changes. In a session with manage, keys and members change only if an owner made its link. Kept in the audit trail. 409 state_conflict if no key of the partner is active.",
      access: operator("operator"),
      status: 201,
      body: OperatorLinkBody,
      response: IssuedLink,
      errors: ["not_found", "state_conflict"],
      recording: WITHOUT_URL,
      example: { partner: "demo", access: "read", expires_in: 300 },
      write: (tx, { actor, body: { partner: name, ...body }, baseUrl }) => {
        const partner = ensureKnownPartner(tx, files, name);
        return createLink(tx, actor, { body, partner, baseUrl, embedOrigins });
      },
    }),
    readOperation({
      id: "getPortalSettings",
      method: "GET",
      path: "/admin/ops/portal-settings",
      group: "ops",
      summary: "Read what a partner may do on its own pages",
      outcome: "The settings that count now.",
      access: operator("viewer"),
      query: SettingsQuery,
      response: SettingsView,
      errors: ["not_found"],
      read: ({ db, query: { partner } }) => {
        requirePartner(files, partner);
        return { partner, ...viewSettings(readSettings(db.read, findPartnerId(db.read, partner))) };
      },
    }),
  ];
}
