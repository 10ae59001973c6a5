/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, Contents, Layout, type Site } from "../../../pages/index.ts";
import { Clients } from "./clients-section.tsx";
import { Errors } from "./errors-section.tsx";
import { FirstCredit } from "./first-credit-section.tsx";
import { Follow } from "./follow-section.tsx";
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
            response arrives. <a href="/docs/quickstart.md">As Markdown</a>.
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

/** @jsxImportSource preact */

function GetKey({ site }: { site: Site }): JSX.Element {
  return (
    <section aria-labelledby="key">
      <h2 id="key">1. Get a key</h2>
      <p>
        A key consists of a key id, which you send, and a secret, which you never send. Keys that start with{" "}
        <code>pk_live_</code> act on real balances
        {site.paths.has("/api/partner/sandbox/salutes/credit") && (
          <>
            ; those that start with <code>pk_sandbox_</code> act on your own sandbox state, under{" "}
            <code>/api/partner/sandbox/</code>
          </>
        )}
        . Ask the operators for a key, and name the scopes and IP addresses that it needs. If you run salute
        yourself, create one:
      </p>
      <CodeBlock label="Create a key" code="salute keys create --partner acme --mode live" />
      <p>
        The secret is shown once: keep it on your servers only. At its first start, a development server
        prints a live key of the partner <code>demo</code>, with a user <code>ext:demo-user</code> to credit.
      </p>
    </section>
  );
}
