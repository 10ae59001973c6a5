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

/** The digest as a page and as JSON, and the verification of resolved items. */
export function dailyDigestRoutes(site: Site, parts: VerifyParts & { startedAt: number }): Operation[] {
  const last = { text: "", at: parts.startedAt };
  return [
    adminView(site, {
      id: "getDigest",
      path: PATH,
      group: "ops",
      summary: "Get the digest of the last 24 hours",
      description: "Computed at each request; a copy is stored daily at 08:07 UTC.",
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
      summary: "Verify resolved incidents, triage rows and links",
      outcome: "The resolved items, each compared with current measurements.",
      description: "Compares each with current measurements. Last-Modified is when the answer last changed.",
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
