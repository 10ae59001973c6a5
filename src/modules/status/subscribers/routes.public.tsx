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
/** A token stands in the address: no copy, and no link that tells others of it. */
const PRIVATE = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** Hearing of incidents by e-mail: asking for it, confirming, unsubscribing by one click. */
export function subscriberRoutes(site: Site, live: Database, subscriptions: Subscriptions): Operation[] {
  const page = { group: PAGES_GROUP, access: anyone("pages") } as const;
  const html = { mediaType: "text/html", description: "A page." };
  const frame = (title: string, children: JSX.Element | JSX.Element[], secret = false) =>
    htmlResponse(
      <Layout site={site} path={PATH} title={title} description="Incidents of this service by e-mail.">
        <h1>{title}</h1>
        {children}
      </Layout>,
      secret ? { headers: PRIVATE } : {},
    );
  return [
    readOperation({
      ...page,
      id: "subscribePage",
      method: "GET",
      path: PATH,
      summary: "Hear of incidents by e-mail",
      query: Type.Object({ asked: Type.Optional(Type.Literal("1")) }),
      response: html,
      read: ({ query }) =>
        frame("Subscribe", <Subscribe isOn={subscriptions.isOn} hasAsked={query.asked === "1"} />),
    }),
    formOperation({
      ...page,
      id: "subscribe",
      path: PATH,
      summary: "Ask for a confirmation by e-mail",
      form: Email,
      errors: ["state_conflict"],
      submit: async ({ body }) => {
        await live.writer.run((tx) => subscriptions.ask(tx, body.email));
        return seeOther(`${PATH}?asked=1`);
      },
    }),
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
        const found = subscriptions.look(live.read, params.token);
        if (found === null)
          throw new Problem("not_found", "Subscribe again: this address of a confirmation is not known.");
        return frame("Subscribe", <Confirm token={params.token} isConfirmed={found.isConfirmed} />, true);
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
          "Unsubscribe",
          <Unsubscribe token={params.token} isKnown={subscriptions.look(live.read, params.token) !== null} />,
          true,
        ),
    }),
    formOperation({
      ...page,
      id: "unsubscribe",
      path: UNSUBSCRIBE,
      summary: "Unsubscribe by one click, from a mail program too (RFC 8058)",
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

function Subscribe({ isOn, hasAsked }: { isOn: boolean; hasAsked: boolean }): JSX.Element {
  if (!isOn)
    return (
      <EmptyState title="This server sends no mail.">
        <p>
          Follow <a href="/history.rss">the RSS feed</a> or <a href="/history.atom">the Atom feed</a> instead.
        </p>
      </EmptyState>
    );
  if (hasAsked)
    return (
      <p role="status">
        Look into your mail: unless the address is subscribed already, a confirmation is on its way.
      </p>
    );
  return (
    <form method="post" action={PATH} class="form">
      <p>You will be told of incidents and their updates. Each mail unsubscribes by one click.</p>
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
      <p>Confirm that you want to hear of incidents by e-mail.</p>
      <button type="submit" class="button-main">
        Confirm the subscription
      </button>
    </form>
  );
}

function Unsubscribe({ token, isKnown }: { token: string; isKnown: boolean }): JSX.Element {
  if (!isKnown) return <p role="status">You are not subscribed: no more mail will come.</p>;
  return (
    <form method="post" action={`/status/unsubscribe/${token}`} class="form">
      <p>No more mail about incidents will come.</p>
      <button type="submit" class="button-main">
        Unsubscribe
      </button>
    </form>
  );
}
