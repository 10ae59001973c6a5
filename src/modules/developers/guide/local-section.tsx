/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, type Site } from "../../../pages/index.ts";

/** Deliveries to a receiver that has no public address. */
export function Local({ site: { version } }: { site: Site }): JSX.Element {
  return (
    <section aria-labelledby="local">
      <h2 id="local">8. On your machine</h2>
      <p>
        A receiver under construction needs no public address and no webhook. <code>salute listen</code>{" "}
        receives your sandbox's events by a stream and posts each to your receiver, with the headers,
        signatures and body of a delivery, and shows its answer. It prints the secret of the session;{" "}
        <code>--secret</code> takes the one that your receiver has. <code>salute trigger</code> makes a sample
        event of any type.
      </p>
      <CodeBlock
        label="Node.js 18 or newer, with npx; nothing is installed"
        language="shell"
        code={[
          "export SALUTE_KEY=$KEY_ID SALUTE_SECRET=$SECRET PUBLIC_BASE_URL=$BASE_URL",
          `alias salute="npx --yes $BASE_URL/developers/sdk/salute-client-${version}.tgz"`,
          "salute listen --forward-to http://localhost:3000/hook --events 'donation.*'",
          "# In a second shell, with the same lines before it:",
          "salute trigger donation.claimed",
        ].join("\n")}
      />
      <CodeBlock
        label="The same as one file, for CI: a signal ends it at once"
        language="shell"
        code={[
          `curl -fsSO $BASE_URL/developers/sdk/salute-${version}.mjs`,
          `node salute-${version}.mjs listen --forward-to http://localhost:3000/hook --sandbox ci-1 &`,
          `node salute-${version}.mjs trigger donation.claimed --sandbox ci-1`,
        ].join("\n")}
      />
      <p>
        KEY_ID and SECRET are those of a sandbox key; <code>--live</code> listens with a live key,{" "}
        <code>--sandbox NAME</code> in a sandbox of its own. In a project that has the TypeScript client,{" "}
        <code>npx salute</code> is the same program, and so is the server's executable. <code>logs tail</code>{" "}
        prints events only; <code>events resend ID</code> sends one again, and{" "}
        <code>events resend --status dead_letter --from TIME</code> all that your receiver missed. A lost
        connection is continued without a gap. Programs of yours can read{" "}
        <code>GET /api/partner/events/stream</code> themselves: server-sent events, continued by{" "}
        <code>Last-Event-ID</code>.
      </p>
    </section>
  );
}
