/** @jsxImportSource preact */

import type { JSX } from "preact";
import { htmlResponse } from "./html-response.ts";
import { Layout } from "./layout.tsx";
import type { Site } from "./site.ts";

interface ProblemPageProps {
  site: Site;
  status: number;
  /** One sentence that says what to do. */
  message: string;
  requestId: string;
}

const TITLES: Readonly<Record<number, string>> = {
  400: "That was not understood",
  403: "Not from here",
  404: "Nothing is here",
  409: "That does not work now",
  413: "That was too much",
  415: "That was not understood",
  429: "Too many requests",
  503: "Not available now",
};

/** A refusal as a page, for browsers. */
export function problemResponse({ site, status, message, requestId }: ProblemPageProps): Response {
  const title = TITLES[status] ?? "Something failed on our side";
  const page: JSX.Element = (
    <Layout site={site} path="" title={title} description={message}>
      <h1>{title}</h1>
      <p class="lead">{message}</p>
      <p>
        <small>
          Status {status}, request <code>{requestId}</code>
        </small>
      </p>
    </Layout>
  );
  return htmlResponse(page, { status });
}
