/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { ensurePartner, findPartnerId } from "../../access/keys/index.ts";
import { adminForm, adminPage, requireUnchanged } from "../../platform/admin-page/index.ts";
import { enteredSettings, readSettings, SettingsForm, setSettings } from "../settings/index.ts";
import { requirePartner } from "./known-partner.ts";
import { Settings } from "./settings-page.tsx";
import type { KeyFiles } from "./standing.ts";
import { deletePartnersSessions } from "./store.ts";

interface SettingsParts {
  site: Site;
  live: Database;
  files: KeyFiles;
}

const PATH = "/admin/partners/{partner}/portal/settings";
const PartnerPath = Type.Object({ partner: Type.String({ description: "The partner's name." }) });

/** What a partner may do on its own pages: every role reads it, owners change it. */
export function settingsRoutes({ site, live, files }: SettingsParts): Operation[] {
  return [
    adminPage(site, {
      id: "portalSettingsPage",
      path: PATH,
      summary: "What a partner may do on its own pages",
      title: "Portal settings",
      params: PartnerPath,
      errors: ["not_found"],
      content: ({ sql, reader, params: { partner } }) => {
        requirePartner(files, partner);
        const settings = readSettings(sql, findPartnerId(sql, partner));
        return <Settings {...{ reader, partner, settings }} />;
      },
    }),
    adminForm(site, {
      id: "setPortalSettings",
      path: PATH,
      summary: "Change what a partner may do on its own pages",
      role: "owner",
      params: PartnerPath,
      form: SettingsForm,
      errors: ["not_found", "state_conflict"],
      done: "Portal settings saved.",
      submit: async ({ actor, params: { partner: name }, body }) => {
        const settings = enteredSettings(body);
        requirePartner(files, name);
        await live.writer.run((tx) => {
          const partner = { id: ensurePartner(tx, name), name };
          requireUnchanged(readSettings(tx, partner.id), body.seen);
          setSettings(tx, actor, { partner, settings });
          if (!settings.isEnabled) deletePartnersSessions(tx, partner.id);
        });
        return seeOther(`/admin/partners/${name}/portal/settings`);
      },
    }),
  ];
}
