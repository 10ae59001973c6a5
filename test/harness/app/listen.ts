import { buildApp } from "../../../src/app.ts";
import type { World } from "./world.ts";

/** The world's app on a port, for clients in other processes. */
export interface ListeningWorld {
  baseUrl: string;
  stop(): Promise<void>;
}

/** Starts listening, and sets the world's clock to real time, as other processes use it. */
export async function listen(world: World, port = 0): Promise<ListeningWorld> {
  world.clock.advance(Date.now() - world.clock.now());
  const app = buildApp(world.services).listen({ port, hostname: "127.0.0.1" });
  const { server } = app;
  if (server === null) throw new Error("the server did not start");
  return {
    baseUrl: `http://127.0.0.1:${server.port}`,
    stop: () => server.stop(true),
  };
}
