import { remembered } from "../../kit/remembered.ts";

/** Content codings of answers, by their names in HTTP; the first wins among equally wanted ones. */
const ENCODINGS = ["zstd", "br", "gzip"] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** The coding that a request wants most of its answer; null for the bytes as they are. */
export function encodingFor(request: Request): Encoding | null {
  return from(request, wantedEncoding);
}

/** The same for a stream, which the runtime compresses as gzip only. */
export function streamEncodingFor(request: Request): "gzip" | null {
  return from(request, wantedOfStream);
}

/** By the header's text, for all codings (RFC 9110, section 12.5.3). */
export const wantedEncoding = remembered(100, (header: string) => mostWanted(header, ENCODINGS));

const wantedOfStream = remembered(100, (header: string) => mostWanted(header, ["gzip"]));

function from<Wanted>({ headers }: Request, wanted: (header: string) => Wanted): Wanted | null {
  const header = headers.get("accept-encoding");
  return header === null ? null : wanted(header);
}

function mostWanted<Among extends Encoding>(header: string, among: readonly Among[]): Among | null {
  const weights = parse(header);
  // "Any" means the one that every client knows.
  const any = (encoding: Encoding) => (encoding === "gzip" ? weights.get("*") : undefined) ?? 0;
  let wanted: Among | null = null;
  // Unless it is named, the plain form is what remains if nothing else is wanted.
  let most = weights.get("identity") ?? 0;
  for (const encoding of among) {
    const weight = weights.get(encoding) ?? any(encoding);
    const isWanted = wanted === null ? weight > 0 && weight >= most : weight > most;
    if (!isWanted) continue;
    wanted = encoding;
    most = weight;
  }
  return wanted;
}

/** Says that the answer depends on Accept-Encoding, too. */
export function varyByEncoding(vary: string | null | undefined): string {
  return vary == null || vary === "" ? "Accept-Encoding" : `${vary}, Accept-Encoding`;
}

/** The strong tag of an answer's encoded bytes, which differ from the plain ones. */
export function encodedTag(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}

/** Weights by lower-case name; an element that is malformed counts as not wanted. */
function parse(header: string): Map<string, number> {
  const elements = header.split(",").map((element) => {
    const [name = "", ...parameters] = element.split(";").map((part) => part.trim().toLowerCase());
    return [name === "x-gzip" ? "gzip" : name, weightOf(parameters)] as const;
  });
  return new Map(elements.filter(([name]) => name !== ""));
}

function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  if (weight === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
}
