/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, Table } from "../../../pages/index.ts";
import type { OpenApiDocument, OperationObject, Parameter } from "../openapi/index.ts";
import { FieldTable } from "./field-table.tsx";
import { look } from "./look-up.ts";
import { Inline, Markdown } from "./markdown.tsx";

interface EventProps {
  document: OpenApiDocument;
  type: string;
  event: OperationObject;
}

/** Headers, body and example of an event type. */
export function EventSection({ document, type, event }: EventProps): JSX.Element {
  const media = event.requestBody?.content["application/json"];
  const headers = (event.parameters ?? []).map((each) => look<Parameter>(document, each));
  return (
    <section class="operation" aria-labelledby={event.operationId}>
      <h2 id={event.operationId}>{type}</h2>
      <p>{event.summary}</p>
      <Markdown text={event.description} />
      {media !== undefined && (
        <>
          <FieldTable caption={`Body of ${type}`} document={document} schema={media.schema} />
          <CodeBlock label="Example body" code={JSON.stringify(media.example, null, 2)} language="json" />
        </>
      )}
      <details>
        <summary>Headers</summary>
        <Table
          caption={`Headers of ${type}`}
          columns={[
            { head: "Name", cell: ({ name }) => <code>{name}</code> },
            { head: "Meaning", cell: ({ description = "" }) => <Inline text={description} /> },
            { head: "Example", cell: ({ example }) => <code>{String(example)}</code> },
          ]}
          rows={headers}
          keyOf={({ name }) => name}
        />
      </details>
    </section>
  );
}
