import { readFileSync } from "node:fs";

/** A package pinned by bun.lock. */
export interface LockedPackage {
  name: string;
  version: string;
  /** Subresource integrity such as sha512-…; empty if the lock has none. */
  integrity: string;
  /** Lock file keys of its dependencies. */
  dependencies: readonly string[];
}

type Entry = [
  id: string,
  registry: string,
  facts: { dependencies?: Record<string, string> },
  integrity: string,
];

interface LockFile {
  workspaces: { "": { dependencies: Record<string, string> } };
  packages: Record<string, Entry>;
}

/** The packages in an executable: the dependencies in package.json and their transitive dependencies. */
export function readProductionPackages(path: string): Map<string, LockedPackage> {
  const lock = Bun.JSONC.parse(readFileSync(path, "utf8")) as LockFile;
  const found = new Map<string, LockedPackage>();
  const visit = (key: string) => {
    const entry = lock.packages[key];
    if (entry === undefined || found.has(key)) return;
    const [id, , facts, integrity = ""] = entry;
    const at = id.lastIndexOf("@");
    const dependencies = Object.keys(facts.dependencies ?? {})
      .map((name) => resolveKey(lock, key, name))
      .filter((each) => each !== null);
    found.set(key, { name: id.slice(0, at), version: id.slice(at + 1), integrity, dependencies });
    for (const each of dependencies) visit(each);
  };
  for (const name of Object.keys(lock.workspaces[""].dependencies)) visit(name);
  return found;
}

/** Lock file key of a dependency, searched below the package, its parents and the root; null for other platforms. */
function resolveKey({ packages }: LockFile, from: string, name: string): string | null {
  for (let around = from; around !== ""; around = parentOf(around)) {
    if (packages[`${around}/${name}`] !== undefined) return `${around}/${name}`;
  }
  return packages[name] === undefined ? null : name;
}

/** The parent of `a/@scope/b` is `a`. */
function parentOf(key: string): string {
  return key.replace(/\/?(@[^/]+\/)?[^/]+$/, "");
}
