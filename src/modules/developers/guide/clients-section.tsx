/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, type Site } from "../../../pages/index.ts";

const TYPESCRIPT = `import { Salute } from "salute-client";

const salute = new Salute({ baseUrl, keyId, secret });
// The key names the intent: store it before the call, and repeat the call with it.
const { balance } = await salute.salutes.credit(
  { user_id: "ext:demo-user", amount: 25, reason: "quest" },
  { idempotencyKey: "quest-7-demo-user" },
);`;

const PYTHON = `from salute_client import Salute

salute = Salute(base_url, key_id, secret)
# The key names the intent: store it before the call, and repeat the call with it.
answer = salute.salutes.credit(
    user_id="ext:demo-user", amount=25, reason="quest", idempotency_key="quest-7-demo-user"
)
balance = answer["balance"]`;

/** Installation of the clients, and a credit with each. */
export function Clients({ site, baseUrl }: { site: Site; baseUrl: string }): JSX.Element {
  const { version } = site;
  return (
    <section aria-labelledby="clients">
      <h2 id="clients">8. Use a client</h2>
      <p>
        Both are generated from the OpenAPI document and have no dependencies. They sign, use a new nonce for
        each attempt, follow pages, throw a class of error per code, and verify webhooks. Lost connections,
        429, 500, 502, 503 and 504 are retried for up to a minute with the same Idempotency-Key; every
        exception carries that key. <a href="/developers/sdk-manifest.json">Versions and SHA-256</a>.
      </p>
      <CodeBlock
        label="TypeScript: Node.js 18 or newer, Bun, Deno, Workers"
        code={`npm install ${baseUrl}/developers/sdk/salute-client-${version}.tgz`}
      />
      <CodeBlock label="TypeScript" code={TYPESCRIPT} language="typescript" />
      <CodeBlock
        label="Python 3.9 or newer"
        code={`pip install ${baseUrl}/developers/sdk/salute_client-${version}-py3-none-any.whl`}
      />
      <CodeBlock label="Python" code={PYTHON} language="python" />
      <p>
        The TypeScript package brings the command <code>salute</code>: <code>npx salute listen</code> delivers
        your events to a receiver on your machine (<a href="/developers/webhooks#local">webhooks</a>), and{" "}
        <code>npx salute call</code> signs any request. Outside of a project that has the package, name it by
        its address; it is also a <a href={`/developers/sdk/salute-${version}.mjs`}>file of its own</a> for
        Node.js.
      </p>
      <CodeBlock
        label="Without an installation"
        language="shell"
        code={`npx --yes ${baseUrl}/developers/sdk/salute-client-${version}.tgz listen --help`}
      />
    </section>
  );
}
