import { Type } from "@sinclair/typebox";
import { anyone, type Operation, readOperation } from "../../http/operation.ts";
import { Problem } from "../../http/problem.ts";
import { htmlResponse } from "../../pages/index.ts";
import { DevelopersPage } from "./developers-page.tsx";
import type { DevelopersInput } from "./input.ts";
import { SNIPPETS } from "./snippets.ts";

export function developersRoutes(input: DevelopersInput): Operation[] {
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
      id: "developersSnippet",
      method: "GET",
      path: "/developers/snippets/{file}",
      group: "pages",
      summary: "A program that signs a credit: sign.sh, sign.ts, sign.py or sign.go",
      access: anyone("pages"),
      params: Type.Object({ file: Type.String() }),
      response: { mediaType: "text/plain", description: "The program, verbatim." },
      errors: ["not_found"],
      read: ({ params }) => {
        const snippet = SNIPPETS.find(({ file }) => file === params.file);
        if (snippet === undefined)
          throw new Problem("not_found", `Ask for one of ${SNIPPETS.map(({ file }) => file).join(", ")}.`);
        return new Response(snippet.code, { headers: { "content-type": "text/plain; charset=utf-8" } });
      },
    }),
  ];
}
