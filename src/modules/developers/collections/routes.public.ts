import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import type { PublishedDocument } from "../openapi/index.ts";
import { brunoArchive } from "./bruno.ts";
import { postmanCollection, postmanEnvironment } from "./postman.ts";
import { buildCollection, type Collection } from "./requests.ts";

const MAX_AGE_SECONDS = 300;

interface CollectionFile {
  name: string;
  mediaType: string;
  make: (collection: Collection) => string | Blob;
}

const json = (value: object) => `${JSON.stringify(value, null, 1)}\n`;

const FILES: readonly CollectionFile[] = [
  { name: "bruno.zip", mediaType: "application/zip", make: brunoArchive },
  {
    name: "postman.json",
    mediaType: "application/json",
    make: (collection) => json(postmanCollection(collection)),
  },
  {
    name: "postman-environment.json",
    mediaType: "application/json",
    make: (collection) => json(postmanEnvironment(collection)),
  },
];

/** Collections for Bruno and Postman, made from the document for partners' keys when they are asked for. */
export function collectionRoutes(partner: PublishedDocument): Operation[] {
  return [
    readOperation({
      id: "downloadCollection",
      method: "GET",
      path: "/developers/collections/{file}",
      group: PAGES_GROUP,
      summary: "Download the operations for partners' keys as a collection for Bruno or Postman",
      access: anyone("pages"),
      params: Type.Object({ file: Type.String() }),
      response: { mediaType: "*/*", description: "The collection, or Postman's environment." },
      errors: ["not_found"],
      read: async ({ params }) => {
        const found = FILES.find(({ name }) => name === params.file);
        if (found === undefined)
          throw new Problem("not_found", `Choose one of ${FILES.map(({ name }) => name).join(", ")}.`);
        const body = found.make(buildCollection(await partner.document()));
        return new Response(body, {
          headers: {
            "content-type": found.mediaType,
            "content-disposition": `attachment; filename="salute-${found.name}"`,
            "cache-control": `public, max-age=${MAX_AGE_SECONDS}`,
          },
        });
      },
    }),
  ];
}
