import { allOperations } from "../../../src/compose/operations.ts";
import type { World } from "../app/world.ts";

/** The paths without a mounted operation. Paths may contain tokens such as USER_ID for parameters. */
export function deadLinks(world: World, paths: readonly string[]): string[] {
  const known = new Set(
    allOperations(world.services).flatMap(({ path }) => [
      path,
      path.replaceAll(/\{(\w+)\}/g, (_, token: string) => token.toUpperCase()),
    ]),
  );
  return paths.filter((path) => !known.has(path));
}
