import template from "../../../deploy/salute.service" with { type: "text" };

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

export const UNIT_PATH = "/etc/systemd/system/salute.service";
export const DATA_DIR = "/var/lib/salute";

/** The systemd unit: deploy/salute.service, for this user and these paths. */
export function unitText({ user, program, environmentFile }: ServicePlaces): string {
  return template
    .replace(/^# systemd unit; .*\n\n/, "")
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
