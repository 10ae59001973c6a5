import type { JsonSchema, OpenApiDocument } from "../openapi.ts";
import { COMMON } from "./common.ts";
import { DESK } from "./desk.ts";
import { GAMES } from "./games.ts";
import { PARTNERS } from "./partners.ts";
import { PUBLIC } from "./public.ts";

/** Meanings of fields whose shape has no description, by name; `owner.name` takes precedence over `name`. */
const GLOSSARY: Readonly<Record<string, string>> = { ...DESK, ...GAMES, ...PUBLIC, ...PARTNERS, ...COMMON };

const AS_REQUESTED = "As requested, or the default; null if not requested.";

/** Adds the glossary's descriptions to all fields of responses and events that have none; changes the document. */
export function describeFields(document: OpenApiDocument): void {
  const seen = new Set<JsonSchema>();
  const describe = (schema: JsonSchema, owner: string): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const meaning = owner === "query" ? AS_REQUESTED : meaningOf(owner, name);
      if (meaning !== null && !isDescribed(document, property))
        property.description = isNullable(property) ? meaning : withoutNull(meaning);
      describe(property, name);
    }
    for (const inside of insideOf(schema)) describe(inside, owner);
  };
  for (const item of Object.values(document.paths)) {
    for (const { operationId, responses } of Object.values(item))
      for (const [status, response] of Object.entries(responses))
        if (/^2\d\d$/.test(status) && "content" in response)
          for (const { schema } of Object.values(response.content ?? {})) describe(schema, operationId);
  }
  for (const { post } of Object.values(document.webhooks ?? {}))
    for (const { schema } of Object.values(post?.requestBody?.content ?? {})) describe(schema, "event");
  for (const [name, schema] of Object.entries(document.components.schemas ?? {})) describe(schema, name);
}

function insideOf({ items, anyOf, allOf, additionalProperties }: JsonSchema): JsonSchema[] {
  const values = typeof additionalProperties === "object" ? [additionalProperties] : [];
  return [...(items === undefined ? [] : [items]), ...(anyOf ?? []), ...(allOf ?? []), ...values];
}

function isDescribed({ components }: OpenApiDocument, { description, $ref }: JsonSchema): boolean {
  if (description !== undefined || $ref === undefined) return description !== undefined;
  return components.schemas?.[$ref.split("/").at(-1) ?? ""]?.description !== undefined;
}

function isNullable({ type, anyOf, enum: values }: JsonSchema): boolean {
  const isNull = (each: JsonSchema) => isNullable(each);
  return [type].flat().includes("null") || values?.includes(null) === true || anyOf?.some(isNull) === true;
}

/** A meaning of null ends the sentence: `Time of the last attempt; null before the first.` */
function withoutNull(meaning: string): string {
  return meaning.replace(/; null [^;]*\.$/, ".");
}

function meaningOf(owner: string, name: string): string | null {
  return GLOSSARY[`${owner}.${name}`] ?? GLOSSARY[name] ?? null;
}
