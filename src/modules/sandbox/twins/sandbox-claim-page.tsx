/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { htmlResponse, Layout, SandboxBanner, type Site } from "../../../pages/index.ts";

const SANDBOX = "/api/partner/sandbox";
const SANDBOX_PREFIX = "/sandbox";
/** Whose link it is stays between those who have it. */
const PRIVATE = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

/** Where a sandbox claim's link leads, in place of the live claim page that a claim of this code would have. */
export function sandboxClaimUrl(claimUrl: string, code: string): string {
  const livePath = `/claim/${code}`;
  return claimUrl.endsWith(livePath)
    ? `${claimUrl.slice(0, -livePath.length)}${SANDBOX_PREFIX}${livePath}`
    : claimUrl;
}

/**
 * What whoever follows a sandbox claim's link is told. It is the same for every code, and looks none up: sandbox
 * files have a look-up key each, and a page that told codes apart would have to count its misses as the live page
 * does.
 */
export function sandboxClaimRoutes(site: Site): Operation[] {
  return [
    readOperation({
      id: "sandboxClaimPage",
      method: "GET",
      path: `${SANDBOX_PREFIX}/claim/{claim_code}`,
      group: PAGES_GROUP,
      summary: "Where the link of a sandbox claim leads: a page that says so",
      description: "The same for every code; none is looked up.",
      access: anyone("pages"),
      params: Type.Object({ claim_code: Type.String({ description: "Of a sandbox claim." }) }),
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
      title="A sandbox claim"
      description="This link belongs to the sandbox: nothing can be claimed here."
    >
      <SandboxBanner />
      <h1>A sandbox claim</h1>
      <p class="lead">
        This link was made in the sandbox, for trying things out. Nothing can be claimed here.
      </p>
      <p>
        Were you promised something? Ask whoever gave you the link for a real one: its address begins with{" "}
        <code>/claim/</code>.
      </p>
      <h2>For the partner who made it</h2>
      <p>
        A live claim's link leads to a page with its sum, its campaign and the form to claim it. In the
        sandbox nobody claims; these stand for what follows:
      </p>
      <ul>
        <li>
          <code>POST {SANDBOX}/webhook-simulator/run</code> with{" "}
          <code>{'{"scenario_id": "claim_redeemed"}'}</code> signs the delivery that your receiver would get
          once the claim is redeemed; <code>claim_created</code> that of its issue.
        </li>
        <li>
          <code>POST {SANDBOX}/donation-claims/&lt;code&gt;/cancel</code> takes the sandbox claim back.
        </li>
      </ul>
      <p>
        <a href="/developers#sandbox">More about the sandbox</a>
      </p>
    </Layout>
  );
}
