/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { ASSETS_PATH, assetResponse, findAsset, htmlResponse, type Site } from "../../../pages/index.ts";
import { LandingPage } from "./landing-page.tsx";

export function siteRoutes(site: Site): Operation[] {
  return [
    readOperation({
      id: "landingPage",
      method: "GET",
      path: "/",
      group: "pages",
      summary: "What salute is, and where to go",
      access: anyone("pages"),
      response: { mediaType: "text/html", description: "A page." },
      read: () => htmlResponse(<LandingPage site={site} />),
    }),
    readOperation({
      id: "asset",
      method: "GET",
      path: `${ASSETS_PATH}/{file}`,
      group: "pages",
      summary: "A stylesheet, script or image of our pages, named after its bytes",
      access: anyone("pages"),
      params: Type.Object({ file: Type.String() }),
      response: { mediaType: "*/*", description: "The file, to be kept for a year." },
      errors: ["not_found"],
      read: ({ params }) => {
        const asset = findAsset(params.file);
        if (asset === null) throw new Problem("not_found", "Load the page again: it names the present file.");
        return assetResponse(asset);
      },
    }),
  ];
}
