// htmx and its stream extension. The extension expects htmx as a global, which
// the module sets when it is evaluated: the order of the imports matters.
//
// Settings come from <meta name="htmx-config"> in the page's head, because htmx
// reads them while it is loading.
import htmx from "htmx.org";
import "htmx.org/dist/ext/hx-sse.js";

export default htmx;
