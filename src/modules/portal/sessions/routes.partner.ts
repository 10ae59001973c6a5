import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, partner, writeOperation } from "../../../http/operation.ts";
import { readSettings } from "../settings/index.ts";
import { createLink, WITHOUT_URL } from "./create-link.ts";
import { IssuedLink, LinkBody } from "./model.ts";

const OTHER_SCOPE = "users";

/** @param embedOrigins origins whose pages may embed the portal's */
export function portalPartnerRoutes(embedOrigins: readonly string[]): Operation[] {
  return [
    writeOperation({
      id: "createPortalLink",
      method: "POST",
      path: "/api/partner/portal-links",
      group: "portal",
      summary: "Create a link to your own pages",
      outcome: "The link was made; it opens your pages once.",
      description: `The link opens a session of eight hours in the portal: your usage, deliveries, webhooks, keys, sandbox and audit trail. It opens once. 403 forbidden if the operators switched your portal off. Needs the scope ${OTHER_SCOPE} too. Links and sessions end when this key is disabled and when its old secret is ended before its time, and with manage they rotate only keys that give nothing more than this one. Ledger entries are shown only if it has the scope ledger.`,
      access: partner("webhooks"),
      status: 201,
      body: LinkBody,
      response: IssuedLink,
      recording: WITHOUT_URL,
      example: { access: "read", expires_in: 300 },
      write: (tx, { actor, body, baseUrl }) => {
        if (!actor.key.scopes.includes(OTHER_SCOPE))
          throw new Problem(
            "forbidden",
            `This key lacks the scope ${OTHER_SCOPE}; ask the operators for it.`,
            {
              reason: "scope",
            },
          );
        if (!readSettings(tx, actor.partnerId).isEnabled)
          throw new Problem("forbidden", "Ask the operators to enable your portal: it is off.", {
            reason: "other",
          });
        const { partner: name, partnerId: id } = actor;
        return createLink(tx, actor, { body, partner: { id, name }, baseUrl, embedOrigins });
      },
    }),
  ];
}
