/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../http/operation.ts";
import { OneOf, Repeated, Text } from "../../../http/schema/shapes.ts";
import { htmlResponse, Layout, type Site } from "../../../pages/index.ts";
import { Confirm, Subscribe, Unsubscribe } from "./pages.tsx";
import type { SubscriptionRequest, Subscriptions } from "./subscriptions.ts";

const PATH = "/status/subscribe";
const CONFIRM = `${PATH}/{token}`;
const UNSUBSCRIBE = "/status/unsubscribe/{token}";
const TokenPath = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) });
const Target = Type.Object({
  kind: OneOf(["email", "webhook", "slack"], { default: "email" }),
  email: Type.Optional(Type.String({ format: "email" })),
  url: Type.Optional(Type.String({ maxLength: 2048 })),
  checks: Type.Optional(Repeated(Text(100), { maxItems: 100 })),
});
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
  checks: { names: readonly string[]; has: (name: string) => boolean; titleOf: (name: string) => string };
}

/** Pages and forms to subscribe to incidents, confirm, and unsubscribe with one click. */
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
      description="Incidents of this service by e-mail, webhook or Slack."
    >
      <h1>{title}</h1>
      {children}
    </Layout>,
    { headers },
  );
}

function subscribeRoutes({ site, live, subscriptions, checks }: SubscriberParts): Operation[] {
  return [
    readOperation({
      ...page,
      id: "subscribePage",
      method: "GET",
      path: PATH,
      summary: "Subscribe to incidents by e-mail, webhook or Slack",
      query: Type.Object({ asked: Type.Optional(Type.Literal("1")) }),
      response: html,
      read: ({ query }) =>
        frame(
          { site, title: "Subscribe" },
          <Subscribe
            hasMail={subscriptions.hasMail}
            isRequested={query.asked === "1"}
            checks={checks.names.map((name) => [name, checks.titleOf(name)])}
          />,
        ),
    }),
    formOperation({
      ...page,
      id: "subscribe",
      path: PATH,
      summary: "Request a confirmation, which goes to the mail address or webhook",
      form: Target,
      errors: ["state_conflict"],
      submit: async ({ address, body }) => {
        const unknown = body.checks?.find((name) => !checks.has(name));
        if (unknown !== undefined) throw invalidPayload("checks", `names no check: ${unknown}`);
        const asked = requestOf(body);
        await live.writer.run((tx) => subscriptions.request(tx, asked, address));
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
          <Confirm token={params.token} {...found} />,
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

/** @throws Problem invalid_payload without the address that the kind needs */
function requestOf({ kind, email, url, checks = [] }: Static<typeof Target>): SubscriptionRequest {
  const [name, target] = kind === "email" ? ["email", email] : ["url", url];
  if (target === undefined) throw invalidPayload(name, "is required");
  return { kind, target, checks };
}
