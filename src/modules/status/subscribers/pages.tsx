/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Locale } from "../../../kit/language/locale.ts";
import {
  Choice,
  Choices,
  CodeBlock,
  Field,
  Form,
  htmlResponse,
  Layout,
  type RefusedForm,
  type Site,
  useField,
  useWords,
} from "../../../pages/index.ts";
import { STATUS_WORDS } from "../words/index.ts";

const PATH = "/status/subscribe";

interface SubscribeProps {
  hasMail: boolean;
  isRequested: boolean;
  /** Name and title of each check. */
  checks: readonly (readonly [name: string, title: string])[];
}

/** Forms to subscribe by mail, or by webhook and Slack. */
export function Subscribe({ hasMail, isRequested, checks }: SubscribeProps): JSX.Element {
  const words = useWords(STATUS_WORDS);
  if (isRequested) return <p role="status">{words.say("subscribe_asked")}</p>;
  return (
    <>
      <h2 id="mail">{words.say("by_mail")}</h2>
      {hasMail ? (
        <Form to={PATH} of={{ kind: "email" }} class="form">
          <p>{words.say("by_mail_how")}</p>
          <Field name="email" label={words.say("mail_address")} required autocomplete="email" />
          <Checks checks={checks} />
          <button type="submit" class="button-main">
            {words.say("subscribe_by_mail")}
          </button>
        </Form>
      ) : (
        <p>
          {words.show("no_mail", {
            rss: (text) => <a href="/history.rss">{text}</a>,
            atom: (text) => <a href="/history.atom">{text}</a>,
          })}
        </p>
      )}
      <h2 id="webhook">{words.say("by_webhook")}</h2>
      <Form to={PATH} class="form">
        <p>
          {words.show("by_webhook_how", {
            standard: (text) => <a href="https://www.standardwebhooks.com">{text}</a>,
          })}
        </p>
        <Choice
          name="kind"
          label={words.say("kind")}
          options={[
            ["webhook", words.say("kind_webhook")],
            ["slack", words.say("kind_slack")],
          ]}
        />
        <Field name="url" label={words.say("url")} required placeholder="https://example.org/hooks/status" />
        <Checks checks={checks} />
        <button type="submit" class="button-main">
          {words.say("subscribe_by_webhook")}
        </button>
      </Form>
    </>
  );
}

/** Folded unless some are chosen. */
function Checks({ checks }: Pick<SubscribeProps, "checks">): JSX.Element {
  const words = useWords(STATUS_WORDS);
  const { values, fault } = useField({ name: "checks", values: [], isBox: true });
  return (
    <details open={values.length > 0 || fault !== undefined}>
      <summary>{words.say("only_some")}</summary>
      <Choices name="checks" legend={words.say("components")} options={checks} values={[]} />
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
  const words = useWords(STATUS_WORDS);
  if (!isConfirmed)
    return (
      <Form to={`${PATH}/${token}`} class="form">
        <p>{words.say("confirm_ask")}</p>
        <button type="submit" class="button-main">
          {words.say("confirm")}
        </button>
      </Form>
    );
  return (
    <>
      <p role="status">
        {words.say(isOff ? "subscription_off" : "subscribed")}{" "}
        <a href={`/status/unsubscribe/${token}`}>{words.say("unsubscribe")}</a>
      </p>
      {secret !== null && (
        <>
          <p>{words.say("secret_how")}</p>
          <CodeBlock label={words.say("signing_secret")} code={secret} />
        </>
      )}
    </>
  );
}

export function Unsubscribe({ token, isKnown }: { token: string; isKnown: boolean }): JSX.Element {
  const words = useWords(STATUS_WORDS);
  if (!isKnown) return <p role="status">{words.say("not_subscribed")}</p>;
  return (
    <Form to={`/status/unsubscribe/${token}`} class="form">
      <p>{words.say("unsubscribe_ask")}</p>
      <button type="submit" class="button-main">
        {words.say("unsubscribe")}
      </button>
    </Form>
  );
}

interface FrameProps {
  site: Site;
  locale: Locale;
  title: "subscribe" | "unsubscribe";
  /** PRIVATE where the page's URL holds a token. */
  headers?: Record<string, string>;
  refused?: RefusedForm;
  status?: number;
}

/** A page about a subscription, which search engines leave out. */
export function frame({ site, locale, title: key, ...options }: FrameProps, children: JSX.Element): Response {
  const words = STATUS_WORDS.in(locale);
  const title = words.say(key);
  return htmlResponse(
    <Layout
      site={site}
      path={PATH}
      isUnlisted
      locale={locale}
      title={title}
      description={words.say("subscribe_about")}
    >
      <h1>{title}</h1>
      {children}
    </Layout>,
    options,
  );
}
