/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  Action,
  Field,
  formToken,
  KeyValue,
  type Reader,
  StatusMark,
  Time,
  TimeField,
} from "../../../pages/index.ts";
import { endpointState } from "../../webhooks/delivery-desk/index.ts";
import { type OneWebhook, oneWebhook, type WebhookRow } from "../../webhooks/webhooks/index.ts";
import { metadataLines } from "./metadata-lines.ts";
import { PATH } from "./model.ts";
import { SettingsFields } from "./settings-fields.tsx";

interface WebhookProps {
  reader: Reader;
  row: WebhookRow;
  now: number;
}

/** One webhook: its settings, its state, and what can be done with it. */
export function Webhook({ reader, row, now }: WebhookProps): JSX.Element {
  const { webhook } = oneWebhook(row);
  const token = formToken(reader);
  const headers = Object.keys(webhook.headers);
  return (
    <>
      <KeyValue
        rows={[
          ["Webhook", webhook.id],
          ["State", <StatusMark key="state" {...endpointState(row)} />],
          ...(webhook.reason === null ? [] : [["Why it is off", webhook.reason] as const]),
          [
            "Endpoint",
            <span key="target" class="anywhere">
              {webhook.target_url}
            </span>,
          ],
          ["Event types", webhook.event_types.join(", ")],
          ["Note", webhook.description ?? "none"],
          ["Own headers", headers.length === 0 ? "none" : headers.join(", ")],
          ["Attempts a second", webhook.max_per_second ?? "no limit"],
          [
            "Metadata",
            <span key="metadata" class="anywhere">
              {webhook.metadata === null ? "none" : metadataLines(webhook.metadata)}
            </span>,
          ],
          [
            "Old secret valid until",
            row.previous_secret_expires_at === null || row.previous_secret_expires_at <= now ? (
              "none"
            ) : (
              <Time key="old" at={row.previous_secret_expires_at} now={now} />
            ),
          ],
          ["Created", <Time key="created" at={row.created_at} now={now} />],
        ]}
      />
      <p>
        <a href={`/partners/deliveries?webhook_id=${webhook.id}`}>Deliveries of this webhook</a>
      </p>
      {token !== null && <WebhookActions webhook={webhook} csrfToken={token} />}
    </>
  );
}

interface ActionsProps {
  webhook: Static<typeof OneWebhook>["webhook"];
  csrfToken: string;
}

function WebhookActions({ webhook, csrfToken }: ActionsProps): JSX.Element {
  const at = `${PATH}/${webhook.id}`;
  const isOn = webhook.is_active;
  return (
    <>
      <h2 id="test">Test</h2>
      <p>Sends one webhook.test to this endpoint.</p>
      <Action to={`${at}/test`} csrfToken={csrfToken} label="Send a test" />
      <h2 id="settings">Settings</h2>
      <Action to={`${at}/settings`} csrfToken={csrfToken} label="Save settings">
        <SettingsFields settings={webhook} />
      </Action>
      <h2 id="recover">Send what it missed</h2>
      <p>
        Events of its types since a time that were not delivered to it, and its dead letters. Those under way
        stay as they are.
      </p>
      <Action to={`${at}/recover`} csrfToken={csrfToken} label="Send them again">
        <TimeField name="since" label="Since" note="At most 30 days ago." />
      </Action>
      <h2 id="secret">New secret</h2>
      <p>
        <a href={`${at}/rotate`}>Rotate the secret</a>
      </p>
      <h2 id="switch">{isOn ? "Switch off" : "Switch on"}</h2>
      <p>
        {isOn
          ? "Deliveries are held while it is off, at most 90 days."
          : "Held deliveries are sent, oldest first."}
      </p>
      <Action
        to={`${at}/switch`}
        of={{ is_active: isOn ? "0" : "1" }}
        csrfToken={csrfToken}
        label={isOn ? "Switch off" : "Switch on"}
        dangerous={isOn}
      >
        {isOn && (
          <Field name="reason" label="Reason" note="If you like; the service's operators read it, too." />
        )}
      </Action>
      <h2 id="delete">Delete</h2>
      <p>
        <a href={`${at}/delete`}>Delete the webhook</a>
      </p>
    </>
  );
}
