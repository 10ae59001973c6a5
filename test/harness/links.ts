import { allOperations } from "../../src/compose/operations.ts";
import type { World } from "./world.ts";

/** Of paths, whose templates may be filled with tokens such as USER_ID, those that lead nowhere in this build. */
export function deadLinks(world: World, paths: readonly string[]): string[] {
  const known = new Set(
    allOperations(world.services).flatMap(({ path }) => [
      path,
      path.replaceAll(/\{(\w+)\}/g, (_, token: string) => token.toUpperCase()),
    ]),
  );
  return paths.filter((path) => !known.has(path));
}
