// Starts Swagger UI on our own document. Requests carry no cookies: an operator's session must not act from here.
window.SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#swagger",
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor(request) {
    request.credentials = "omit";
    return request;
  },
});
