import { type Static, Type } from "@sinclair/typebox";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";

export const MeasuredFile = Type.Object({
  file: Type.String({
    description: "Name of the file in the data directory; sandbox/*.db for all sandbox files together.",
  }),
  bytes: Type.Integer({ description: "Size of the database in bytes, without its write-ahead log." }),
  free_bytes: Type.Integer({
    description: "Bytes of free pages, which later rows fill or the job shrink gives back.",
  }),
});

export const MeasuredGroup = Type.Object({
  file: Type.String({ description: "Name of the file, as under files." }),
  rows: Type.String({
    description: "What the rows are, as the retention names them; the table's name for rows kept for ever.",
  }),
  tables: Type.Array(Type.String({ description: "Name of a database table." }), {
    description: "The tables of the group that hold something.",
  }),
  bytes: Type.Integer({ description: "Bytes of the group's tables and their indexes." }),
  index_bytes: Type.Integer({ description: "Bytes of the indexes alone, which are among the bytes." }),
  kept: Type.Array(Type.String({ description: "A time in words, such as 30 days after creation." }), {
    description: "How long the rows are kept; empty for rows that are kept for ever.",
  }),
});

export const Measured = Type.Object({
  files: Type.Array(MeasuredFile, { description: "The databases." }),
  groups: Type.Array(MeasuredGroup, { description: "Groups of tables, the largest first." }),
});
export type Measured = Static<typeof Measured>;

/** The operators' answer. */
export const Storage = Type.Object({
  disk: Type.Object(
    {
      size_bytes: Type.Integer({ description: "Size of the data directory's file system in bytes." }),
      free_bytes: Type.Integer({ description: "Free bytes of the data directory's file system." }),
      growth_bytes_per_day: Nullable(
        Type.Integer({
          description:
            "Growth of the databases and kept backups per day, from the newest to the oldest kept backup; null while these are less than a day apart.",
        }),
      ),
      days_left: Nullable(
        Type.Integer({
          description:
            "Whole days until the disk is full at this growth, as the status check disk says; null if it does not grow, or that is unknown.",
        }),
      ),
    },
    { description: "The file system of the data directory now." },
  ),
  used: Type.Array(
    Type.Object({
      name: Type.String({ description: "What takes the space, such as live.db, or backups." }),
      bytes: Type.Integer({ description: "Size in bytes, without write-ahead logs." }),
      wal_bytes: Type.Integer({ description: "Size of the write-ahead logs in bytes." }),
    }),
    { description: "What the databases and backups take now." },
  ),
  measured_at: Nullable(
    Timestamp({ description: "Time at which files and groups were measured; null before the first time." }),
  ),
  files: Type.Array(MeasuredFile, { description: "The databases as the job storage measured them." }),
  groups: Type.Array(MeasuredGroup, {
    description: "Groups of tables as the job storage measured them, the largest first.",
  }),
});
