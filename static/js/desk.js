// The script of signed-in pages.
import "./htmx.js";
import "./exchange.js";
import "./composition.js"; // before those that listen to keys, behind the one that counts what is held
import "./live.js";
import "./read-only.js";
import "./round-clock.js";
import "./countdown.js";
import "./entry-queue.js";
import "./number-fields.js"; // before those that read them
import "./wall.js";
import "./live-match.js";
import "./check-in.js";
import "./verify.js";
import "./workbench.js";
import "./one-key.js";
import "./take-back.js";
import "./help.js";
import "./tour.js";
import "./decide.js";
import "./drafts.js";
import "./send-again.js";
import "./position-setter.js";
import "./incident-card.js";
import "./kept-form-page.js";
import "./kept-forms.js";
import "./setup.js";
import "./long.js";
import "./room.js";
import "./print.js";
import "./messages.js";
import "./signed-out.js";
import "./typed.js"; // the last one: it sees which forms other scripts send
import { ready } from "./settled.js";

ready();
