// The script of the screens of a hall: it turns their sheets and keeps them fresh.
import "./htmx.js";
import "./exchange.js";
import "./live.js";
import "./round-clock.js";
import "./countdown.js";
import "./hall.js";
import { ready } from "./settled.js";

ready();
