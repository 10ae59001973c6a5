import { type Diagnosis, type Finding, type Inspection, ok, warn } from "../platform/diagnosis/index.ts";

export interface WebhooksFacts extends Inspection {
  config: Inspection["config"] & { webhookAllowHttp: boolean; webhookAllowPrivate: boolean };
}

export const WEBHOOKS_FINDINGS: readonly Finding<WebhooksFacts>[] = [
  { name: "webhook_targets", order: 260, look: webhookTargets },
];

function webhookTargets({ config }: WebhooksFacts): Diagnosis {
  const { isProduction, webhookAllowHttp, webhookAllowPrivate } = config;
  if (!webhookAllowHttp && !webhookAllowPrivate) return ok("https addresses of the public internet only");
  const open = [
    ...(webhookAllowHttp ? ["WEBHOOK_ALLOW_HTTP"] : []),
    ...(webhookAllowPrivate ? ["WEBHOOK_ALLOW_PRIVATE"] : []),
  ].join(" and ");
  if (!isProduction) return ok(`${open} set: receivers on this machine can be tried`);
  return warn(
    webhookAllowPrivate
      ? `${open} set: partners can aim deliveries at machines of this network.`
      : `${open} set: deliveries can be read on their way.`,
    `Unset ${open}.`,
  );
}
