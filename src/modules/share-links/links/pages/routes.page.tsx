/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import { invalidQuery, Problem } from "../../../../http/answers/problem.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../../http/operation.ts";
import { Flag, Repeated } from "../../../../http/schema/shapes.ts";
import { createValidator } from "../../../../http/schema/validate.ts";
import { htmlResponse, type Site } from "../../../../pages/index.ts";
import type { AudioShare } from "../audio-share.ts";
import { buildLinks } from "../build-links.ts";
import { LINK_ERRORS } from "../errors.ts";
import { LinksQuery } from "../model.ts";
import { type ShareForm, SharePage, type ShownLinks } from "./share-page.tsx";

/** As typed: the form shows it again, right or wrong. */
const PageQuery = Type.Object({
  track_url: Type.Optional(Type.String()),
  file_url: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  channels: Type.Optional(Repeated(Type.String())),
  token_mode: Type.Optional(Type.String()),
  expires_in: Type.Optional(Type.String()),
  use_short: Type.Optional(Flag()),
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
      response: { mediaType: "text/html", description: "A page." },
      errors: [
        LINK_ERRORS.destination_invalid,
        LINK_ERRORS.destination_host_denied,
        "state_conflict",
        "safe_mode",
      ],
      read: async ({ query, address, now }) => {
        const form = formOf(query);
        const isAsked = form.track_url !== "" || form.file_url !== "";
        const result = isAsked ? await attempt(share, form, { address, now }) : null;
        const status = result instanceof Problem ? result.status : 200;
        // The page fetches itself again as its form changes.
        const page = <SharePage site={site} form={form} result={result} />;
        return htmlResponse(page, { status, connects: true });
      },
    }),
  ];
}

function formOf(query: Static<typeof PageQuery>): ShareForm {
  const { track_url = "", file_url = "", title = "", text = "", channels = [], token_mode = "" } = query;
  const { expires_in = "", use_short = false } = query;
  return { track_url, file_url, title, text, channels, token_mode, expires_in, use_short };
}

const LINKS = createValidator(LinksQuery);

/** The API's answer to the same input, or its error. */
async function attempt(
  share: AudioShare,
  form: ShareForm,
  caller: { address: string; now: number },
): Promise<ShownLinks | Problem> {
  try {
    const { text } = await buildLinks(share, inputOf(form), caller);
    return JSON.parse(text) as ShownLinks;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Empty fields are omitted, and fields of short links unless one is requested. @throws Problem invalid_query */
function inputOf(form: ShareForm): Static<typeof LinksQuery> {
  const { channels, expires_in, token_mode, use_short, ...rest } = form;
  const given = Object.entries(rest).filter(([, value]) => value !== "");
  const input = {
    ...Object.fromEntries(given),
    ...(channels.length === 0 ? {} : { channels: channels.join(",") }),
    ...(use_short ? { use_short } : {}),
    ...(use_short && token_mode !== "" ? { token_mode } : {}),
    ...(use_short && expires_in !== "" ? { expires_in: Number(expires_in) } : {}),
  };
  const [fault] = LINKS.faults(input) ?? [];
  if (fault !== undefined) throw invalidQuery(fault.field, fault.message);
  return input as Static<typeof LinksQuery>;
}
