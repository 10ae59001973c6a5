// Starts Swagger UI on our own document. Requests carry no cookies: an operator's session must not act from here. They go
// to the address that this page came from, which its policy allows, also where the document names another one of ours.
// Groups begin closed: with some 140 operations open at once, this version of Swagger UI draws the first group alone.
window.SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#swagger",
  deepLinking: true,
  docExpansion: "none",
  validatorUrl: null,
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    request.credentials = "omit";
    return request;
  },
});
