import type { ThreadReply, ThreadRequest } from "./thread.ts";

declare const self: Worker;

/** Answers the requests of a `Thread`; called by its entry point. */
export function answerRequests<Request, Value>(work: (request: Request) => Value | Promise<Value>): void {
  self.onmessage = async ({ data: { id, request } }: MessageEvent<ThreadRequest<Request>>) => {
    let reply: ThreadReply<Value>;
    try {
      reply = { id, value: await work(request) };
    } catch (error) {
      reply = { id, fault: error instanceof Error ? error.message : String(error) };
    }
    postMessage(reply);
  };
}
