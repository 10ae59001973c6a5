/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import { invalidQuery, Problem } from "../../../../http/answers/problem.ts";
import { LocaleQuery, pageLocale } from "../../../../http/input/page-locale.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../../http/operation.ts";
import { Flag, Repeated } from "../../../../http/schema/shapes.ts";
import { createValidator } from "../../../../http/schema/validate.ts";
import { isoUtc, timeOfEntry } from "../../../../kit/clock.ts";
import { checkedJson } from "../../../../kit/formats/checked-json.ts";
import { htmlResponse, type Site } from "../../../../pages/index.ts";
import type { AudioShare } from "../audio-share.ts";
import { buildLinks, type LinksInput } from "../build-links.ts";
import { LINK_ERRORS } from "../errors.ts";
import { parseServices } from "../landing/landing.ts";
import { SERVICE_NAMES } from "../landing/services.ts";
import { LinksQuery, LinksResponse } from "../model.ts";
import { serviceField } from "./landing-fields.tsx";
import type { ShareForm } from "./share-form.tsx";
import { SharePage } from "./share-page.tsx";
import type { ShownLinks } from "./share-result.tsx";

const serviceFields = Object.fromEntries(
  SERVICE_NAMES.map((name) => [serviceField(name), Type.Optional(Type.String())]),
);

/** As typed: the form shows it again, right or wrong. */
const PageQuery = Type.Object({
  track_url: Type.Optional(Type.String()),
  file_url: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  channels: Type.Optional(Repeated(Type.String())),
  token_mode: Type.Optional(Type.String()),
  expires_in: Type.Optional(Type.String()),
  expires_unit: Type.Optional(Type.String()),
  expires_at: Type.Optional(Type.String()),
  use_short: Type.Optional(Flag()),
  landing: Type.Optional(Flag()),
  artist: Type.Optional(Type.String()),
  artwork_url: Type.Optional(Type.String()),
  ...serviceFields,
  ...LocaleQuery,
});

export function sharePageRoutes(share: AudioShare, site: Site): Operation[] {
  return [
    readOperation({
      id: "sharePage",
      method: "GET",
      path: "/share",
      group: PAGES_GROUP,
      summary: "A form that builds share links",
      access: anyone("pages"),
      query: PageQuery,
      response: { mediaType: "text/html", description: "The page with the form." },
      errors: [
        LINK_ERRORS.destination_invalid,
        LINK_ERRORS.destination_host_denied,
        "state_conflict",
        "safe_mode",
      ],
      read: async (context) => {
        const { query, address, now } = context;
        const locale = pageLocale(context);
        const form = formOf(query);
        const isAsked = form.readText("track_url") !== "" || form.readText("file_url") !== "";
        const result = isAsked ? await attempt(share, form, { address, now }) : null;
        const status = result instanceof Problem ? result.status : 200;
        const page = <SharePage {...{ site, locale, form, result, now }} />;
        return htmlResponse(page, { status });
      },
    }),
  ];
}

const LANDING_FIELDS = ["artist", "artwork_url", ...SERVICE_NAMES.map(serviceField)];

/** An untouched form has the landing page ticked. One with content is at a short link, which is then ticked, too. */
function formOf(query: Static<typeof PageQuery>): ShareForm {
  const { channels = [], use_short = false, lang: _, ...rest } = query;
  const texts: Record<string, unknown> = rest;
  const isFresh = Object.keys(query).every((name) => name === "lang");
  const landing = isFresh || query.landing === true;
  const readText = (field: string) => String(texts[field] ?? "");
  const hasContent = landing && LANDING_FIELDS.some((field) => readText(field) !== "");
  return { channels, use_short: use_short || hasContent, landing, readText };
}

const LINKS = createValidator(LinksQuery);

const LINKS_TEXT = checkedJson("The links", LinksResponse);

/** The API's answer to the same input, or its error. */
async function attempt(
  share: AudioShare,
  form: ShareForm,
  caller: { address: string; now: number },
): Promise<ShownLinks | Problem> {
  try {
    const { text } = await buildLinks(share, inputOf(form), caller);
    return LINKS_TEXT.read(text);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Empty fields are omitted, and fields of short links unless one is requested. @throws Problem invalid_query */
function inputOf(form: ShareForm): LinksInput {
  const { channels, use_short, landing, readText } = form;
  const given = (...fields: readonly string[]) =>
    Object.fromEntries(fields.map((name) => [name, readText(name)]).filter(([, value]) => value !== ""));
  const expires_in = readText("expires_in");
  const services = SERVICE_NAMES.map((name) => [name, readText(serviceField(name))]).filter(
    ([, url]) => url !== "",
  );
  const input = {
    ...given("track_url", "file_url", "title", "text"),
    ...(channels.length === 0 ? {} : { channels: channels.join(",") }),
    ...(use_short
      ? { use_short, ...given("token_mode", "expires_unit"), ...endOf(readText("expires_at")) }
      : {}),
    ...(use_short && expires_in !== "" ? { expires_in: Number(expires_in) } : {}),
    ...(use_short && landing ? { landing } : {}),
    ...given("artist", "artwork_url"),
    ...(services.length > 0 ? { services: JSON.stringify(Object.fromEntries(services)) } : {}),
  };
  const [fault] = LINKS.faults(input) ?? [];
  if (fault !== undefined) throw invalidQuery(fault.field, fault.message);
  const query = input as Static<typeof LinksQuery>;
  return { ...query, services: parseServices(query.services) };
}

/** People enter days and times of UTC. */
function endOf(entered: string): { expires_at?: string } {
  if (entered === "") return {};
  const at = timeOfEntry(entered);
  return { expires_at: Number.isNaN(at) ? entered : isoUtc(at) };
}
