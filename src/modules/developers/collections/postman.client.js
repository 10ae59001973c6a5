const prepared = signed({
  method: pm.request.method,
  url: pm.request.url.toString(),
  body: pm.request.body?.raw ?? "",
  variable: (name) => {
    const value = pm.variables.replaceIn(`{{${name}}}`);
    return value === `{{${name}}}` ? "" : value;
  },
});
pm.request.url.update(prepared.url);
if (prepared.body !== "") pm.request.body.update({ mode: "raw", raw: prepared.body });
for (const [key, value] of Object.entries(prepared.headers)) pm.request.headers.upsert({ key, value });
if (pm.request.method !== "GET" && !pm.request.headers.has("Idempotency-Key"))
  pm.request.headers.upsert({ key: "Idempotency-Key", value: prepared.idempotencyKey });
