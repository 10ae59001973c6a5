import { createHash } from "node:crypto";
import type { GoModule } from "./go-modules.ts";
import type { LockedPackage } from "./lock-file.ts";

export interface Release {
  version: string;
  /** The runtime in the executables. */
  bunVersion: string;
  /** The Go module of the Litestream in the executables. */
  litestream: { path: string; version: string };
  /** Unix milliseconds. */
  at: number;
}

/** A CycloneDX 1.6 bill of materials (https://cyclonedx.org/docs/1.6/json), deterministic for a given lock file and Litestream. */
export function billOfMaterials(
  packages: ReadonlyMap<string, LockedPackage>,
  goModules: readonly GoModule[],
  release: Release,
): object {
  const { version, bunVersion, at } = release;
  const root = `pkg:generic/salute@${version}`;
  const bun = `pkg:generic/bun@${bunVersion}`;
  const litestream = `pkg:golang/${release.litestream.path}@v${release.litestream.version}`;
  const refOf = (key: string) => {
    const found = packages.get(key);
    return found === undefined ? "" : purlOf(found);
  };
  const libraries = new Map([...packages.values()].map((each) => [purlOf(each), each]));
  const direct = [...packages.keys()].filter((key) => !isBelowAnother(key, packages));
  const components = [
    { type: "platform", "bom-ref": bun, name: "bun", version: bunVersion, purl: bun },
    {
      type: "application",
      "bom-ref": litestream,
      name: "litestream",
      version: release.litestream.version,
      purl: litestream,
    },
    ...goModules.map((each) => ({
      type: "library",
      "bom-ref": goPurlOf(each),
      name: each.path,
      version: each.version,
      purl: goPurlOf(each),
      scope: "required",
      ...(each.sum === "" ? {} : { properties: [{ name: "go:sum", value: each.sum }] }),
    })),
    ...[...libraries].map(([purl, each]) => ({
      type: "library",
      "bom-ref": purl,
      name: each.name,
      version: each.version,
      purl,
      scope: "required",
      ...(each.integrity === "" ? {} : { hashes: [hashOf(each.integrity)] }),
    })),
  ];
  const dependencies = [
    { ref: root, dependsOn: [bun, litestream, ...new Set(direct.map(refOf))].sort() },
    { ref: bun, dependsOn: [] },
    { ref: litestream, dependsOn: goModules.map(goPurlOf).sort() },
    ...goModules.map((each) => ({ ref: goPurlOf(each), dependsOn: [] })),
    ...[...libraries].map(([purl, each]) => ({
      ref: purl,
      dependsOn: [...new Set(each.dependencies.map(refOf))].sort(),
    })),
  ];
  const content = { components: components.sort(byRef), dependencies };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([release, content]))}`,
    version: 1,
    metadata: {
      timestamp: new Date(at).toISOString(),
      component: { type: "application", "bom-ref": root, name: "salute", version, purl: root },
    },
    ...content,
  };
}

function isBelowAnother(key: string, packages: ReadonlyMap<string, LockedPackage>): boolean {
  return [...packages.values()].some(({ dependencies }) => dependencies.includes(key));
}

function purlOf({ name, version }: LockedPackage): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}

function goPurlOf({ path, version }: GoModule): string {
  return `pkg:golang/${path}@${version}`;
}

function byRef(a: { "bom-ref": string }, b: { "bom-ref": string }): number {
  return a["bom-ref"] < b["bom-ref"] ? -1 : 1;
}

/** Converts sha512-… in base64 to CycloneDX's format. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = "", digest = ""] = integrity.split("-", 2);
  return { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") };
}

/** A UUID (version 8) derived from a text. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
