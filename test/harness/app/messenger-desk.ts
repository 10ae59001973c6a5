import type { ReceivedAnswer } from "./caller.ts";
import { makeOperator } from "./visitor.ts";
import type { World } from "./world.ts";

/** An operator who authenticates with a bearer token. */
export interface Desk {
  get(path: string): Promise<ReceivedAnswer>;
  post(path: string, body?: object, headers?: Record<string, string>): Promise<ReceivedAnswer>;
  patch(path: string, body: object, headers?: Record<string, string>): Promise<ReceivedAnswer>;
}

/** Paths of calls are relative to /api/messenger/. */
export async function messengerDesk(
  world: World,
  role: "viewer" | "operator" | "owner" = "operator",
): Promise<Desk> {
  const { token } = await makeOperator(world, `${role}-${world.clock.now()}`, role);
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    world.call(method, `/api/messenger/${path}`, {
      ...(body === undefined ? {} : { body }),
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  return {
    get: (path) => call("GET", path),
    post: (path, body, headers) => call("POST", path, body, headers),
    patch: (path, body, headers) => call("PATCH", path, body, headers),
  };
}
