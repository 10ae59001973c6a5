import { Accepted } from "../../../http/answers/answer.ts";
import {
  type Operation,
  operator,
  readOperation,
  seeOther,
  writeOperation,
} from "../../../http/operation.ts";
import { ListAddress, type Site } from "../../../pages/index.ts";
import { adminForm, requireOperator } from "../../platform/admin-page/index.ts";
import { findPartnerId, REPORT_PATH } from "../monthly-report/index.ts";
import { PATH } from "./archives-section.tsx";
import { currentArchive, sendArchive } from "./download.ts";
import type { ArchiveParts } from "./make-archive.ts";
import { Archive, ArchiveBody, ArchivePath, Archives, ZipQuery } from "./model.ts";
import { JSON_PATH, viewArchive, viewArchives } from "./read.ts";
import { requestArchives } from "./request-archives.ts";
import { findArchive, listArchives } from "./store.ts";

/** Requests, list and downloads of the archives; the list as a page is part of the reports' page. */
export function monthArchiveRoutes(site: Site, parts: ArchiveParts): Operation[] {
  const { live } = parts;
  return [
    writeOperation({
      id: "requestMonthArchives",
      method: "POST",
      path: JSON_PATH,
      group: "ops",
      summary: "Ask for the archives of a month",
      outcome: "The archives were ordered and are made in the background.",
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
      access: operator("viewer"),
      params: ArchivePath,
      errors: ["not_found"],
      response: { mediaType: "application/zip", description: "The ZIP file of the month and partner." },
      read: ({ actor, params, method }) =>
        sendArchive(parts, { row: findArchive(live.read, params.id), actor: requireOperator(actor), method }),
    }),
    readOperation({
      id: "downloadMonthlyReport",
      method: "GET",
      path: `${REPORT_PATH}.zip`,
      group: "ops",
      summary: "Download a partner's month as a ZIP",
      description:
        "The kept archive if the month is final, else a new one: at once for a month of at most 20,000 ledger entries. A larger one is made in the background, and the answer is a 202 with its progress until it can be downloaded. Before the month is final, a small one is made again after a minute and a larger one after an hour. HEAD makes none. Each download is an entry of the audit trail.",
      access: operator("viewer"),
      query: ZipQuery,
      errors: ["not_found", "state_conflict", "safe_mode"],
      response: { mediaType: "application/zip", description: "The ZIP file of the month and partner." },
      accepted: Archive,
      read: async ({ actor, query, method }) => {
        const by = { actor: requireOperator(actor), method };
        const row = await currentArchive(parts, by, query);
        return row?.state === "waiting" ? new Accepted(viewArchive(row)) : sendArchive(parts, { row, ...by });
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
