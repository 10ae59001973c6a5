/**
 * Baseline for cached reads: Bun.serve with fixed bytes and headers, and 304 for a matching ETag.
 * Usage: cached-server.ts, with a JSON object {path: {body, headers}} on stdin; prints its port.
 */
export interface Answer {
  body: string;
  headers: Record<string, string>;
}

const answers = new Map(Object.entries((await Bun.stdin.json()) as Record<string, Answer>));
let requestCount = 0;

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const answer = answers.get(request.url.slice(request.url.indexOf("/", 8)));
    if (answer === undefined) return new Response("no", { status: 404 });
    const headers = { ...answer.headers, "x-request-id": `req_${++requestCount}` };
    if (request.headers.get("if-none-match") === answer.headers.etag)
      return new Response(null, { status: 304, headers });
    return new Response(answer.body, { headers });
  },
});
console.log(server.port);
process.on("SIGTERM", () => process.exit(0));
