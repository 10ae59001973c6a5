/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { Cacheable } from "../../../http/answers/answer.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { htmlResponse, htmlText } from "../../../pages/index.ts";
import { toMarkdown } from "../plain-text/index.ts";
import { DevelopersPage } from "./developers-page.tsx";
import type { DevelopersInput } from "./input.ts";
import { ReceiverPage } from "./receiver-page.tsx";
import { RECEIVERS, SNIPPETS } from "./snippets.ts";

const MAX_AGE_SECONDS = 300;
const FILES = [...SNIPPETS, ...RECEIVERS];

export function developersRoutes(input: DevelopersInput): Operation[] {
  return [...pageRoutes(input), ...markdownRoutes(input)];
}

/** The guides' pages as Markdown. */
function markdownRoutes(input: DevelopersInput): Operation[] {
  const markdown = { mediaType: "text/markdown", description: "The guide as Markdown." };
  return [
    readOperation({
      id: "getQuickstartMarkdown",
      method: "GET",
      path: "/docs/quickstart.md",
      group: "docs",
      summary: "The quickstart, as Markdown",
      access: anyone(),
      response: markdown,
      validators: true,
      read: ({ baseUrl }) =>
        new Cacheable(
          toMarkdown(htmlText(<DevelopersPage {...input} baseUrl={baseUrl} />)),
          input.startedAt,
          MAX_AGE_SECONDS,
        ),
    }),
    readOperation({
      id: "getWebhooksMarkdown",
      method: "GET",
      path: "/docs/webhooks.md",
      group: "docs",
      summary: "The guide to receiving webhooks, as Markdown",
      access: anyone(),
      response: markdown,
      validators: true,
      read: () =>
        new Cacheable(toMarkdown(htmlText(<ReceiverPage {...input} />)), input.startedAt, MAX_AGE_SECONDS),
    }),
  ];
}

function pageRoutes(input: DevelopersInput): Operation[] {
  return [
    readOperation({
      id: "developersPage",
      method: "GET",
      path: "/developers",
      group: "pages",
      summary: "Quickstart: key, signature, first credit, retries",
      access: anyone("pages"),
      response: { mediaType: "text/html", description: "A page." },
      read: ({ baseUrl }) => htmlResponse(<DevelopersPage {...input} baseUrl={baseUrl} />),
    }),
    readOperation({
      id: "receiverPage",
      method: "GET",
      path: "/developers/webhooks",
      group: "pages",
      summary: "Guide to receiving webhooks: verify, acknowledge, deduplicate, rotate",
      access: anyone("pages"),
      response: { mediaType: "text/html", description: "A page." },
      read: () => htmlResponse(<ReceiverPage {...input} />),
    }),
    readOperation({
      id: "developersSnippet",
      method: "GET",
      path: "/developers/snippets/{file}",
      group: "pages",
      summary:
        "Download a program that signs a credit (sign.*) or another operation (by its id), or receives deliveries (receive.*)",
      access: anyone("pages"),
      params: Type.Object({ file: Type.String() }),
      response: { mediaType: "text/plain", description: "Source of the program." },
      errors: ["not_found"],
      read: async ({ params }) => {
        const snippet = FILES.find(({ file }) => file === params.file);
        const code = snippet?.code ?? (await input.findProgram(params.file));
        if (code === null) {
          const names = FILES.map(({ file }) => file).join(", ");
          throw new Problem(
            "not_found",
            `Choose one of ${names}, or an operation's id such as creditSalutes.go.`,
          );
        }
        return new Response(code, { headers: { "content-type": "text/plain; charset=utf-8" } });
      },
    }),
  ];
}
