/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import { Problem } from "../../../http/answers/problem.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../http/operation.ts";
import { Text } from "../../../http/schema/shapes.ts";
import { EmptyState, Field, htmlResponse, Layout, type Site } from "../../../pages/index.ts";
import type { Subscriptions } from "./subscriptions.ts";

const PATH = "/status/subscribe";
const CONFIRM = `${PATH}/{token}`;
const UNSUBSCRIBE = "/status/unsubscribe/{token}";
const TokenPath = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) });
const Email = Type.Object({ email: Type.String({ format: "email" }) });
const OneClick = Type.Object({ "List-Unsubscribe": Type.Optional(Text(40)) });
/** The URL holds a token: never cached, indexed or sent as a referrer. */
const PRIVATE = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

interface SubscriberParts {
  site: Site;
  live: Database;
  subscriptions: Subscriptions;
}

/** Pages and forms to subscribe to incidents by e-mail, confirm, and unsubscribe with one click. */
export function subscriberRoutes(parts: SubscriberParts): Operation[] {
  return [...subscribeRoutes(parts), ...confirmRoutes(parts), ...unsubscribeRoutes(parts)];
}

const page = { group: PAGES_GROUP, access: anyone("pages") } as const;
const html = { mediaType: "text/html", description: "A page." };

/** @param headers sent with the page; PRIVATE where its URL holds a token */
function frame(
  { site, title, headers = {} }: { site: Site; title: string; headers?: Record<string, string> },
  children: JSX.Element,
): Response {
  return htmlResponse(
    <Layout
      site={site}
      path={PATH}
      isUnlisted
      title={title}
      description="Incidents of this service by e-mail."
    >
      <h1>{title}</h1>
      {children}
    </Layout>,
    { headers },
  );
}

function subscribeRoutes({ site, live, subscriptions }: SubscriberParts): Operation[] {
  return [
    readOperation({
      ...page,
      id: "subscribePage",
      method: "GET",
      path: PATH,
      summary: "Subscribe to incidents by e-mail",
      query: Type.Object({ asked: Type.Optional(Type.Literal("1")) }),
      response: html,
      read: ({ query }) =>
        frame(
          { site, title: "Subscribe" },
          <Subscribe isOn={subscriptions.isOn} isRequested={query.asked === "1"} />,
        ),
    }),
    formOperation({
      ...page,
      id: "subscribe",
      path: PATH,
      summary: "Request a confirmation by e-mail",
      form: Email,
      errors: ["state_conflict"],
      submit: async ({ address, body }) => {
        await live.writer.run((tx) => subscriptions.request(tx, body.email, address));
        return seeOther(`${PATH}?asked=1`);
      },
    }),
  ];
}

function confirmRoutes({ site, live, subscriptions }: SubscriberParts): Operation[] {
  return [
    readOperation({
      ...page,
      id: "confirmSubscriptionPage",
      method: "GET",
      path: CONFIRM,
      summary: "Confirm a subscription",
      params: TokenPath,
      response: html,
      errors: ["not_found"],
      read: ({ params }) => {
        const found = subscriptions.find(live.read, params.token);
        if (found === null)
          throw new Problem("not_found", "Subscribe again: this confirmation link is unknown.");
        return frame(
          { site, title: "Subscribe", headers: PRIVATE },
          <Confirm token={params.token} isConfirmed={found.isConfirmed} />,
        );
      },
    }),
    formOperation({
      ...page,
      id: "confirmSubscription",
      path: CONFIRM,
      summary: "Confirm a subscription",
      params: TokenPath,
      form: Type.Object({}),
      errors: ["not_found"],
      submit: async ({ params }) => {
        await live.writer.run((tx) => subscriptions.confirm(tx, params.token));
        return seeOther(`${PATH}/${params.token}`, PRIVATE);
      },
    }),
  ];
}

function unsubscribeRoutes({ site, live, subscriptions }: SubscriberParts): Operation[] {
  return [
    readOperation({
      ...page,
      id: "unsubscribePage",
      method: "GET",
      path: UNSUBSCRIBE,
      summary: "Unsubscribe",
      params: TokenPath,
      response: html,
      read: ({ params }) =>
        frame(
          { site, title: "Unsubscribe", headers: PRIVATE },
          <Unsubscribe token={params.token} isKnown={subscriptions.find(live.read, params.token) !== null} />,
        ),
    }),
    formOperation({
      ...page,
      id: "unsubscribe",
      path: UNSUBSCRIBE,
      summary: "Unsubscribe with one click, also from a mail program (RFC 8058)",
      params: TokenPath,
      form: OneClick,
      inSafeMode: true,
      submit: async ({ params }) => {
        await live.writer.run((tx) => subscriptions.unsubscribe(tx, params.token));
        return seeOther(`/status/unsubscribe/${params.token}`, PRIVATE);
      },
    }),
  ];
}

function Subscribe({ isOn, isRequested }: { isOn: boolean; isRequested: boolean }): JSX.Element {
  if (!isOn)
    return (
      <EmptyState title="This server does not send mail.">
        <p>
          Follow <a href="/history.rss">the RSS feed</a> or <a href="/history.atom">the Atom feed</a> instead.
        </p>
      </EmptyState>
    );
  if (isRequested)
    return (
      <p role="status">
        Check your mail: unless the address is already subscribed, a confirmation is on its way.
      </p>
    );
  return (
    <form method="post" action={PATH} class="form">
      <p>
        You will get mail about incidents and their updates. Each mail has a link to unsubscribe with one
        click.
      </p>
      <Field name="email" label="E-mail address" required autocomplete="email" />
      <button type="submit" class="button-main">
        Subscribe
      </button>
    </form>
  );
}

function Confirm({ token, isConfirmed }: { token: string; isConfirmed: boolean }): JSX.Element {
  if (isConfirmed)
    return (
      <p role="status">
        You are subscribed. <a href={`/status/unsubscribe/${token}`}>Unsubscribe</a>
      </p>
    );
  return (
    <form method="post" action={`${PATH}/${token}`} class="form">
      <p>Confirm that you want to get mail about incidents.</p>
      <button type="submit" class="button-main">
        Confirm subscription
      </button>
    </form>
  );
}

function Unsubscribe({ token, isKnown }: { token: string; isKnown: boolean }): JSX.Element {
  if (!isKnown) return <p role="status">You are not subscribed and will get no more mail.</p>;
  return (
    <form method="post" action={`/status/unsubscribe/${token}`} class="form">
      <p>You will get no more mail about incidents.</p>
      <button type="submit" class="button-main">
        Unsubscribe
      </button>
    </form>
  );
}
