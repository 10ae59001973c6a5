/** @jsxImportSource preact */

import type { MemberActor, Operation } from "../../../http/operation.ts";
import { type PartnerParts, readPartner } from "../../desk/partner-page/index.ts";
import { type Audience, sessionPage } from "../../platform/admin-page/index.ts";
import { countRevivable } from "../../webhooks/deliveries/index.ts";
import { HOME } from "../sessions/index.ts";
import { type Limits, Overview } from "./overview-page.tsx";

export function overviewRoutes(
  members: Audience<MemberActor>,
  parts: PartnerParts,
  limits: () => Limits,
): Operation[] {
  return [
    sessionPage(members, {
      id: "portalPage",
      path: HOME,
      summary: "A partner's usage, limits, errors and failing deliveries",
      title: "Overview",
      content: ({ sql, actor, now }) => {
        const facts = readPartner(parts, { name: actor.partner, before: null, now });
        const revivable = countRevivable(sql, actor.partnerId);
        return (
          <Overview facts={facts} revivable={revivable} limits={limits()} access={actor.role} now={now} />
        );
      },
    }),
  ];
}
