import type { Connection } from "../exchange.ts";

/** The part of Bun's server that answers need. */
export interface RequestServer {
  requestIP(request: Request): { address: string } | null;
  timeout(request: Request, seconds: number): void;
}

/** The connection of a request; without a server in process. A class, because two closures per request cost more. */
export class RequestConnection implements Connection {
  constructor(
    private readonly request: Request,
    private readonly server: RequestServer | null,
  ) {}

  address(): string | null {
    return this.server?.requestIP(this.request)?.address ?? null;
  }

  keepOpen(): void {
    this.endAfter(0);
  }

  endAfter(seconds: number): void {
    this.server?.timeout(this.request, seconds);
  }
}
