/** Answers of operations, which `toResponse` turns into HTTP. */

/**
 * Content that clients may cache: answered with ETag, Last-Modified and Cache-Control, or with 304. A JSON object
 * (`success` is added), or the whole content as text, in the operation's media type or as JSON.
 */
export class Cacheable {
  /** Its bytes and their tag once computed, so that returning the same object again costs nothing. */
  represented: Representation | null = null;
  tag: string | null = null;
  kept: Readonly<Record<string, string>> | null = null;

  constructor(
    readonly body: object | string,
    readonly lastModifiedMs: number,
    readonly maxAgeSeconds: number,
  ) {}

  /** Gives it an existing identifier of these bytes, instead of a hash of them. */
  tagged(tag: string): this {
    this.tag = tag;
    return this;
  }

  /** Says that the same query gives this answer, with these headers, while the process runs: it need not be made again. */
  keptWith(headers: Readonly<Record<string, string>>): this {
    this.kept = headers;
    return this;
  }
}

/**
 * The same for content too large for memory: it is produced as the client reads, so its tag must identify its bytes
 * in advance. Text chunks of the operation's media type, or of JSON that starts with `success`.
 */
export class CacheableStream {
  readonly lastModifiedMs: number;
  readonly maxAgeSeconds: number;
  /** Differs whenever the bytes differ. */
  readonly tag: string;

  constructor(
    /** Restarts the content; `meta` is JSON's member of that name, null unless requested. */
    readonly chunks: (meta: Meta | null) => Iterator<string>,
    { lastModifiedMs, maxAgeSeconds, tag }: { lastModifiedMs: number; maxAgeSeconds: number; tag: string },
  ) {
    this.lastModifiedMs = lastModifiedMs;
    this.maxAgeSeconds = maxAgeSeconds;
    this.tag = tag;
  }
}

const STREAM_IDLE_SECONDS = 30;

/** A stream that waits for news until the client, `chunks` or a stop of the server ends it. */
export class NewsStream {
  constructor(
    readonly chunks: (signal: AbortSignal) => AsyncGenerator<string, void>,
    /** Called once, when the stream has ended. */
    readonly ended: () => void,
    /** Ends a stream of which nothing is taken for this long; `chunks` must have something to send more often. */
    readonly idleSeconds: number = STREAM_IDLE_SECONDS,
  ) {}
}

/** The `meta` member of an answer, requested by include_meta. */
export interface Meta {
  request_id: string;
  generated_at_utc: string;
}

/** A 202 with this body: the work continues. */
export class Accepted {
  constructor(readonly body: object) {}
}

/** The exact bytes of an answer. */
export interface Representation {
  /** Bytes, unless they are those of the text itself: the runtime sends ASCII as it is, and encodes the rest each time. */
  content: string | Uint8Array<ArrayBuffer>;
  /** Content-Type. */
  type: string;
  etag: string;
  /** Last-Modified. */
  lastModified: string;
  /** Whether it is sent compressed to those who accept that. */
  isCompressible: boolean;
}

/** A 302 to another address; the operation describes the case in `redirects`. */
export class Redirect {
  constructor(readonly location: string) {}
}

/** Answers of reads: a JSON object (`success` is added), one with validators, a stream, a redirect, or a whole Response. */
export type Answer = object | Cacheable | CacheableStream | NewsStream | Redirect | Response;

/** Headers of answers that only some operations have. */
export type AnswerHeader =
  | "X-Audio-Share-Checksum"
  | "X-Audio-Share-Track-Auth"
  | "X-Chain-Mode"
  | "X-Export-SHA256"
  | "X-Usage-Legend";
