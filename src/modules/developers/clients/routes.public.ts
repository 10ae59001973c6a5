import { type Static, Type } from "@sinclair/typebox";
import { Cacheable } from "../../../http/answers/answer.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { VERSION } from "../../../kit/process/version.ts";
import { madeFiles } from "./made-files.ts";
import { SdkManifest } from "./model.ts";
import { npmPackage } from "./npm-package.ts";
import type { ClientPackage } from "./package.ts";
import { pythonWheel } from "./python-wheel.ts";

const MAX_AGE_SECONDS = 300;
const PATH = "/developers/sdk";

interface Downloads {
  clients: readonly ClientPackage[];
  /** The commands of the npm package as a file of their own, for Node.js without npm. */
  tool: { name: string; file: string; mediaType: string; bytes: Uint8Array<ArrayBuffer> };
}

let downloads: Downloads | null = null;

/** The clients and commands of this build, packed on first use. */
async function packedDownloads(): Promise<Downloads> {
  downloads ??= {
    clients: [await npmPackage(), pythonWheel()],
    tool: {
      name: "salute",
      file: `salute-${VERSION}.mjs`,
      mediaType: "text/javascript; charset=utf-8",
      bytes: new TextEncoder().encode((await madeFiles())["bin/salute.js"]),
    },
  };
  return downloads;
}

/** @param startedAt start of this process, in Unix milliseconds; the clients change only with the build */
export function clientRoutes(startedAt: number): Operation[] {
  return [
    readOperation({
      id: "getSdkManifest",
      method: "GET",
      path: "/developers/sdk-manifest.json",
      group: "developers",
      summary: "List the clients with their hashes",
      access: anyone(),
      response: SdkManifest,
      validators: true,
      read: async ({ baseUrl }) =>
        new Cacheable(manifestOf(await packedDownloads(), baseUrl), startedAt, MAX_AGE_SECONDS),
    }),
    readOperation({
      id: "downloadClient",
      method: "GET",
      path: `${PATH}/{file}`,
      group: PAGES_GROUP,
      summary: "Download a client for npm or pip, or the commands",
      access: anyone("pages"),
      params: Type.Object({ file: Type.String() }),
      response: { mediaType: "*/*", description: "The package." },
      errors: ["not_found"],
      read: async ({ params }) => {
        const { clients, tool } = await packedDownloads();
        const found = [...clients, tool].find(({ file }) => file === params.file);
        if (found === undefined)
          throw new Problem("not_found", "Read /developers/sdk-manifest.json: it lists the current files.");
        return new Response(found.bytes, {
          headers: {
            "content-type": found.mediaType,
            "content-disposition": `attachment; filename="${found.file}"`,
            "cache-control": `public, max-age=${MAX_AGE_SECONDS}`,
          },
        });
      },
    }),
  ];
}

function manifestOf({ clients, tool }: Downloads, baseUrl: string): Static<typeof SdkManifest> {
  return {
    version: VERSION,
    openapi_url: `${baseUrl}/api/openapi.yaml`,
    count: clients.length,
    clients: clients.map(({ language, name, file, bytes }) => {
      const url = `${baseUrl}${PATH}/${file}`;
      return {
        language,
        name,
        version: VERSION,
        url,
        sha256: sha256Hex(bytes),
        bytes: bytes.length,
        install: `${language === "typescript" ? "npm" : "pip"} install ${url}`,
      };
    }),
    tool: toolOf(tool, clients, `${baseUrl}${PATH}`),
  };
}

const LISTEN = "listen --forward-to http://localhost:3000/hook";

function toolOf(
  { name, file, bytes }: Downloads["tool"],
  clients: readonly ClientPackage[],
  at: string,
): Static<typeof SdkManifest>["tool"] {
  const npm = clients.find(({ language }) => language === "typescript");
  return {
    name,
    version: VERSION,
    url: `${at}/${file}`,
    sha256: sha256Hex(bytes),
    bytes: bytes.length,
    run: `curl -fsSO ${at}/${file} && node ${file} ${LISTEN}`,
    npx: `npx --yes ${at}/${npm?.file} ${LISTEN}`,
  };
}
