/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, Table, Tabs } from "../../../pages/index.ts";
import { sampleCalls } from "../guide/index.ts";
import type { JsonSchema, MediaType, OpenApiDocument, Parameter, ResponseObject } from "../openapi/index.ts";
import { buildSampleCall, callExample } from "./call-example.ts";
import { clientExamples } from "./client-example.ts";
import { FieldTable } from "./field-table.tsx";
import { describeType } from "./fields.ts";
import { type Endpoint, look } from "./look-up.ts";
import { Inline, Markdown } from "./markdown.tsx";
import { Method } from "./method.tsx";

interface OperationProps {
  document: OpenApiDocument;
  endpoint: Endpoint;
}

/** Parameters, answers, errors and example calls of an operation. */
export function OperationSection({ document, endpoint }: OperationProps): JSX.Element {
  const { method, path, operation } = endpoint;
  const { operationId, summary, description, requestBody } = operation;
  const body = requestBody?.content["application/json"];
  return (
    <section class="operation" aria-labelledby={operationId}>
      <h2 id={operationId}>{summary}</h2>
      <p class="operation-line">
        <Method method={method} /> <code>{path}</code> <a href={`#${operationId}`}>{operationId}</a>
      </p>
      <Markdown text={description} />
      <ParameterTable document={document} endpoint={endpoint} />
      {body !== undefined && (
        <>
          <h3>Body</h3>
          <FieldTable
            caption={`Body of ${operationId}`}
            document={document}
            schema={body.schema}
            marksRequired
          />
        </>
      )}
      {body?.example !== undefined && <CodeBlock label="Body" code={exampleText(body)} language="json" />}
      <Calls id={operationId} document={document} endpoint={endpoint} />
      <Success document={document} endpoint={endpoint} />
      <StatusTable document={document} endpoint={endpoint} />
    </section>
  );
}

/**
 * Example calls in each language: with the client where there is one, and by the functions of the quickstart's program.
 * The browser remembers the chosen language.
 */
function Calls({ id, document, endpoint }: OperationProps & { id: string }): JSX.Element {
  const call = callExample(document, endpoint);
  const shell = <CodeBlock label={call.label} code={call.code} language="shell" />;
  const clients = clientExamples(document, endpoint);
  if (clients.length === 0) return shell;
  const blocks = (grammar: string) => [
    ...(grammar === "shell" ? [shell] : []),
    ...clients
      .filter(({ language }) => language === grammar)
      .map(({ label, language, code }) => (
        <CodeBlock key={label} label={`${label}, with the client`} code={code} language={language} />
      )),
  ];
  return (
    <Tabs
      name={`call-${id}`}
      legend="Language"
      remember="language"
      tabs={sampleCalls(buildSampleCall(document, endpoint)).map(({ code, file, grammar, language }) => ({
        id: language.toLowerCase(),
        label: grammar === "shell" ? "Shell" : language,
        content: (
          <>
            {blocks(grammar)}
            <CodeBlock
              label={`${grammar === "shell" ? "curl" : language}, with the functions of ${file}`}
              code={code}
              language={grammar}
              href={`/developers/snippets/${file.replace("sign", id)}`}
            />
          </>
        ),
      }))}
    />
  );
}

function ParameterTable({ document, endpoint }: OperationProps): JSX.Element | null {
  const { operationId, parameters = [] } = endpoint.operation;
  const rows = parameters.map((each) => look<Parameter>(document, each));
  if (rows.length === 0) return null;
  return (
    <>
      <h3>Parameters</h3>
      <Table
        caption={`Parameters of ${operationId}`}
        columns={[
          {
            head: "Name",
            cell: ({ name, required }) => (
              <span>
                <code>{name}</code> {required === true && <small>required</small>}
              </span>
            ),
          },
          { head: "In", cell: (parameter) => parameter.in },
          { head: "Type", cell: ({ schema }) => describeType(document, schema) },
          { head: "Meaning", cell: ({ description = "" }) => <Inline text={description} /> },
        ]}
        rows={rows}
        keyOf={(parameter) => `${parameter.in} ${parameter.name}`}
      />
    </>
  );
}

function Success({ document, endpoint }: OperationProps): JSX.Element | null {
  const { operationId, responses } = endpoint.operation;
  const [status, first] = Object.entries(responses)[0] ?? [];
  if (status === undefined || first === undefined) return null;
  const [[mediaType, media] = []] = Object.entries(look<ResponseObject>(document, first).content ?? {});
  if (mediaType === undefined || media === undefined) return null;
  return (
    <>
      <h3>Answer</h3>
      <FieldTable
        caption={`Answer of ${operationId}`}
        document={document}
        schema={withoutCommon(look(document, media.schema))}
      />
      {media.example !== undefined && (
        <CodeBlock label={`${status} ${mediaType}`} code={exampleText(media)} language="json" />
      )}
    </>
  );
}

/** Schema of an answer without the members common to all answers, which the overview describes. */
function withoutCommon(schema: JsonSchema): JsonSchema {
  const { success, meta, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function exampleText({ example }: MediaType): string {
  return typeof example === "string" ? example : JSON.stringify(example, null, 2);
}

interface StatusRow {
  status: string;
  code: string | null;
  meaning: string;
  advice: string;
}

/** One row per status; for errors, one row per code. */
function StatusTable({ document, endpoint }: OperationProps): JSX.Element {
  const { operationId, responses } = endpoint.operation;
  const rows = Object.entries(responses).flatMap(([status, response]) =>
    statusRows(status, look<ResponseObject>(document, response)),
  );
  return (
    <>
      <h3>Statuses</h3>
      <Table
        caption={`Statuses of ${operationId}`}
        columns={[
          { head: "Status", cell: ({ status }) => status },
          { head: "Code", cell: ({ code }) => (code === null ? "" : <code>{code}</code>) },
          { head: "Meaning", cell: ({ meaning }) => <Inline text={meaning} /> },
          { head: "What to do", cell: ({ advice }) => advice },
        ]}
        rows={rows}
        keyOf={({ status, code }) => `${status} ${code}`}
      />
    </>
  );
}

function statusRows(status: string, response: ResponseObject): StatusRow[] {
  const examples = Object.entries(response.content?.["application/json"]?.examples ?? {});
  if (response["x-codes"] === undefined)
    return [{ status, code: null, meaning: response.description, advice: "" }];
  return examples.map(([code, { summary = "", value }]) => ({
    status,
    code,
    meaning: summary,
    advice: (value as { message: string }).message,
  }));
}
