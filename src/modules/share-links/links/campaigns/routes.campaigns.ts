import { Type } from "@sinclair/typebox";
import { anyone, type Operation, readOperation } from "../../../../http/operation.ts";
import type { AudioShare } from "../audio-share.ts";
import { AUDIO_SHARE_GROUP } from "../catalogs/catalogs.ts";
import { AUDIO_SHARE_PATH } from "../routes.links.ts";
import { buildArchive } from "./archive.ts";
import { CampaignTurns } from "./campaign-turns.ts";
import { createCampaign } from "./create-campaign.ts";
import { COLUMNS, MAX_LINKS, readCampaign } from "./read-campaign.ts";

const EXAMPLE =
  "label,track_url,title,landing,spotify\r\n" +
  "poster-berlin,/tracks/42,Winter,1,https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC\r\n" +
  "poster-vienna,/tracks/42,Winter,1,https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC\r\n";

const CampaignBody = Type.Object({
  csv: Type.String({
    minLength: 1,
    description: `A row of column names and one row per link, at most ${MAX_LINKS}. Columns: ${COLUMNS.join(", ")}. label names a row's files; the others are as in the query of the links.`,
    examples: [EXAMPLE],
  }),
});

const CampaignQuery = Type.Object({
  name: Type.String({
    pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$",
    "x-expectation": "1 to 60 of A-Z a-z 0-9 . _ -",
    default: "campaign",
    description: "Names the archive. The same rows under another name are other links.",
    examples: ["winter-tour"],
  }),
});

/** Many links at once. */
export function campaignRoutes(share: AudioShare): Operation[] {
  const turns = new CampaignTurns();
  return [
    readOperation({
      id: "createAudioShareCampaign",
      method: "POST",
      path: `${AUDIO_SHARE_PATH}/campaigns`,
      group: AUDIO_SHARE_GROUP,
      summary: "Make up to 100 links from a CSV, with their QR codes",
      description:
        "All of them or none, each plain and with statistics of its own. The archive has links.csv and the QR codes; a repeated campaign finds its links again, but stats_url is in the first archive alone. Rows count towards the daily limit of new short links.",
      access: anyone(),
      crossOrigin: true,
      query: CampaignQuery,
      body: CampaignBody,
      textBody: { mediaType: "text/csv", field: "csv", example: EXAMPLE },
      response: {
        mediaType: "application/zip",
        description: "links.csv, and qr/<label>.svg and .png for each link.",
      },
      errors: ["state_conflict", "safe_mode"],
      read: async (context) => {
        const { query, body, address, now } = context;
        const requireClient = () => context.requireClient();
        const rows = readCampaign(body.csv);
        const archive = await turns.run(address, async () => {
          requireClient();
          const links = await createCampaign(share, { name: query.name, rows, address, now });
          return buildArchive(share, links, requireClient);
        });
        return new Response(new Uint8Array(archive), {
          headers: {
            "content-type": "application/zip",
            "content-disposition": `attachment; filename="${query.name}.zip"`,
            "cache-control": "no-store",
          },
        });
      },
    }),
  ];
}
