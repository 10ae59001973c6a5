/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import {
  ASSETS_PATH,
  assetResponse,
  brandOf,
  findAsset,
  htmlResponse,
  type Site,
} from "../../../pages/index.ts";
import { LandingPage } from "./landing-page.tsx";

export function siteRoutes(site: Site): Operation[] {
  return [
    readOperation({
      id: "landingPage",
      method: "GET",
      path: "/",
      group: "pages",
      summary: "Introduction and links",
      access: anyone("pages"),
      response: { mediaType: "text/html", description: "A page." },
      read: () => htmlResponse(<LandingPage site={site} />),
    }),
    readOperation({
      id: "asset",
      method: "GET",
      path: `${ASSETS_PATH}/{file}`,
      group: "pages",
      summary: "A stylesheet, script or image of the pages, named by its hash",
      access: anyone("pages"),
      params: Type.Object({ file: Type.String() }),
      response: { mediaType: "*/*", description: "The file; cacheable for a year." },
      errors: ["not_found"],
      read: async ({ params: { file } }) => {
        const asset = findAsset(file) ?? (await brandOf(site).find(file));
        if (asset === null) throw new Problem("not_found", "Reload the page: it links the current file.");
        return assetResponse(asset);
      },
    }),
  ];
}
