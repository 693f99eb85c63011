package main

import "github.com/tandemchess/tandem/internal/demo"

// visitor is somebody who looks at pages.
type visitor struct {
	name  string   // first word of the names of the pictures
	login string   // of the demonstration; "" reads without an account
	first string   // an address that is opened before all others, such as a private link
	does  string   // what is done there, in JavaScript; "" is nothing
	done  string   // a condition in JavaScript that tells that it was done
	pages []string // addresses below the site
}

const (
	event   = "/e/" + demo.Slug
	nowhere = "/nothing-here" // is answered with the page of errors
)

// visitors look one after another, at pages in this order: what one of them changes, the
// next ones see. A new page gets its row here.
var visitors = []visitor{
	{name: "public", pages: []string{
		"/", "/sign-in", "/no-contact", "/rules", "/api", "/guide", "/guide?q=appeal", "/guide/directors", "/guide/pages", nowhere,
		event, event + "/poster", event + "/find", event + "/find?q=pawn", event + "/find?q=knigth+shfit", event + "/find?team=knight-shift",
		event + "/team/knight-shift", event + "/player/3", event + "/embed", event + "/team/knight-shift/embed",
		event + "/open/pairings", event + "/open/pairings?by=name", event + "/open/pairings?by=table", event + "/u1600/pairings",
		event + "/open/pairings/embed", event + "/open/standings", event + "/open/standings/embed", event + "/open/crosstable", event + "/open/status",
		event + "/open/rules", event + "/open/prizes", event + "/open/prospects", event + "/open/table/3", event + "/open/round/2/standings",
		event + "/open/round/3/table/1/match/1", event + "/cup/pairings", event + "/cup/standings", event + "/cup/bracket/embed",
		event + "/hall/main", event + "/hall/cup", event + "/hall/names", event + "/hall/tables", event + "/hall/standings", event + "/hall/clock", event + "/hall/status", event + "/hall/message",
	}},
	{name: "abroad", pages: []string{event + "/open/pairings?lang=de", event + "/open/standings?lang=fr", event + "/find?lang=cs", event + "/hall/names?lang=es", event + "/hall/standings?lang=fr", event + "/open/prospects?lang=cs"}},
	{name: "team", first: "/l/" + teamLink, pages: []string{event + "/team/" + teamName + "/own"}},
	{name: "scorekeeper", login: "demo.desk", pages: []string{
		event + "/desk", event + "/desk/open/round/3/wall", event + "/desk/incidents",
	}},
	{name: "chief", login: "demo.chief", pages: []string{
		"/desk", event + "/desk/exercises", event + "/desk/tour", "/account", "/account/devices", "/account/phone", event + "/desk", event + "/desk/open", event + "/desk/u1600", event + "/desk/cup",
		event + "/desk/open/round/3/wall", event + "/desk/open/round/3/wall?table=4", event + "/desk/open/round/5/wall", event + "/desk/u1600/round/3/wall", event + "/desk/cup/wall",
		event + "/desk/open/round/3/bulk", event + "/desk/open/round/3/verify", event + "/desk/open/round/3/verify?mode=rekey",
		event + "/desk/open/round/2/verify/sample?seed=7", event + "/desk/u1600/round/3/missing", event + "/desk/open/round/3/clock", event + "/desk/open/round/3/table/5/match/1/resolve",
		event + "/desk/open/round/3/table/5/no-show",
		event + "/desk/open/round/2/table/2/match/1/correct", event + "/desk/open/round/2/table/2/match/1/correct?outcome=draw",
		event + "/desk/open/round/3/table/1/match/1", event + "/desk/open/round/3/table/1/match/1/score", event + "/desk/open/boards",
		event + "/desk/open/pace", event + "/desk/pace", event + "/desk/open/prizes", event + "/desk/open/prizes/edit", event + "/desk/open/prospects", event + "/desk/cup/prospects",
		event + "/desk/open/announcements", event + "/desk/open/points", event + "/desk/undo",
		event + "/desk/open/report/import", event + "/desk/open/teams", event + "/desk/open/teams/3",
		event + "/desk/incidents", event + "/desk/incidents/new", event + "/desk/incidents/1", event + "/desk/incidents/1/ruling", event + "/desk/incidents/2", event + "/desk/incidents/2/ruling",
		event + "/desk/incidents/1/ruling?lang=de", event + "/desk/incidents/1/ruling?lang=cs", event + "/desk/incidents/2/ruling?lang=fr", event + "/desk/appeals/1?lang=de", event + "/desk/appeals/1?lang=cs",
		event + "/desk/appeals", event + "/desk/appeals/1", event + "/desk/penalties", event + "/desk/conduct", event + "/desk/floor", event + "/desk/screens", event + "/desk/backup", event + "/desk/rules", "/server/health",
		event + "/desk/journal", event + "/desk/journal?table=3", event + "/desk/journal/seals", event + "/desk/people", event + "/desk/people/paper", event + "/desk/programs",
		event + "/desk/setup", event + "/desk/setup/event", event + "/desk/setup/new", event + "/desk/setup/check", event + "/desk/setup/open", event + "/desk/setup/open/paper",
		event + "/desk/setup/open/system", event + "/desk/setup/open/template", event + "/desk/setup/open/rulebook", event + "/desk/setup/open/scoring", event + "/desk/setup/open/tie-breaks", event + "/desk/setup/open/tables",
		event + "/desk/print",
		event + "/desk/print/open/round/3?paper=set", event + "/desk/print/open/round/3?paper=names", event + "/desk/print/open/round/3?paper=tables", event + "/desk/print/open/round/3?paper=slips",
		event + "/desk/print/open/round/3?paper=chart", event + "/desk/print/open/round/3?paper=standings", event + "/desk/print/open/round/3?paper=crosstable", event + "/desk/print/open/round/3?paper=prizes",
		event + "/desk/print/open/round/3?paper=missing", event + "/desk/print/open/round/3?paper=cards", event + "/desk/print/open/round/3?paper=teams", event + "/desk/print/open/round/3?paper=badges",
		event + "/desk/print/open/round/3?paper=rules", event + "/desk/print/open/round/3?paper=forms", event + "/desk/print/open/round/3?paper=blank", event + "/desk/print/cup/round/1?paper=chart",
		event + "/desk/open/round/3/pair", event + "/desk/open/round/3/pair/tables", event + "/desk/open/round/4/pair",
	}},
	{name: "organizer", login: "demo.organizer", pages: []string{
		"/new-event", event + "/desk", event + "/desk/import", event + "/desk/setup/path", event + "/desk/open/teams/new", event + "/desk/open/teams/close",
	}},
	{name: "administrator", login: administrator, pages: []string{event + "/desk/backup", event + "/desk/backup/lost", "/server/kept", "/server/health"}},
	{
		name: "register", login: "demo.chief", first: event + "/desk/conduct",
		does: `{
			const form = document.querySelector("form[action$='/conduct']");
			form.person.value = "Man in a red coat";
			form.role.value = "parent";
			form.team.selectedIndex = 3;
			form.school.value = "Elm Street Chess Club";
			form.measure.value = "sent-out";
			form.penalty_offence.value = "unsporting conduct";
			form.reason.value = "Told a board what to drop, after a first word from the desk.";
			form.requestSubmit();
		}`, done: `document.querySelector("[data-conduct]")`,
		pages: []string{event + "/desk/conduct", event + "/desk/undo"},
	},
	{
		name: "points", login: "demo.chief", first: event + "/desk/u1600/points",
		does: `{
			const form = document.querySelector("[data-give-points]");
			form.team.selectedIndex = 2;
			form.match_points.value = "-0.5";
			form.reason.value = "Came ten minutes late for the second time.";
			form.requestSubmit();
		}`, done: `document.querySelector("[data-given]")`,
		pages: []string{event + "/desk/u1600/points", event + "/u1600/standings", event + "/desk/undo"},
	},
	{
		name: "draft", login: "demo.chief", first: event + "/desk/open/round/4/pair",
		does: `document.querySelector("button[value=make]").click()`, done: `document.querySelector(".draft .why")`,
		pages: []string{
			event + "/desk/open/round/4/pair", event + "/desk/open/round/4/pair?columns=yes", event + "/desk/open/round/4/pair/paper",
			event + "/desk/open/round/4/pair/publish",
		},
	},
}

// look is one way to see a page.
type look struct {
	name          string
	width, height int64
	phone         bool   // a touch screen, whose page is loaded for it
	media         string // "print", or "" for a screen
	dark          bool
	only          string // part of the addresses that are looked at so; "" is all
}

// looks are all ways, those of one device beside each other: the page is loaded once for
// a device and only sized for the rest.
var looks = []look{
	{name: "phone", width: 390, height: 844, phone: true},
	{name: "desk", width: 1440, height: 900},
	{name: "tablet", width: 820, height: 1180},
	{name: "pillar", width: 1080, height: 1920, only: "/hall/"}, // a screen that stands upright
	{name: "wide", width: 1920, height: 1080},
	{name: "dark", width: 1440, height: 900, dark: true},
	{name: "print", width: 794, height: 1123, media: "print"}, // A4 at 96 points an inch
}
