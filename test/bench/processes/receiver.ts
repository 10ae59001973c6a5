/**
 * A webhook receiver as a separate process: answers 200, and reports the number and times of requests at /stats.
 * Usage: receiver.ts; prints its port.
 */
let count = 0;
let firstAt = 0;
let lastAt = 0;
const seen = new Set<string>();

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    if (request.method === "GET") {
      const stats = { count, distinct: seen.size, milliseconds: lastAt - firstAt };
      if (request.url.endsWith("/reset")) {
        count = 0;
        seen.clear();
      }
      return Response.json(stats);
    }
    await request.text();
    lastAt = performance.now();
    if (count++ === 0) firstAt = lastAt;
    seen.add(`${request.url} ${request.headers.get("x-webhook-id")}`);
    return new Response();
  },
});
console.log(server.port);
process.on("SIGTERM", () => process.exit(0));
