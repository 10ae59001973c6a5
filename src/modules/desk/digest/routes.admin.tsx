/** @jsxImportSource preact */

import { Cacheable } from "../../../http/answers/answer.ts";
import type { Operation } from "../../../http/operation.ts";
import { operator, readOperation } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { adminView } from "../../platform/admin-page/index.ts";
import { DigestContent } from "./digest-page.tsx";
import { makeDigest } from "./make-digest.ts";
import { Digest, ResolvedVerification } from "./model.ts";
import { type VerifyParts, verifyResolved } from "./verify.ts";

const PATH = "/admin/ops/digest";
const MAX_AGE_SECONDS = 30;

/** The digest as a page and as JSON, and what of the resolved still holds. */
export function dailyDigestRoutes(site: Site, parts: VerifyParts & { startedAt: number }): Operation[] {
  const last = { text: "", at: parts.startedAt };
  return [
    adminView(site, {
      id: "getDigest",
      path: PATH,
      group: "ops",
      summary: "Read the last 24 hours in one look",
      description: "Kept daily at 08:07 UTC; read at any time.",
      title: "Digest",
      response: Digest,
      read: ({ now }) => makeDigest(parts, now),
      page: (digest, { now }) => <DigestContent digest={digest} now={now} />,
    }),
    readOperation({
      id: "getResolvedVerification",
      method: "GET",
      path: `${PATH}/resolved-verification.json`,
      group: "ops",
      summary: "Read which resolved incidents, triage rows and links still hold",
      description: "Compared with what is measured now. Last-Modified is when an answer last differed.",
      access: operator("viewer"),
      response: ResolvedVerification,
      validators: true,
      read: async ({ now }) => {
        const body = await verifyResolved(parts, now);
        const text = JSON.stringify(body);
        if (last.text !== text) Object.assign(last, { text, at: now });
        return new Cacheable(body, last.at, MAX_AGE_SECONDS);
      },
    }),
  ];
}
