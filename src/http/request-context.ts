import type { Database } from "../db/database.ts";
import type { Actor, Intent } from "./access/actor.ts";
import { streamEnd } from "./answers/stream.ts";
import type { Context } from "./context.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpServices } from "./services.ts";

/** The context of an operation. A class, because an object literal with a getter costs a read a twentieth. */
export class RequestContext implements Context {
  intent: Intent | null = null;
  readonly requestId: string;
  readonly baseUrl: string;

  constructor(
    readonly params: unknown,
    readonly query: unknown,
    public body: unknown,
    readonly actor: Actor,
    private readonly services: HttpServices,
    private readonly exchange: Exchange,
  ) {
    this.requestId = exchange.requestId;
    this.baseUrl = services.baseUrl();
  }

  get db(): Database {
    return fileOf(this.services, this.exchange, this.actor);
  }

  get now(): number {
    return this.db.now(this.exchange.now);
  }

  get address(): string {
    return this.exchange.address;
  }

  get method(): string {
    return this.exchange.request.method;
  }

  get responseHeaders(): Record<string, string> {
    return this.exchange.headers;
  }

  header(name: string): string | null {
    return this.exchange.request.headers.get(name);
  }

  get userAgent(): string {
    return this.exchange.request.headers.get("user-agent") ?? "";
  }
}

/** Opens the file on first use: reads about the sandbox key itself need no sandbox file. */
export function fileOf(services: HttpServices, exchange: Exchange, actor: Actor): Database {
  exchange.file ??= services.databaseOf(actor);
  return exchange.file;
}

/** A stream may read its file until its last byte. */
export function letGo(services: HttpServices, file: Database, response: Response): void {
  const end = streamEnd(response);
  if (end === undefined) services.letGo(file);
  else void end.then(() => services.letGo(file));
}
