// The script of the screens of a hall: it turns their sheets and keeps them fresh. A screen
// that is switched on without contact waits for it (offline.js).
import "./htmx.js";
import "./exchange.js";
import "./live.js";
import "./round-clock.js";
import "./countdown.js";
import "./hall.js";
import "./offline.js";
import { ready } from "./settled.js";

ready();
