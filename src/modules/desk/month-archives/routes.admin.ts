import { existsSync } from "node:fs";
import { Problem } from "../../../http/answers/problem.ts";
import {
  type Operation,
  operator,
  readOperation,
  seeOther,
  writeOperation,
} from "../../../http/operation.ts";
import { ListAddress, type Site } from "../../../pages/index.ts";
import { adminForm } from "../../platform/admin-page/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { findPartnerId, REPORT_PATH } from "../monthly-report/index.ts";
import { PATH } from "./archives-section.tsx";
import { type ArchiveParts, archivePath } from "./make-archive.ts";
import { ArchiveBody, ArchivePath, Archives } from "./model.ts";
import { JSON_PATH, viewArchives } from "./read.ts";
import { requestArchives } from "./request-archives.ts";
import { findArchive, listArchives } from "./store.ts";

/** Requests, list and downloads of the archives; the list as a page is part of the reports' page. */
export function monthArchiveRoutes(site: Site, { live, config }: ArchiveParts): Operation[] {
  return [
    writeOperation({
      id: "requestMonthArchives",
      method: "POST",
      path: JSON_PATH,
      group: "ops",
      summary: "Ask for the archives of a month",
      description:
        "One ZIP per partner, made in the background and kept: cover.html, ledger.csv, settlements.csv, usage.csv, deliveries.csv and incidents.csv. An archive that exists is made again; its file stays until then.",
      access: operator("operator"),
      body: ArchiveBody,
      response: Archives,
      errors: ["not_found"],
      write: (tx, { actor, body: { month, partner } }) =>
        viewArchives(requestArchives(tx, actor, { month, partnerId: findPartnerId(tx, partner) })),
    }),
    readOperation({
      id: "listMonthArchives",
      method: "GET",
      path: JSON_PATH,
      group: "ops",
      summary: "List the archives of a month with their progress",
      access: operator("viewer"),
      query: ArchiveBody,
      response: Archives,
      errors: ["not_found"],
      read: ({ query: { month, partner } }) =>
        viewArchives(listArchives(live.read, month, findPartnerId(live.read, partner))),
    }),
    readOperation({
      id: "downloadMonthArchive",
      method: "GET",
      path: `${JSON_PATH}/{id}/download`,
      group: "ops",
      summary: "Download the archive of a month and partner",
      description: "Each download is an entry of the audit trail.",
      access: operator("operator"),
      params: ArchivePath,
      errors: ["not_found"],
      response: { mediaType: "application/zip", description: "The archive." },
      read: async ({ actor, params, method }) => {
        const row = findArchive(live.read, params.id);
        const path = row === null ? null : archivePath(config, row);
        if (row === null || path === null || !existsSync(path))
          throw new Problem("not_found", "Ask for the archive first: there is no file of it here.");
        const { month, partner, bytes, sha256 } = row;
        if (method === "GET")
          await live.writer.run((tx) =>
            recordAudit(tx, actor, {
              action: "report.download",
              subject: `month:${month}`,
              details: { partner, bytes, sha256 },
            }),
          );
        const name = `${partner.replaceAll(/[^A-Za-z0-9._-]/g, "-")}-${month}.zip`;
        return new Response(Bun.file(path), {
          headers: {
            "content-type": "application/zip",
            "content-disposition": `attachment; filename="${name}"`,
            "cache-control": "no-store",
          },
        });
      },
    }),
    adminForm(site, {
      id: "requestMonthArchivesForm",
      path: PATH,
      page: REPORT_PATH,
      summary: "Ask for the archives of a month",
      done: "The archives are being made. Load the page again to see their progress.",
      role: "operator",
      form: ArchiveBody,
      errors: ["not_found"],
      submit: async ({ actor, body: { month, partner } }) => {
        await live.writer.run((tx) =>
          requestArchives(tx, actor, { month, partnerId: findPartnerId(tx, partner) }),
        );
        return seeOther(new ListAddress(REPORT_PATH, { month, partner }).with({}));
      },
    }),
  ];
}
