import { Type } from "@sinclair/typebox";
import { Id, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { Month, PartnerName } from "../monthly-report/index.ts";

export const ArchiveBody = Type.Object({
  month: Month,
  partner: Type.Optional(PartnerName()),
});
export const ArchivePath = Type.Object({ id: Id({ description: "Id of the archive." }) });

export const ZipQuery = Type.Object({
  partner: Text(40, { description: "Name of the partner, or its id." }),
  month: Month,
});

export const Archive = Type.Object(
  {
    id: Type.Integer({ description: "Id of the archive." }),
    month: Type.String({ description: "The UTC month of the archive, YYYY-MM." }),
    partner_id: Type.Integer({ description: "The partner's id." }),
    partner: Type.String({ description: "The partner's name." }),
    state: OneOf(["waiting", "done", "failed"], { description: "waiting: it is being made, or will be." }),
    entries: Type.Integer({ description: "Ledger entries of the month when it was requested." }),
    written: Type.Integer({ description: "Ledger entries written so far." }),
    bytes: Nullable(Type.Integer(), { description: "Size of the file in bytes; null until it is made." }),
    sha256: Nullable(Type.String(), { description: "SHA-256 of the file, in hex; null until it is made." }),
    provisional: Nullable(Type.Boolean(), {
      description: "Whether figures of the month could still change when the file was made.",
    }),
    error: Nullable(Type.String(), { description: "Why making the archive failed; null if it did not." }),
    requested_by: Type.String({ description: "Name of the operator, command or job." }),
    requested_at: Timestamp({ description: "Time of the request." }),
    finished_at: Nullable(Timestamp(), { description: "Time at which it was done or failed; null before." }),
    download: Nullable(Type.String(), { description: "Path of the file; null until it is made." }),
  },
  { title: "MonthArchive" },
);

export const Archives = Type.Object({
  archives: Type.Array(Archive, { description: "By the partner's name, at most 1,000." }),
  count: Type.Integer({ description: "Number of archives." }),
});
