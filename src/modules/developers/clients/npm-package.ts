import manifest from "../../../../clients/typescript/package.json";
import readme from "../../../../clients/typescript/README.md" with { type: "text" };
import license from "../../../../LICENSE" with { type: "text" };
import { VERSION } from "../../../kit/process/version.ts";
import { madeFiles } from "./made-files.ts";
import type { ClientPackage } from "./package.ts";
import { tarGz } from "./tar-gz.ts";

/** Fixed time that npm uses in tarballs, for reproducible bytes. */
const PACKED_AT = new Date("1985-10-26T08:15:00Z");

/** Builds the TypeScript client as an npm package. */
export async function npmPackage(): Promise<ClientPackage> {
  const files: Record<string, string> = {
    "package.json": `${JSON.stringify({ ...manifest, version: VERSION }, null, 2)}\n`,
    "README.md": readme,
    LICENSE: license,
    ...(await madeFiles()),
    "dist/version.js": `export const VERSION = ${JSON.stringify(VERSION)};\n`,
  };
  const members = Object.entries(files).map(([name, text]) => [`package/${name}`, text] as const);
  return {
    language: "typescript",
    name: manifest.name,
    file: `${manifest.name}-${VERSION}.tgz`,
    mediaType: "application/gzip",
    bytes: await tarGz(members, PACKED_AT),
  };
}
