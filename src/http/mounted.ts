import type { Operation } from "./operation.ts";

/**
 * The operations of this build, so that links, documents and advice never name missing parts. The list is complete
 * once all surfaces are composed: use it when answering, not before.
 */
export class Mounted {
  constructor(readonly operations: readonly Operation[]) {}

  find(method: string, path: string): Operation | null {
    return this.operations.find((each) => each.method === method && each.path === path) ?? null;
  }

  has(path: string): boolean {
    return this.operations.some((each) => each.path === path);
  }

  /** The path if the build has it, otherwise null. */
  pathOrNull(path: string): string | null {
    return this.has(path) ? path : null;
  }

  /** The path templates that answer GET in this build, by name; `{user_id}` becomes USER_ID, for the reader to replace. */
  links(templates: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(templates)
        .filter(([, path]) => this.find("GET", path) !== null)
        .map(([name, path]) => [
          name,
          path.replaceAll(/\{(\w+)\}/g, (_, token: string) => token.toUpperCase()),
        ]),
    );
  }
}
