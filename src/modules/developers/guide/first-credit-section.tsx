/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, type Site, Tabs } from "../../../pages/index.ts";
import { SNIPPETS } from "./snippets.ts";
import { WORKED_ANSWER } from "./worked-example.ts";

const SANDBOX_CREDIT = "/api/partner/sandbox/salutes/credit";

export function FirstCredit({ site, baseUrl }: { site: Site; baseUrl: string }): JSX.Element {
  return (
    <section aria-labelledby="credit">
      <h2 id="credit">3. Credit your first salutes</h2>
      <p>
        Each of these is a complete program without dependencies. It reads <code>KEY_ID</code>,{" "}
        <code>SECRET</code> and <code>BASE_URL</code> (here <code>{baseUrl}</code>) from the environment.
      </p>
      <Tabs
        name="language"
        legend="Language"
        remember="language"
        tabs={SNIPPETS.map(({ file, language, grammar, code }) => ({
          id: language.toLowerCase(),
          label: language,
          content: (
            <CodeBlock label={file} code={code} language={grammar} href={`/developers/snippets/${file}`} />
          ),
        }))}
      />
      <p>The response follows the commit:</p>
      <CodeBlock label="200 OK" code={JSON.stringify(WORKED_ANSWER, null, 2)} />
      <ul>
        <li>
          <code>user_id</code> accepts the service's id, or <code>ext:</code> followed by your external_id. If
          the response is <code>user_not_found</code>, create the user first:{" "}
          <code>POST /api/partner/users</code> with <code>{'{"external_id":"demo-user"}'}</code>, signed the
          same way.
        </li>
        {site.paths.has(SANDBOX_CREDIT) && (
          <li>
            With a sandbox key, use the target <code>{SANDBOX_CREDIT}</code>. It never affects live balances.
          </li>
        )}
        <li>
          Read the balance with <code>GET /api/salutes/balance?user_id=ext:demo-user</code>. Reads are signed
          the same way, with an empty nonce and an empty body.
        </li>
      </ul>
    </section>
  );
}
