/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Choice, CodeBlock, Field } from "../../../pages/index.ts";

const PATH = "/status/subscribe";

interface SubscribeProps {
  hasMail: boolean;
  isRequested: boolean;
  /** Name and title of each check. */
  checks: readonly (readonly [name: string, title: string])[];
}

/** Forms to subscribe by mail, or by webhook and Slack. */
export function Subscribe({ hasMail, isRequested, checks }: SubscribeProps): JSX.Element {
  if (isRequested)
    return (
      <p role="status">
        Check your mail or channel: unless the address is already subscribed, a confirmation is on its way.
      </p>
    );
  return (
    <>
      <h2 id="mail">By e-mail</h2>
      {hasMail ? (
        <form method="post" action={PATH} class="form">
          <input type="hidden" name="kind" value="email" />
          <p>Each mail about an incident has a link to unsubscribe with one click.</p>
          <Field name="email" label="E-mail address" required autocomplete="email" />
          <Checks form="mail" checks={checks} />
          <button type="submit" class="button-main">
            Subscribe by e-mail
          </button>
        </form>
      ) : (
        <p>
          This server does not send mail. Follow <a href="/history.rss">the RSS feed</a> or{" "}
          <a href="/history.atom">the Atom feed</a> instead.
        </p>
      )}
      <h2 id="webhook">By webhook or Slack</h2>
      <form method="post" action={PATH} class="form">
        <p>
          We post JSON, signed as in <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, or
          messages in Slack's shape, which Mattermost reads, too. The first post has a link to confirm. A
          webhook that fails for three days is switched off.
        </p>
        <Choice
          name="kind"
          label="Kind"
          options={[
            ["webhook", "Webhook"],
            ["slack", "Slack: incoming webhook"],
          ]}
        />
        <Field name="url" label="URL" required placeholder="https://example.org/hooks/status" />
        <Checks form="webhook" checks={checks} />
        <button type="submit" class="button-main">
          Subscribe by webhook
        </button>
      </form>
    </>
  );
}

function Checks({ form, checks }: Pick<SubscribeProps, "checks"> & { form: string }): JSX.Element {
  return (
    <details>
      <summary>Only some components</summary>
      <fieldset>
        <legend>Components (none: all)</legend>
        {checks.map(([name, title]) => (
          <label key={name} class="choice" for={`${form}-${name}`}>
            <input id={`${form}-${name}`} type="checkbox" name="checks" value={name} /> {title}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

interface ConfirmProps {
  token: string;
  isConfirmed: boolean;
  isOff: boolean;
  /** Signs posts to a webhook; null for other kinds. */
  secret: string | null;
}

export function Confirm({ token, isConfirmed, isOff, secret }: ConfirmProps): JSX.Element {
  if (!isConfirmed)
    return (
      <form method="post" action={`${PATH}/${token}`} class="form">
        <p>Confirm that you want to hear about incidents.</p>
        <button type="submit" class="button-main">
          Confirm subscription
        </button>
      </form>
    );
  return (
    <>
      <p role="status">
        {isOff
          ? "This subscription is off, because its webhook kept failing. Unsubscribe, then subscribe again."
          : "You are subscribed."}{" "}
        <a href={`/status/unsubscribe/${token}`}>Unsubscribe</a>
      </p>
      {secret !== null && (
        <>
          <p>Verify the signature of each post with this secret. Keep this page's address secret, too.</p>
          <CodeBlock label="Signing secret" code={secret} />
        </>
      )}
    </>
  );
}

export function Unsubscribe({ token, isKnown }: { token: string; isKnown: boolean }): JSX.Element {
  if (!isKnown) return <p role="status">You are not subscribed and will hear no more from us.</p>;
  return (
    <form method="post" action={`/status/unsubscribe/${token}`} class="form">
      <p>You will hear no more about incidents.</p>
      <button type="submit" class="button-main">
        Unsubscribe
      </button>
    </form>
  );
}
