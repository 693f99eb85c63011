// The reference of the programming interface, to read and to try out. The library
// draws it from the description that the server itself gives out.
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { need } from "./elements.js";

const place = need("[data-openapi]");
SwaggerUI({
  domNode: place,
  url: place.dataset.openapi,
  deepLinking: false, // it would take the address of a problem for its own
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  showExtensions: true,
  syntaxHighlight: false, // its colours are no theme's
  validatorUrl: null,
  onComplete() {
    place.querySelector("main")?.setAttribute("role", "presentation"); // a page has one, and has it already
    // Each problem type's address is that of its row here, which came before the library was there.
    const row = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (row) row.scrollIntoView();
    document.documentElement.dataset.drawn = "";
  },
});
