/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Table } from "../../../pages/index.ts";
import type { JsonSchema, OpenApiDocument } from "../openapi/index.ts";
import { collectFields } from "./fields.ts";
import { Inline } from "./markdown.tsx";

interface FieldTableProps {
  caption: string;
  document: OpenApiDocument;
  schema: JsonSchema;
  /** True for requests, which mark required fields; answers mark optional ones instead. */
  marksRequired?: boolean;
}

/** Table of a schema's properties; nothing without any. */
export function FieldTable({
  caption,
  document,
  schema,
  marksRequired,
}: FieldTableProps): JSX.Element | null {
  const rows = collectFields(document, schema);
  if (rows.length === 0) return null;
  const mark = (isRequired: boolean) => {
    if (marksRequired === true) return isRequired ? "required" : "";
    return isRequired ? "" : "not always";
  };
  return (
    <Table
      caption={caption}
      columns={[
        {
          head: "Name",
          cell: ({ name, isRequired }) => (
            <span>
              <code>{name}</code> <small>{mark(isRequired)}</small>
            </span>
          ),
        },
        { head: "Type", cell: ({ type }) => type },
        { head: "Meaning", cell: ({ description }) => <Inline text={description} /> },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  );
}
