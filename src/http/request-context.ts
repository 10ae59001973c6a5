import type { Database } from "../db/database.ts";
import type { Actor, Intent } from "./access/actor.ts";
import { streamEnd } from "./answers/stream.ts";
import type { Context } from "./context.ts";
import { refuseCutOff } from "./input/uploads.ts";
import type { Call, HttpServices } from "./services.ts";

const NO_QUERY = {};
const NO_BODY = {};

/** The context of an operation. A class, because an object literal with a getter costs a read a twentieth. */
export class RequestContext implements Context {
  intent: Intent | null = null;
  query: unknown = NO_QUERY;
  body: unknown = NO_BODY;
  entered: unknown = NO_BODY;

  constructor(
    private readonly call: Call,
    readonly actor: Actor,
    readonly params: unknown,
  ) {}

  get requestId(): string {
    return this.call.exchange.requestId;
  }

  get baseUrl(): string {
    return this.call.services.baseUrl();
  }

  get db(): Database {
    return openFile(this.call, this.actor);
  }

  get now(): number {
    return this.db.now(this.call.exchange.now);
  }

  get address(): string {
    return this.call.exchange.address;
  }

  get method(): string {
    return this.call.exchange.method;
  }

  get target(): string {
    return this.call.exchange.target.whole;
  }

  get responseHeaders(): Record<string, string> {
    return this.call.exchange.headers;
  }

  header(name: string): string | null {
    return this.call.exchange.request.headers.get(name);
  }

  requireClient(): void {
    refuseCutOff(this.call.exchange.request);
  }

  get userAgent(): string {
    return this.call.exchange.request.headers.get("user-agent") ?? "";
  }
}

/** Opens the file on first use: reads about the sandbox key itself need no sandbox file. */
export function openFile({ exchange, services }: Call, actor: Actor): Database {
  exchange.file ??= services.openDatabase(actor);
  return exchange.file;
}

/** A stream may read its file until its last byte. */
export function letGo(services: HttpServices, file: Database, response: Response): void {
  const end = streamEnd(response);
  if (end === undefined) services.letGo(file);
  else void end.then(() => services.letGo(file));
}
