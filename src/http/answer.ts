/** What operations answer with; `toResponse` makes HTTP of it. */

/**
 * What clients may keep: answered with ETag, Last-Modified and Cache-Control, or with 304. A JSON object (`success` is
 * added), or the whole content as text: of an operation whose response names its media type that, else JSON.
 */
export class Cacheable {
  /** Its bytes and their tag, once they were made: who answers with the same object again pays for them once. */
  represented: Representation | null = null;

  constructor(
    readonly body: object | string,
    readonly lastModifiedMs: number,
    readonly maxAgeSeconds: number,
    /** What tells these bytes from others, where the answer has a name for that already; unset: a hash of the bytes. */
    readonly tag: string | null = null,
    /**
     * Whether the same query gives the same answer for as long as the process runs: then it is kept for whoever asks
     * next, with these headers of its own. Null where it is not.
     */
    readonly kept: Readonly<Record<string, string>> | null = null,
  ) {}
}

/**
 * The same for content too long to hold: it is made as the client reads, so its tag must name its bytes without them.
 * Text chunks of the operation's media type, or of JSON that begins with `success`.
 */
export class CacheableStream {
  constructor(
    /** Starts the content anew; `meta` is JSON's member of that name, null where it was not asked for. */
    readonly chunks: (meta: Meta | null) => Iterator<string>,
    readonly lastModifiedMs: number,
    readonly maxAgeSeconds: number,
    /** Differs wherever the bytes differ. */
    readonly tag: string,
  ) {}
}

/** The `meta` member of an answer that include_meta asked for. */
export interface Meta {
  request_id: string;
  generated_at_utc: string;
}

/** A 202 with this body: what was asked for goes on. */
export class Accepted {
  constructor(readonly body: object) {}
}

/** The exact bytes of an answer. */
export interface Representation {
  bytes: Uint8Array<ArrayBuffer>;
  /** Content-Type. */
  type: string;
  etag: string;
  /** Last-Modified. */
  lastModified: string;
}

/** A 302 to another address; the operation says with `redirects` what leads there. */
export class Redirect {
  constructor(readonly location: string) {}
}

/** What reads may answer: a JSON object (`success` is added), one with validators, a redirect, or a whole Response. */
export type Answer = object | Cacheable | CacheableStream | Redirect | Response;

/** Headers that only some operations answer with. */
export type AnswerHeader =
  | "X-Audio-Share-Checksum"
  | "X-Audio-Share-Track-Auth"
  | "X-Export-SHA256"
  | "X-Usage-Legend";
