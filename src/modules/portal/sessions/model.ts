import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { DAY_MS, SECOND_MS } from "../../../kit/clock.ts";

const ACCESSES = ["read", "manage"] as const;

const LEAST_SECONDS = 60;
const MOST_SECONDS = (7 * DAY_MS) / SECOND_MS;
export const DEFAULT_SECONDS = 300;

const LinkFields = {
  access: OneOf(ACCESSES, {
    description: "read: the pages show everything and change nothing. manage: they have their forms too.",
  }),
  expires_in: Type.Optional(
    Type.Integer({
      minimum: LEAST_SECONDS,
      maximum: MOST_SECONDS,
      description: `Seconds for which the link can be opened; ${DEFAULT_SECONDS} by default.`,
    }),
  ),
  embed_origin: Type.Optional(
    Nullable(Text(200), {
      description:
        "Origin of the site whose page shows the portal in a frame: one that the operators allow. Without it, the pages refuse to be framed.",
      examples: [null],
    }),
  ),
};

export const LinkBody = Type.Object(LinkFields);

export const OperatorLinkBody = Type.Object({
  partner: Text(40, { description: "Name of the partner whose pages the link opens." }),
  ...LinkFields,
});

export const IssuedLink = Type.Object({
  url: Nullable(Type.String(), {
    description:
      "The link, shown only once: null if the request is repeated. It opens one session. If it is lost, a request with a new Idempotency-Key makes another.",
    examples: ["https://salute.example.com/partners/open/4Zt7xJ1n5bq2cPzj9Yw8R3mKd6VvHsTgLfAeQuXoBiCN"],
  }),
  url_shown: Type.Optional(
    Type.Literal(true, {
      description:
        "Only in the answer to a repeated request: the first answer showed the link, and this one makes none.",
    }),
  ),
  access: OneOf(ACCESSES, { description: "Access of the link, as requested." }),
  expires_at: Timestamp({ description: "From then on the link opens nothing." }),
});

export const LinkPath = Type.Object({ link: Type.String({ description: "The link's secret part." }) });
