/** @jsxImportSource preact */

import type { JSX } from "preact";
import { TRY_FILES, TRY_PATH } from "./try-files.ts";

/** Swagger UI styles its parts inline and draws its icons from data; all else comes from us, and goes to us only. */
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

/** Fields without names in no form: the secret is neither sent nor stored, and the browser offers to keep neither. */
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
        <span id="try-told" role="status" /> The secret stays in this page: it is not sent, not stored, and
        gone when you leave.
      </p>
    </section>
  );
}

/** Swagger UI on our document, from our own files. It needs script, so /docs stands beside it, which needs none. */
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
          <a href="/docs">Back to the reference</a>. Signed operations want a signature for each request:
          paste a sandbox key, and this page signs them. <code>salute call --print curl</code> signs from the
          shell.
        </p>
        <SandboxKey />
        <main id="swagger">
          <noscript>This page needs script; the reference does not.</noscript>
        </main>
      </body>
    </html>
  );
}
