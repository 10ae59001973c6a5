/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CheckBox, Choices, Field, TextArea } from "../../../pages/index.ts";
import { EVENT_PATTERNS } from "../../webhooks/events/index.ts";
import { metadataLines } from "./metadata-lines.ts";

interface Settings {
  target_url: string;
  event_types: readonly string[];
  description: string | null;
  max_per_second: number | null;
  metadata: Readonly<Record<string, string>> | null;
  headers: Readonly<Record<string, string>>;
}

/** The fields of a webhook's settings. @param settings null for a new webhook */
export function SettingsFields({ settings }: { settings: Settings | null }): JSX.Element {
  const names = Object.keys(settings?.headers ?? {});
  return (
    <>
      <Field
        name="target_url"
        label="Endpoint"
        value={settings?.target_url}
        placeholder="https://partner.example/hooks/salute"
        required
      />
      <Choices
        name="event_types"
        legend="Event types"
        options={EVENT_PATTERNS.map((type) => [type, type === "*" ? "* (all)" : type] as const)}
        values={settings?.event_types ?? ["*"]}
      />
      <Field name="description" label="Note" value={settings?.description ?? undefined} />
      <Field
        name="max_per_second"
        label="Attempts a second"
        type="number"
        value={settings?.max_per_second?.toString()}
        note="Empty: no limit."
      />
      <TextArea
        name="metadata"
        label="Metadata"
        rows={2}
        value={metadataLines(settings?.metadata ?? null)}
        placeholder="team: checkout"
        note="Your own notes, one per line: a name, a colon and a text. At most 16."
      />
      <TextArea
        name="headers"
        label="Own headers"
        rows={2}
        placeholder="Authorization: Bearer 5d2c81f0"
        note={`One per line, for each delivery. Values are stored encrypted and never shown.${
          names.length > 0 ? ` Now: ${names.join(", ")}. Empty keeps them; lines replace all of them.` : ""
        }`}
      />
      {names.length > 0 && (
        <fieldset class="plain">
          <CheckBox name="remove_headers">Remove its own headers</CheckBox>
        </fieldset>
      )}
    </>
  );
}
