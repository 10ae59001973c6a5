/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { Cacheable } from "../../../http/answers/answer.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation, seeOther } from "../../../http/operation.ts";
import { htmlResponse, htmlText, type Site } from "../../../pages/index.ts";
import type { PublishedDocument } from "../openapi/index.ts";
import { toMarkdown } from "../plain-text/index.ts";
import { GroupPage } from "./group-page.tsx";
import { OverviewPage } from "./overview-page.tsx";
import { ReferenceSearch } from "./search.ts";
import { TRY_PATH, tryFileResponse } from "./try-files.ts";
import { TRY_CONTENT_SECURITY_POLICY, TryPage } from "./try-page.tsx";

const MAX_AGE_SECONDS = 300;
const HTML_PAGE = { mediaType: "text/html", description: "A page." };

/** The reference, generated from this build's OpenAPI document, and Swagger UI. */
export function referenceRoutes(site: Site, published: PublishedDocument, startedAt: number): Operation[] {
  return [...pageRoutes(site, published), markdownRoute(site, published, startedAt), ...tryRoutes()];
}

/** A group's page as Markdown. @param startedAt start of this process, in Unix milliseconds; it changes only with the build */
function markdownRoute(site: Site, published: PublishedDocument, startedAt: number): Operation {
  return readOperation({
    id: "getReferenceGroupMarkdown",
    method: "GET",
    path: "/docs/reference/{file}",
    group: "docs",
    summary: "A group of operations with parameters, answers and errors, as Markdown",
    access: anyone(),
    params: Type.Object({
      file: Type.String({ description: "The group's name and .md, such as users.md." }),
    }),
    response: { mediaType: "text/markdown", description: "The group's page as Markdown." },
    errors: ["not_found"],
    validators: true,
    read: async ({ params }) => {
      const document = await published.document();
      const tag = document.tags.find(({ name }) => `${name}.md` === params.file);
      if (tag === undefined) throw new Problem("not_found", "Choose a text from /llms.txt.");
      const page = (
        <GroupPage site={site} document={document} group={tag.name} description={tag.description} />
      );
      return new Cacheable(toMarkdown(htmlText(page)), startedAt, MAX_AGE_SECONDS);
    },
  });
}

function pageRoutes(site: Site, published: PublishedDocument): Operation[] {
  const search = new ReferenceSearch(published.document);
  return [
    readOperation({
      id: "referencePage",
      method: "GET",
      path: "/docs",
      group: PAGES_GROUP,
      summary: "Reference overview: general rules and all operations",
      access: anyone("pages"),
      query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) }),
      response: HTML_PAGE,
      read: async ({ query: { q } }) => {
        const found = q === undefined ? null : { query: q, hits: await search.find(q) };
        return htmlResponse(
          <OverviewPage site={site} document={await published.document()} search={found} />,
        );
      },
    }),
    readOperation({
      id: "referenceGroupPage",
      method: "GET",
      path: "/docs/{group}",
      group: PAGES_GROUP,
      summary: "Reference of a group of operations",
      access: anyone("pages"),
      params: Type.Object({ group: Type.String() }),
      response: HTML_PAGE,
      errors: ["not_found"],
      read: async ({ params }) => {
        const document = await published.document();
        const tag = document.tags.find(({ name }) => name === params.group);
        if (tag === undefined) throw new Problem("not_found", "Choose a group from /docs.");
        return htmlResponse(
          <GroupPage site={site} document={document} group={tag.name} description={tag.description} />,
        );
      },
    }),
  ];
}

/** Swagger UI and its files. */
function tryRoutes(): Operation[] {
  return [
    readOperation({
      id: "swaggerPage",
      method: "GET",
      path: "/swagger",
      group: PAGES_GROUP,
      summary: "Leads to Swagger UI, where users of Elysia look for it",
      access: anyone("pages"),
      status: 303,
      response: { mediaType: "text/plain", description: "The address of Swagger UI." },
      read: () => seeOther(TRY_PATH),
    }),
    readOperation({
      id: "tryPage",
      method: "GET",
      path: TRY_PATH,
      group: PAGES_GROUP,
      summary: "Swagger UI for the OpenAPI document",
      access: anyone("pages"),
      response: HTML_PAGE,
      read: () =>
        htmlResponse(<TryPage />, { headers: { "content-security-policy": TRY_CONTENT_SECURITY_POLICY } }),
    }),
    readOperation({
      id: "tryFile",
      method: "GET",
      path: `${TRY_PATH}/{file}`,
      group: PAGES_GROUP,
      summary: "A file of Swagger UI",
      access: anyone("pages"),
      params: Type.Object({ file: Type.String() }),
      response: { mediaType: "*/*", description: "The file; cacheable for a year." },
      errors: ["not_found"],
      read: ({ params }) => {
        const response = tryFileResponse(params.file);
        if (response === null)
          throw new Problem("not_found", "Reload /docs/try: it links the current files.");
        return response;
      },
    }),
  ];
}
