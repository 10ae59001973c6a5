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
          <a href="/docs">Back to the reference</a>. Signed operations want a signature for each request:{" "}
          <code>salute call --print curl</code> makes one.
        </p>
        <main id="swagger">
          <noscript>This page needs script; the reference does not.</noscript>
        </main>
      </body>
    </html>
  );
}
