/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../http/operation.ts";
import { htmlResponse, Layout, type Site } from "../../../pages/index.ts";
import type { AckLinks } from "../calls/index.ts";
import type { Rule } from "../monitor/index.ts";
import { AckContent } from "./ack-page.tsx";
import { acknowledgeCall, requireLinkedCall } from "./acknowledge-call.ts";

const PATH = "/admin/ack/{token}";
const TITLE = "Acknowledge an alarm";
/** The URL holds a token: never cached, indexed or sent as a referrer. */
const PRIVATE = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

interface AckParts {
  live: Database;
  links: AckLinks;
  alertRules: readonly Rule[];
}

/** The page of a mailed or posted link: it shows the alarm, and its button acknowledges it. */
export function ackRoutes(site: Site, { live, links, alertRules }: AckParts): Operation[] {
  const page = {
    group: PAGES_GROUP,
    access: anyone("pages"),
    crossOrigin: false,
    path: PATH,
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 300 }) }),
    summary: TITLE,
  } as const;
  return [
    readOperation({
      ...page,
      id: "acknowledgePage",
      method: "GET",
      response: { mediaType: "text/html", description: "The page that acknowledges the alarm." },
      errors: ["not_found"],
      read: ({ params: { token }, now }) => {
        const found = requireLinkedCall(live.read, links, { token, now });
        return htmlResponse(
          <Layout site={site} path="/admin" title={TITLE} description="For the operators of this service.">
            <h1>{TITLE}</h1>
            <AckContent {...found} token={token} now={now} />
          </Layout>,
          { headers: PRIVATE },
        );
      },
    }),
    formOperation({
      ...page,
      id: "acknowledgeByLink",
      form: Type.Object({}),
      inSafeMode: true,
      errors: ["not_found", "state_conflict"],
      submit: async ({ params: { token } }) => {
        await live.writer.run((tx) =>
          acknowledgeCall(tx, alertRules, {
            ...requireLinkedCall(tx, links, { token, now: tx.now }),
            by: "link",
          }),
        );
        return seeOther(`/admin/ack/${token}`, PRIVATE);
      },
    }),
  ];
}
