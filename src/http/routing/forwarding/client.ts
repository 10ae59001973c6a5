import { CALLER_HEADER } from "./forwarded-requests.ts";

/** Headers of a connection alone, and what fetch sets by itself. */
const OF_CONNECTION = ["connection", "keep-alive", "transfer-encoding", "upgrade"];

/**
 * Has the server behind a socket answer a request, and passes its answer on unchanged. @throws if it does not answer
 * @param address of the caller; null if unknown
 */
export async function forwardRequest(
  request: Request,
  address: string | null,
  socket: string,
): Promise<Response> {
  const headers = new Headers(request.headers);
  for (const name of OF_CONNECTION) headers.delete(name);
  // Otherwise fetch sends its own.
  for (const name of ["accept-encoding", "user-agent"]) if (!headers.has(name)) headers.set(name, "");
  headers.set(CALLER_HEADER, address ?? "");
  const {
    status,
    statusText,
    headers: answered,
    body,
  } = await fetch(request.url, {
    unix: socket,
    method: request.method,
    headers,
    body: request.body,
    signal: request.signal,
    redirect: "manual",
    decompress: false,
    keepalive: false,
  });
  const passed = new Headers(answered);
  for (const name of OF_CONNECTION) passed.delete(name);
  return new Response(body, { status, statusText, headers: passed });
}
