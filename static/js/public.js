// The script of public pages: they work without it, it only keeps them fresh.
import "./htmx.js";
import "./exchange.js";
import "./live.js";
import "./round-clock.js";
import "./countdown.js";
import "./find.js";
import "./follow.js";
import "./share.js";
import "./offline.js";
import "./kept-pages.js";
import "./live-match.js";
import "./rules.js";
import "./sums.js";
import "./room.js";
import "./embedded.js";
import { ready } from "./settled.js";

ready();
