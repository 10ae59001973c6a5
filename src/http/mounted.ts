import type { Operation } from "./operation.ts";

/**
 * The operations of this build: what links, documents and advice may name, so that they never point at a part that is
 * not there. The list is complete once all surfaces are put together, so ask it while answering, not before.
 */
export class Mounted {
  constructor(readonly operations: readonly Operation[]) {}

  find(method: string, path: string): Operation | null {
    return this.operations.find((each) => each.method === method && each.path === path) ?? null;
  }

  has(path: string): boolean {
    return this.operations.some((each) => each.path === path);
  }

  /** The path where the build has it, else null. */
  pathOrNull(path: string): string | null {
    return this.has(path) ? path : null;
  }

  /** Of names to path templates those in the build; `{user_id}` becomes USER_ID, for the reader to replace. */
  links(templates: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(templates)
        .filter(([, path]) => this.has(path))
        .map(([name, path]) => [
          name,
          path.replaceAll(/\{(\w+)\}/g, (_, token: string) => token.toUpperCase()),
        ]),
    );
  }
}
