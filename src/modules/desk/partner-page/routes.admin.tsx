/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Operation } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { Partner } from "./partner-page.tsx";
import { type PartnerParts, readPartner } from "./read-partner.ts";

/** Of a module above this one, unless it is switched off. */
const PORTAL = "/admin/partners/{partner}/portal";

export function partnerPages(site: Site, parts: PartnerParts): Operation[] {
  return [
    adminPage(site, {
      id: "partnerPage",
      path: "/admin/partners/{partner}",
      summary: "Partner: keys, usage, errors, webhooks, deliveries and users",
      title: ({ params }) => `${params.partner}, partner`,
      params: Type.Object({
        partner: Type.String({
          pattern: "^[a-z0-9][a-z0-9-]{0,39}$",
          "x-expectation": "1 to 40 of a-z 0-9 -, not beginning with -",
        }),
      }),
      query: Type.Object({
        before: Type.Optional(Type.Integer({ minimum: 1, description: "Only users with a lower id." })),
      }),
      errors: ["not_found"],
      content: ({ reader, params, query, now }) => (
        <Partner
          reader={reader}
          hasPortal={site.paths.has(PORTAL)}
          facts={readPartner(parts, { name: params.partner, before: query.before ?? null, now })}
          now={now}
        />
      ),
    }),
  ];
}
