const body = req.getBody();
const prepared = signed({
  method: req.getMethod(),
  url: req.getUrl(),
  body: typeof body === "string" ? body : body ? JSON.stringify(body) : "",
  variable: (name) => bru.getVar(name) ?? bru.getEnvVar(name),
});
req.setUrl(prepared.url);
if (prepared.body !== "") req.setBody(prepared.body);
for (const [name, value] of Object.entries(prepared.headers)) req.setHeader(name, value);
if (req.getMethod() !== "GET" && !req.getHeader("Idempotency-Key"))
  req.setHeader("Idempotency-Key", prepared.idempotencyKey);
