import { shellWord } from "../../../kit/shell-word.ts";
import { buildProgram, type SampleCall } from "../guide/index.ts";
import type { OpenApiDocument, Parameter } from "../openapi/index.ts";
import { type Endpoint, endpoints, look } from "./look-up.ts";

/** A shell command that calls an operation with its example values. */
export interface CallExample {
  label: string;
  code: string;
}

/** Uses the client's `salute call` for signed operations and curl for all others. */
export function callExample(document: OpenApiDocument, endpoint: Endpoint): CallExample {
  const { method, operation } = endpoint;
  const target = exampleTarget(document, endpoint);
  const body = operation.requestBody?.content["application/json"]?.example;
  const text = body === undefined ? null : shellWord(JSON.stringify(body));
  const base = document.servers[0]?.url ?? "";
  if (operation["x-key-mode"] !== undefined) {
    const parts = [
      // By its address: outside of a project that has the client, npx would look for another package of that name.
      `npx --yes ${base}/developers/sdk/salute-client-${document.info.version}.tgz call`,
      method,
      shellWord(target),
      ...(text === null ? [] : [`--body ${text}`]),
    ];
    return {
      label: "Signed, by the command of the TypeScript client; --print curl prints the curl command",
      code: parts.join(" "),
    };
  }
  const parts = [
    "curl -sS",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    shellWord(`${base}${target}`),
    ...(operation["x-role"] === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(text === null ? [] : ["-H 'Content-Type: application/json'", `-d ${text}`]),
  ];
  return { label: "From the shell", code: parts.join(" ") };
}

/** The signed request of an operation with its example values. */
export function buildSampleCall(document: OpenApiDocument, endpoint: Endpoint): SampleCall {
  return {
    method: endpoint.method,
    target: exampleTarget(document, endpoint),
    body: endpoint.operation.requestBody?.content["application/json"]?.example,
  };
}

/** The program of a signed operation that is named by its id and a language's ending; null for any other name. */
export function sampleProgram(document: OpenApiDocument, file: string): string | null {
  const id = file.replace(/\.\w+$/, "");
  const found = endpoints(document).find(
    ({ operation }) => operation.operationId === id && operation["x-key-mode"] !== undefined,
  );
  return found === undefined ? null : buildProgram(file, buildSampleCall(document, found));
}

/** Path and query with the examples of all required parameters. */
function exampleTarget(document: OpenApiDocument, { path, operation }: Endpoint): string {
  const parameters = (operation.parameters ?? []).map((each) => look<Parameter>(document, each));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === "path" && each.name === name);
    return encodeURIComponent(String(parameter?.example ?? name));
  });
  const query = parameters
    .filter((each) => each.in === "query" && each.required === true)
    .map((each) => `${encodeURIComponent(each.name)}=${encodeURIComponent(String(each.example))}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}
