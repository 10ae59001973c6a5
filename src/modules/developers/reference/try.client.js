// Starts Swagger UI on our own document. Requests carry no cookies: an operator's session must not act from here. They go
// to the address that this page came from, which its policy allows, also where the document names another one of ours.
window.SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#swagger",
  deepLinking: true,
  // All operations unfolded at once take seconds to draw.
  docExpansion: "none",
  validatorUrl: null,
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    request.credentials = "omit";
    return request;
  },
});
