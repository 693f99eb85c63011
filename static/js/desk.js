// The script of signed-in pages.
import "./htmx.js";
import "./live.js";
