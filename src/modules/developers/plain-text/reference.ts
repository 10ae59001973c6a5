import type { OpenApiDocument, OperationObject, Parameter } from "../openapi/index.ts";

/** Each operation of a document as Markdown: its summary, where it goes, what it takes, and an example. */
export function describeOperations({ paths }: OpenApiDocument): string {
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
