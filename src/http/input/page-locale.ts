import { type Static, Type } from "@sinclair/typebox";
import {
  acceptedLocale,
  LOCALES,
  type Locale,
  parseLocale,
  SOURCE_LOCALE,
} from "../../kit/language/locale.ts";
import type { Context } from "../context.ts";
import type { Refused } from "../declaration.ts";
import { OneOf } from "../schema/shapes.ts";

/** The query of a page that speaks several languages. */
export const LocaleQuery = {
  lang: Type.Optional(OneOf(LOCALES, { description: "The page's language, which the browser remembers." })),
};

const COOKIE = "salute_lang";
const KEPT_SECONDS = 31_536_000;

type LocalContext = Pick<Context, "baseUrl" | "header" | "responseHeaders"> & {
  query: { lang?: Static<(typeof LocaleQuery)["lang"]> };
};

/**
 * The language of a page: as chosen by `?lang=`, as remembered from then, or the browser's. Notes in the answer's
 * headers which it is and what it depends on.
 */
export function pageLocale(context: LocalContext): Locale {
  const { baseUrl, query, responseHeaders } = context;
  const locale = query.lang ?? readerLocale(context) ?? SOURCE_LOCALE;
  responseHeaders["content-language"] = locale;
  responseHeaders.vary = "Accept-Language, Cookie";
  if (query.lang !== undefined) {
    const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
    responseHeaders["set-cookie"] =
      `${COOKIE}=${query.lang}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax${secure}`;
  }
  return locale;
}

/** The language that a request's cookie or browser asks for; null for none that we speak. */
export function readerLocale(context: Pick<Context, "header">): Locale | null {
  return parseLocale(cookieOf(context.header("cookie"))) ?? acceptedLocale(context.header("accept-language"));
}

/** The language of a refusal as a page: as its address asks for, or its reader. */
export function refusalLocale({ header, target }: Pick<Refused, "header" | "target">): Locale {
  const asked = new URLSearchParams(target.split("?", 2)[1]).get("lang");
  return parseLocale(asked) ?? readerLocale({ header }) ?? SOURCE_LOCALE;
}

function cookieOf(cookies: string | null): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([a-z]{2})(?:;|$)`).exec(cookies ?? "")?.[1] ?? null;
}
