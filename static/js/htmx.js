// htmx is here for its morph: a part of the page becomes what the server says, element
// by element (exchange.js).
//
// Settings come from <meta name="htmx-config"> in the page's head, because htmx
// reads them while it is loading.
import htmx from "htmx.org";

htmx.config.morphIgnore.push("open"); // what the reader opened or closed stays as it is

export default htmx;
