import { requestId } from "../../../kit/ids.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { Problem } from "../../answers/problem.ts";
import { jsonResponse, problemBody } from "../../answers/respond.ts";
import type { HttpApp } from "../http-app.ts";
import { forwardRequest } from "./client.ts";

const NO_ANSWER = new Problem("overloaded", "Retry: the server restarts.", {
  headers: { "retry-after": "1", connection: "close", "cache-control": "no-store" },
});

/**
 * Holds every request that arrives, until the returned function is called: with the socket of the server that answers
 * them from then on, each with the end of its connection; with null if this one goes on.
 */
export function holdRequests(app: HttpApp, log: Logger): (socket: string | null) => void {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  app.detour = async (request, server) => {
    const address = server.requestIP(request)?.address ?? null;
    server.timeout(request, 0);
    const socket = await promise;
    if (socket === null) return app.handle(request);
    try {
      const response = await forwardRequest(request, address, socket);
      response.headers.set("connection", "close");
      return response;
    } catch (error) {
      log.warn("a request could not be forwarded", { error: describeError(error) });
      const id = requestId();
      const headers = { ...NO_ANSWER.options.headers, "x-request-id": id };
      return jsonResponse(NO_ANSWER.status, problemBody(NO_ANSWER, id, false), headers);
    }
  };
  return (socket) => {
    if (socket === null) app.detour = null;
    resolve(socket);
  };
}
