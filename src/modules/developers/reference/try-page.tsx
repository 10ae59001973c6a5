/** @jsxImportSource preact */

import type { JSX } from "preact";
import { TRY_FILES, TRY_PATH } from "./try-files.ts";

/** Swagger UI needs inline styles and data: images; everything else is limited to our own origin. */
export const TRY_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Fields without names and outside of forms: the secret is never submitted, and browsers do not offer to save it. */
function SandboxKey(): JSX.Element {
  return (
    <section class="wrapper" id="try-sign" hidden aria-label="Sandbox key">
      <p>
        <label>
          Sandbox key id{" "}
          <input
            type="text"
            id="try-key"
            size={28}
            autocomplete="off"
            spellcheck={false}
            placeholder="pk_sandbox_…"
          />
        </label>{" "}
        <label>
          Secret{" "}
          <input type="password" id="try-secret" size={28} autocomplete="off" placeholder="sk_sandbox_…" />
        </label>
      </p>
      <p>
        <span id="try-message" role="status" /> The secret stays in this page: it is neither sent nor stored,
        and it is cleared when you leave.
      </p>
    </section>
  );
}

/** Swagger UI for our document, from our own files. It needs scripts; /docs works without. */
export function TryPage(): JSX.Element {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Try it · salute</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`${TRY_PATH}/${TRY_FILES.styles.name}`} />
        <script src={`${TRY_PATH}/${TRY_FILES.bundle.name}`} defer />
        <script src={`${TRY_PATH}/${TRY_FILES.starter.name}`} defer />
      </head>
      <body class="swagger-ui">
        <p class="wrapper">
          <a href="/docs">Back to the reference</a>. Signed operations need a signature per request: paste a
          sandbox key, and this page signs them. <code>salute call --print curl</code> signs in the shell.
        </p>
        <SandboxKey />
        <main id="swagger">
          <noscript>This page needs JavaScript; the reference does not.</noscript>
        </main>
      </body>
    </html>
  );
}
