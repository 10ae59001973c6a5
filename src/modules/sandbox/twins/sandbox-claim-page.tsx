/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { htmlResponse, Layout, SandboxBanner, type Site } from "../../../pages/index.ts";

const SANDBOX = "/api/partner/sandbox";
const SANDBOX_PREFIX = "/sandbox";
/** Only holders of the link should know it. */
const PRIVATE = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

/** The link of a sandbox claim, which replaces the live claim page's. */
export function sandboxClaimUrl(claimUrl: string, code: string): string {
  const livePath = `/claim/${code}`;
  return claimUrl.endsWith(livePath)
    ? `${claimUrl.slice(0, -livePath.length)}${SANDBOX_PREFIX}${livePath}`
    : claimUrl;
}

/**
 * The page behind a sandbox claim's link. It is the same for every code and looks none up: sandbox files have a
 * lookup key each, and a page that distinguished codes would have to count failed lookups as the live page does.
 */
export function sandboxClaimRoutes(site: Site): Operation[] {
  return [
    readOperation({
      id: "sandboxClaimPage",
      method: "GET",
      path: `${SANDBOX_PREFIX}/claim/{claim_code}`,
      group: PAGES_GROUP,
      summary: "The page of a sandbox claim's link",
      description: "The same for every code; no code is looked up.",
      access: anyone("pages"),
      params: Type.Object({ claim_code: Type.String({ description: "The code of a sandbox claim." }) }),
      response: { mediaType: "text/html", description: "A page." },
      read: () => htmlResponse(<SandboxClaim site={site} />, { headers: PRIVATE }),
    }),
  ];
}

function SandboxClaim({ site }: { site: Site }): JSX.Element {
  return (
    <Layout
      site={site}
      path="/sandbox/claim"
      isUnlisted
      title="A sandbox claim"
      description="This link belongs to the sandbox: nothing can be claimed here."
    >
      <SandboxBanner />
      <h1>A sandbox claim</h1>
      <p class="lead">This link was created in the sandbox, for tests. Nothing can be claimed here.</p>
      <p>
        Were you promised something? Ask the sender for a real link: its address begins with{" "}
        <code>/claim/</code>.
      </p>
      <h2>For the partner who made it</h2>
      <p>
        A live claim's link leads to a page with its amount, its campaign and the form to claim it. In the
        sandbox nobody claims; use these operations instead:
      </p>
      <ul>
        <li>
          <code>POST {SANDBOX}/webhook-simulator/run</code> with{" "}
          <code>{'{"scenario_id": "claim_redeemed"}'}</code> signs the delivery that your receiver would get
          when the claim is redeemed; <code>claim_created</code> the one when it is issued.
        </li>
        <li>
          <code>POST {SANDBOX}/donation-claims/&lt;code&gt;/cancel</code> cancels the sandbox claim.
        </li>
      </ul>
      <p>
        <a href="/developers#sandbox">More about the sandbox</a>
      </p>
    </Layout>
  );
}
