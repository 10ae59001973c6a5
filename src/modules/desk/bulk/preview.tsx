/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Choice, Confirmation, Field, type Reader } from "../../../pages/index.ts";
import { TRIAGE_STATUSES } from "../../transparency/audits/triage/index.ts";
import { type BulkKind, formatCount, WORDS } from "./kinds.ts";
import { MAX_ITEMS } from "./model.ts";

interface PreviewProps {
  reader: Reader;
  kind: BulkKind;
  /** The form's target. */
  to: string;
  count: number;
  /** Whether more match than one action takes. */
  hasMore?: boolean;
  /** Filters that selected the things. */
  figures?: readonly (readonly [string, string])[];
  /** The form's hidden fields. */
  fields: readonly (readonly [string, string])[];
}

/** The preview of an action, with its confirmation. */
export function BulkPreview(props: PreviewProps): JSX.Element {
  const { reader, kind, to, count, hasMore = false, figures = [], fields } = props;
  const { verb, many, consequences, back } = WORDS[kind];
  if (count === 0)
    return (
      <Confirmation
        effect={{ nothing: `No ${many} are selected.`, consequences: "Select some of the list." }}
        {...{ to, back, csrfToken: null }}
      />
    );
  const shown = formatCount(kind, count);
  return (
    <Confirmation
      to={to}
      back={back}
      csrfToken={reader.csrfToken}
      effect={{
        lead: `${verb} ${shown}.`,
        figures,
        consequences: (
          <>
            {consequences}
            {hasMore &&
              ` More match: one action takes at most ${MAX_ITEMS.toLocaleString("en")}, the newest.`}
          </>
        ),
        label: `${verb} ${shown}`,
        fields: (
          <>
            {fields.map(([name, value]) => (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            ))}
            {kind === "triage_anomalies" && (
              <Choice
                name="triage_status"
                label="Status"
                options={TRIAGE_STATUSES.map((each) => [each, each.replaceAll("_", " ")] as const)}
              />
            )}
            <Field name="reason" label="Reason" required />
          </>
        ),
      }}
    />
  );
}
