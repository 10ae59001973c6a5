import serverUnit from "../../../deploy/systemd/salute.service" with { type: "text" };
import standbyUnit from "../../../deploy/systemd/salute-standby.service" with { type: "text" };

/** Paths of a service's files. */
export interface ServicePlaces {
  user: string;
  program: string;
  environmentFile: string;
}

export const PLACES: ServicePlaces = {
  user: "salute",
  program: "/usr/local/bin/salute",
  environmentFile: "/etc/salute/salute.env",
};

/** The server's unit. */
export const UNIT_PATH = "/etc/systemd/system/salute.service";
export const STANDBY_UNIT_PATH = "/etc/systemd/system/salute-standby.service";
export const DATA_DIR = "/var/lib/salute";

/** Role of a machine, which one of the two units runs. */
export type Role = "server" | "standby";

/** The systemd unit of a role, in deploy/systemd, for this user and these paths. */
export function unitText({ user, program, environmentFile }: ServicePlaces, role: Role): string {
  const template = role === "server" ? serverUnit : standbyUnit;
  return template
    .replace(/^# The .*\n\n/, "")
    .replace("User=salute", `User=${user}`)
    .replace("Group=salute", `Group=${user}`)
    .replace(PLACES.environmentFile, environmentFile)
    .replace(PLACES.program, program);
}

/** The environment file's initial text: the settings that an installation needs, commented out. */
export const ENVIRONMENT_TEXT = `# Settings of salute; all of them: salute doctor --env
# The address that others reach it by:
#PUBLIC_BASE_URL=https://salute.example.com
# Behind a proxy:
#TRUSTED_PROXIES=127.0.0.1
# Who is told that something is wrong:
#ALERT_WEBHOOK_URL=
# Where backups are sent:
#BACKUP_ENCRYPTION_KEY=
#BACKUP_S3_ENDPOINT=
`;
