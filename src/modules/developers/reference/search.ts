import type { OpenApiDocument, ResponseObject } from "../openapi/index.ts";
import { collectFields, type Field } from "./fields.ts";
import { type Endpoint, endpoints, groupPath, look } from "./look-up.ts";

export type HitKind = "operation" | "event" | "code" | "field";

/** A search result. */
export interface Hit {
  kind: HitKind;
  name: string;
  meaning: string;
  /** Sections that describe it, at most five. */
  places: readonly Place[];
  /** Total number of sections. */
  count: number;
}

interface Place {
  label: string;
  href: string;
}

interface Entry {
  kind: HitKind;
  name: string;
  meaning: string;
  places: Place[];
  /** Number of uses of each meaning; the most common one is shown. */
  meanings: Map<string, number>;
}

const MAX_HITS = 50;
const MAX_PLACES = 5;
const KINDS: readonly HitKind[] = ["operation", "event", "code", "field"];

/** Full-text search over operations, events, codes and fields of a document. */
export class ReferenceSearch {
  #entries: Entry[] | null = null;

  constructor(private readonly document: () => Promise<OpenApiDocument>) {}

  /** Entries that contain all words, names that start with the first word first; at most 50. */
  async find(text: string): Promise<Hit[]> {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const [first] = words;
    if (first === undefined) return [];
    this.#entries ??= entriesOf(await this.document());
    return this.#entries
      .filter(({ name, meaning }) => {
        const searched = `${name} ${meaning}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      })
      .map((entry) => ({ entry, rank: rankOf(entry, first) }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, MAX_HITS)
      .map(({ entry: { kind, name, meaning, places } }) => ({
        kind,
        name,
        meaning,
        places: places.slice(0, MAX_PLACES),
        count: places.length,
      }));
  }
}

/** Rank of an entry, lower is better: exact name, prefix, part of the name, part of the meaning; ties by kind. */
function rankOf({ kind, name }: Entry, word: string): number {
  const lower = name.toLowerCase();
  const rank = lower === word ? 0 : lower.startsWith(word) ? 1 : lower.includes(word) ? 2 : 3;
  return rank * KINDS.length + KINDS.indexOf(kind);
}

function entriesOf(document: OpenApiDocument): Entry[] {
  const codes = new Map<string, Entry>();
  const fields = new Map<string, Entry>();
  const all = endpoints(document);
  for (const endpoint of all) {
    const place = placeOf(endpoint);
    for (const [code, meaning] of codesOf(document, endpoint))
      add(codes, { kind: "code", name: code, meaning }, place);
    for (const { name, description } of fieldsAround(document, endpoint))
      add(fields, { kind: "field", name: name.split(".").at(-1) ?? name, meaning: description }, place);
  }
  const events = Object.entries(document.webhooks ?? {}).map(([name, { post }]): Entry => {
    const place = { label: name, href: `${groupPath("events")}#${post?.operationId ?? ""}` };
    return { kind: "event", name, meaning: post?.summary ?? "", places: [place], meanings: new Map() };
  });
  return [...all.map(operationEntry), ...events, ...codes.values(), ...fields.values()];
}

function operationEntry(endpoint: Endpoint): Entry {
  const { method, path, operation } = endpoint;
  return {
    kind: "operation",
    name: `${method} ${path}`,
    meaning: `${operation.summary}. ${operation.operationId}`,
    places: [placeOf(endpoint)],
    meanings: new Map(),
  };
}

function placeOf({ method, path, operation }: Endpoint): Place {
  const href = `${groupPath(operation.tags[0] ?? "")}#${operation.operationId}`;
  return { label: `${method} ${path}`, href };
}

function add(
  entries: Map<string, Entry>,
  found: Pick<Entry, "kind" | "name" | "meaning">,
  place: Place,
): void {
  const entry: Entry = entries.get(found.name) ?? { ...found, places: [], meanings: new Map() };
  entries.set(found.name, entry);
  if (entry.places.at(-1)?.href !== place.href) entry.places.push(place);
  const times = (entry.meanings.get(found.meaning) ?? 0) + 1;
  entry.meanings.set(found.meaning, times);
  if (times > (entry.meanings.get(entry.meaning) ?? 0)) entry.meaning = found.meaning;
}

function codesOf(document: OpenApiDocument, { operation }: Endpoint): [code: string, meaning: string][] {
  return Object.values(operation.responses).flatMap((response) => {
    const { content = {}, "x-codes": codes = [] } = look<ResponseObject>(document, response);
    const examples = content["application/json"]?.examples ?? {};
    return codes.map((code): [string, string] => [code, examples[code]?.summary ?? ""]);
  });
}

function fieldsAround(document: OpenApiDocument, { operation }: Endpoint): Field[] {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answers = Object.entries(operation.responses)
    .filter(([status]) => /^2\d\d$/.test(status))
    .flatMap(([, response]) => Object.values(look<ResponseObject>(document, response).content ?? {}));
  const schemas = [...(body === undefined ? [] : [body]), ...answers.map(({ schema }) => schema)];
  return schemas.flatMap((schema) => collectFields(document, look(document, schema)));
}
