import { buffer } from "node:stream/consumers";
import { pack } from "tar-stream";

/** A file or, without bytes, a directory, of root. */
export interface Member {
  /** Directories end with a slash. */
  name: string;
  bytes?: Uint8Array | string;
  mode: number;
}

/** A tar of these members in this order, with one time for all: the same members make the same bytes. */
export async function buildTar(members: readonly Member[], at: number): Promise<Uint8Array> {
  const tar = pack();
  const made = buffer(tar);
  for (const { name, bytes, mode } of members) {
    const header = { name, mode, mtime: new Date(at), uid: 0, gid: 0, uname: "root", gname: "root" };
    if (bytes === undefined) tar.entry({ ...header, type: "directory" });
    else tar.entry(header, Buffer.from(bytes));
  }
  tar.finalize();
  return made;
}
