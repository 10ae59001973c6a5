import changelog from "../../../../CHANGELOG.md" with { type: "text" };
import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import type { OpenApiDocument, OperationObject, Parameter, PublishedDocument } from "../openapi/index.ts";

const MAX_AGE_SECONDS = 300;
const MARKDOWN = "text/markdown";
const PLAIN = "text/plain";

interface PlainText {
  id: string;
  path: string;
  mediaType: typeof MARKDOWN | typeof PLAIN;
  summary: string;
  text: () => string | Promise<string>;
}

/**
 * The documentation as text, for programs that read it (llmstxt.org).
 * @param startedAt start of this process, in Unix milliseconds; the texts change only with the build
 */
export function plainTextRoutes(
  { partner, whole }: Record<"partner" | "whole", PublishedDocument>,
  startedAt: number,
): Operation[] {
  const guide = async () => (await partner.document()).info.description;
  const texts: PlainText[] = [
    {
      id: "getLlmsText",
      path: "/llms.txt",
      mediaType: PLAIN,
      summary: "What there is to read, for language models",
      text: async () => indexOf(await whole.document()),
    },
    {
      id: "getLlmsFullText",
      path: "/llms-full.txt",
      mediaType: PLAIN,
      summary: "The guide and every operation for partners, as one text",
      text: async () => `# salute\n\n${await guide()}\n\n${describeOperations(await partner.document())}`,
    },
    {
      id: "getGuideMarkdown",
      path: "/docs/guide.md",
      mediaType: MARKDOWN,
      summary: "The rules for all operations, as Markdown",
      text: async () => `# The rules for all operations\n\n${await guide()}\n`,
    },
    {
      id: "getReferenceMarkdown",
      path: "/docs/reference.md",
      mediaType: MARKDOWN,
      summary: "Every operation for partners, as Markdown",
      text: async () => `# Operations for partners\n\n${describeOperations(await partner.document())}`,
    },
    {
      id: "getChangelogMarkdown",
      path: "/docs/changelog.md",
      mediaType: MARKDOWN,
      summary: "The changelog, as Markdown",
      text: () => changelog,
    },
  ];
  return texts.map(({ id, path, mediaType, summary, text }) =>
    readOperation({
      id,
      method: "GET",
      path,
      group: "docs",
      summary,
      access: anyone(),
      response: { mediaType, description: "The text, as Markdown or plain text." },
      validators: true,
      read: async () => new Cacheable(await text(), startedAt, MAX_AGE_SECONDS),
    }),
  );
}

function indexOf({ tags }: OpenApiDocument): string {
  const groups = tags.map(
    ({ name, description }) => `- [${name}](/docs/reference/${name}.md): ${description}`,
  );
  return `# salute

> Points for the users of a token project's partners: a signed API, an append-only ledger, webhooks and public proofs.

Every request of a partner is signed (HMAC-SHA256). A change takes a fresh nonce and an Idempotency-Key; a retry keeps the
key and takes a new nonce. A sandbox key calls the same operations under /api/partner/sandbox.

## Guides

- [Quickstart](/docs/quickstart.md): key, signature, first credit, retries, errors, clients, sandbox
- [Receive webhooks](/docs/webhooks.md): create, verify, acknowledge, drop duplicates, retries, local receivers
- [Rules for all operations](/docs/guide.md): signing, changes and retries, sandbox, conventions
- [Operations for partners](/docs/reference.md): each with its parameters and an example
- [Deprecations](/developers/deprecations-playbook.md): what ends, when, and what to use instead
- [Changelog](/docs/changelog.md)

## Reference, by group

${groups.join("\n")}

## Documents

- [OpenAPI for partners](/api/openapi-partner.json)
- [OpenAPI of everything](/api/openapi.json)
- [Error codes](/developers/api-errors.json)
- [Collection for Postman](/developers/collections/postman.json)
- [Environment for Postman](/developers/collections/postman-environment.json)
- [Collection for Bruno](/developers/collections/bruno.zip)

## Optional

- [All of it as one text](/llms-full.txt)
`;
}

/** Each operation of a document as Markdown: its summary, where it goes, what it takes, and an example. */
function describeOperations({ paths }: OpenApiDocument): string {
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => describe(method, path, operation)),
    )
    .join("\n");
}

function describe(method: string, path: string, operation: OperationObject): string {
  const { description, parameters = [], requestBody, summary, "x-scope": scope } = operation;
  const own = parameters.filter((each): each is Parameter => "name" in each);
  return [
    `## ${summary}`,
    "",
    `\`${method.toUpperCase()} ${path}\`${scope === undefined ? "" : `, scope \`${scope}\``}`,
    "",
    description,
    "",
    ...own.map((each) => `- \`${each.name}\` (${each.in}): ${each.description ?? ""}`),
    ...example(requestBody?.content["application/json"]?.example),
    "",
  ].join("\n");
}

function example(body: unknown): string[] {
  return body === undefined ? [] : ["", "```json", JSON.stringify(body, null, 2), "```"];
}
