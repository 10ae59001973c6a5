/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, type Site } from "../../../pages/index.ts";

export function GetKey({ site }: { site: Site }): JSX.Element {
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
