/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, Choice, TextArea } from "../../../pages/index.ts";
import { hashStored } from "../../platform/admin-page/index.ts";
import {
  INCIDENT_STATES,
  type IncidentState,
  incidentDeskPath,
  isEnded,
} from "../../status/incidents/index.ts";
import type { ShownIncident } from "../../status/system/index.ts";
import { shownInForm } from "./forms.ts";

interface UpdateFormProps {
  incident: ShownIncident;
  token: string;
  /** The state chosen beforehand, with its usual words. */
  template: { state: IncidentState; text: string } | null;
}

/** The form for an update, filled with the usual words of a state by a link; a resolved incident takes its post-mortem. */
export function UpdateForm({ incident, token, template }: UpdateFormProps): JSX.Element {
  const path = incidentDeskPath(incident.id);
  const hasEnded = isEnded(incident.state);
  const states = INCIDENT_STATES.filter((state) => (state === "postmortem") === hasEnded);
  const label = hasEnded ? "Publish post-mortem" : "Post update";
  return (
    <section>
      <h2 id="update">{hasEnded ? "Post-mortem" : "Post an update"}</h2>
      <p>
        Usual words:{" "}
        {states.map((state, index) => (
          <>
            {index > 0 && ", "}
            <a href={`${path}?template=${state}#update`}>{state}</a>
          </>
        ))}
      </p>
      <Action to={`${path}/tell`} csrfToken={token} label={label} main>
        <input type="hidden" name="seen" value={hashStored(shownInForm(incident))} />
        <Choice
          name="state"
          label="State"
          options={states.map((state) => [state, state])}
          value={template?.state ?? incident.state}
        />
        {!hasEnded && (
          <Choice
            name="severity"
            label="Severity"
            options={[
              ["warn", "warn"],
              ["bad", "bad"],
            ]}
            value={incident.severity}
          />
        )}
        <Choice
          name="visibility"
          label="Shown to"
          options={[
            ["private", "operators only"],
            ["public", "everyone: status page and subscribers"],
          ]}
          value={incident.isPublic ? "public" : "private"}
        />
        <TextArea
          name="message"
          label="Message"
          rows={hasEnded ? 12 : 4}
          maxLength={4000}
          hasProse
          value={template?.text}
        />
      </Action>
    </section>
  );
}
