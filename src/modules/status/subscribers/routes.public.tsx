/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import { LocaleQuery, pageLocale, readerLocale, refusalLocale } from "../../../http/input/page-locale.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../http/operation.ts";
import { OneOf, Repeated, Text } from "../../../http/schema/shapes.ts";
import { type Locale, SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import { faultTexts, refusalText, type Site } from "../../../pages/index.ts";
import { spokenRefusal } from "../../platform/spoken-refusals/index.ts";
import { checkTitle, STATUS_WORDS, type Titles } from "../words/index.ts";
import { Confirm, frame, Subscribe, Unsubscribe } from "./pages.tsx";
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
  checks: Titles & { names: readonly string[]; has: (name: string) => boolean };
}

/** Pages and forms to subscribe to incidents, confirm, and unsubscribe with one click. */
export function subscriberRoutes(parts: SubscriberParts): Operation[] {
  return [...subscribeRoutes(parts), ...confirmRoutes(parts), ...unsubscribeRoutes(parts)];
}

const page = { group: PAGES_GROUP, access: anyone("pages") } as const;
const html = { mediaType: "text/html", description: "A page." };

/** The form as it was sent, with the faults beside its fields; without a form the message alone. */
function subscribeRefusal(parts: SubscriberParts): NonNullable<Operation["refusal"]> {
  const { site } = parts;
  const plain = spokenRefusal(site);
  return (problem, asked) => {
    const { context } = asked;
    if (context === null || problem.status >= 500) return plain(problem, asked);
    const locale = refusalLocale(asked);
    const refused = {
      action: PATH,
      method: "post",
      message: refusalText(problem, locale, STATUS_WORDS.in(locale)),
      faults: faultTexts(problem.options.details, locale),
      entered: context.entered as Record<string, unknown>,
    } as const;
    const forms = <Forms {...parts} locale={locale} isRequested={false} />;
    return frame({ site, locale, title: "subscribe", refused, status: problem.status }, forms);
  };
}

function Forms(
  props: Pick<SubscriberParts, "subscriptions" | "checks"> & { locale: Locale; isRequested: boolean },
): JSX.Element {
  const { subscriptions, checks, locale, isRequested } = props;
  const words = STATUS_WORDS.in(locale);
  return (
    <Subscribe
      hasMail={subscriptions.hasMail}
      isRequested={isRequested}
      checks={checks.names.map((name) => [name, checkTitle(name, checks, words)])}
    />
  );
}

function subscribeRoutes(parts: SubscriberParts): Operation[] {
  const { site, live, subscriptions, checks } = parts;
  return [
    readOperation({
      ...page,
      id: "subscribePage",
      method: "GET",
      path: PATH,
      summary: "Subscribe to incidents by e-mail, webhook or Slack",
      query: Type.Object({ asked: Type.Optional(Type.Literal("1")), ...LocaleQuery }),
      response: html,
      read: (context) => {
        const locale = pageLocale(context);
        const isRequested = context.query.asked === "1";
        return frame({ site, locale, title: "subscribe" }, <Forms {...{ ...parts, locale, isRequested }} />);
      },
    }),
    formOperation({
      ...page,
      id: "subscribe",
      path: PATH,
      summary: "Request a confirmation, which goes to the mail address or webhook",
      form: Target,
      refusal: subscribeRefusal(parts),
      errors: ["state_conflict"],
      submit: async (context) => {
        const { address, body } = context;
        const unknown = body.checks?.find((name) => !checks.has(name));
        if (unknown !== undefined) throw invalidPayload("checks", `names no check: ${unknown}`);
        const asked = { ...requestOf(body), locale: readerLocale(context) ?? SOURCE_LOCALE };
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
      query: Type.Object(LocaleQuery),
      read: (context) => {
        const { params } = context;
        const found = subscriptions.find(live.read, params.token);
        if (found === null)
          throw new Problem("not_found", "Subscribe again: this confirmation link is unknown.");
        return frame(
          { site, locale: pageLocale(context), title: "subscribe", headers: PRIVATE },
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
      refusal: spokenRefusal(site),
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
      query: Type.Object(LocaleQuery),
      read: (context) => {
        const { token } = context.params;
        return frame(
          { site, locale: pageLocale(context), title: "unsubscribe", headers: PRIVATE },
          <Unsubscribe token={token} isKnown={subscriptions.find(live.read, token) !== null} />,
        );
      },
    }),
    formOperation({
      ...page,
      id: "unsubscribe",
      path: UNSUBSCRIBE,
      summary: "Unsubscribe with one click, also from a mail program (RFC 8058)",
      params: TokenPath,
      form: OneClick,
      refusal: spokenRefusal(site),
      inSafeMode: true,
      submit: async (context) => {
        const { body, params } = context;
        await live.writer.run((tx) => subscriptions.unsubscribe(tx, params.token));
        // Mail programs do not follow redirects.
        if (body["List-Unsubscribe"] !== undefined)
          return new Response(null, { status: 204, headers: PRIVATE });
        return seeOther(`/status/unsubscribe/${params.token}`, PRIVATE);
      },
    }),
  ];
}

/** @throws Problem invalid_payload without the address that the kind needs */
function requestOf({
  kind,
  email,
  url,
  checks = [],
}: Static<typeof Target>): Omit<SubscriptionRequest, "locale"> {
  const [name, target] = kind === "email" ? ["email", email] : ["url", url];
  if (target === undefined) throw invalidPayload(name, "is required");
  return { kind, target, checks };
}
