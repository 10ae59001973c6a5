/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Contents, Layout } from "../../../pages/index.ts";
import { Clients } from "./clients-section.tsx";
import { Errors } from "./errors-section.tsx";
import { FirstCredit } from "./first-credit-section.tsx";
import { Follow } from "./follow-section.tsx";
import { GetKey } from "./get-key-section.tsx";
import type { DevelopersInput } from "./input.ts";
import { RateLimits } from "./rate-limits-section.tsx";
import { Retries } from "./retries-section.tsx";
import { SandboxSection } from "./sandbox-section.tsx";
import { Signing } from "./signing-section.tsx";

/** The quickstart page. */
export function DevelopersPage(props: DevelopersInput & { baseUrl: string }): JSX.Element {
  const { site, mounted, limits, baseUrl } = props;
  return (
    <Layout
      site={site}
      path="/developers"
      title="Developers"
      description="Get a key, sign a request, credit your first salutes, and retry without crediting twice."
    >
      <div class="with-contents">
        <Contents
          items={[
            ["key", "Get a key"],
            ["sign", "Sign a request"],
            ["credit", "Credit your first salutes"],
            ["retries", "Nonces and idempotency"],
            ["errors", "Errors and retries"],
            ["limits", "Rate limits"],
            ["webhooks", "Receive webhooks"],
            ["clients", "Use a client"],
            ["sandbox", "Use the sandbox, then go live"],
            ["follow", "Stay up to date"],
          ]}
        />
        <div>
          <h1>Quickstart</h1>
          <p class="lead">
            From a key to your first signed credit, in four languages, and how to retry safely when no
            response arrives.
          </p>
          <GetKey site={site} />
          <Signing />
          <FirstCredit site={site} baseUrl={baseUrl} />
          <Retries {...props} />
          <Errors site={site} mounted={mounted} />
          <RateLimits limits={limits} />
          <section aria-labelledby="webhooks">
            <h2 id="webhooks">7. Receive webhooks</h2>
            <p>
              Every change can be delivered to your URL, signed and at least once:{" "}
              <a href="/developers/webhooks">how to receive webhooks</a>.
            </p>
          </section>
          <Clients site={site} baseUrl={baseUrl} />
          <SandboxSection />
          <Follow site={site} />
        </div>
      </div>
    </Layout>
  );
}
