package help

import (
	"github.com/tandemchess/tandem/internal/text"
)

const (
	desk    = "/e/:event/desk"
	section = desk + "/:section"
	round   = section + "/round/:round"
	match   = round + "/table/:table/match/:match"
)

// roundPages are those that a round is played with.
var roundPages = []Page{
	{
		ID: "section", Title: text.Message("The section"), Guide: "chiefs#the-section-and-the-floor", routes: []string{section},
		Lines: [5]text.Message{
			text.Message("It says how far the round is and what comes next."),
			text.Message("Press the large button: it is always the next step of the round."),
			text.Message("Where a round cannot be paired yet, each reason leads to the page that settles it."),
			text.Message("Claims and appeals stand here with the time they have left."),
			text.Message("The desks, who is on the floor and the age of the backup stand below."),
		},
	},
	{
		ID: "wall", Title: text.Message("The wall"), Guide: "directors#results", Keys: []*Keys{Wall, Entry}, routes: []string{section + "/wall", round + "/wall"},
		Lines: [5]text.Message{
			text.Message("It shows every table of the round by its state, and takes results from slips."),
			text.Message("Type the table number and Enter, then 1, 2 or 3 as on the slip, then Enter."),
			text.Message("Go on typing: entries are saved behind you, and those that were not stand below the panel."),
			text.Message("Two different results make a conflict: both are kept and neither counts until a director decides."),
			text.Message("What somebody else has to look at again is under Verify, what is late under Missing."),
		},
	},
	{
		ID: "bulk", Title: text.Message("Many results at once"), Guide: "directors#results", routes: []string{round + "/bulk"},
		Lines: [5]text.Message{
			text.Message("It takes a list of results, one line each."),
			text.Message("Write table, match and 1, 2 or 3: “14 1 2” is table 14, match 1, second team."),
			text.Message("Every line is checked by itself and has its own answer."),
			text.Message("Lines that were taken leave the box, the others stay with the reason."),
			text.Message("For a single slip the wall is faster."),
		},
	},
	{
		ID: "verify", Title: text.Message("Verify"), Guide: "directors#results", Keys: []*Keys{verifyKeys}, routes: []string{round + "/verify", round + "/verify/sample"},
		Lines: [5]text.Message{
			text.Message("A second pair of eyes looks at each result that was reported once."),
			text.Message("Hold the slip against the sentence in the frame, and confirm or reject it."),
			text.Message("Your own entries are not here: somebody else verifies them."),
			text.Message("Typed again unseen, the same result verifies; another one stops with both values."),
			text.Message("After a round, a draw of slips shows whether the entries can be trusted."),
		},
	},
	{
		ID: "missing", Title: text.Message("Missing results"), Guide: "directors#results", routes: []string{round + "/missing"},
		Lines: [5]text.Message{
			text.Message("It lists the tables that are over their time, by the rows of the hall."),
			text.Message("Send somebody to a table; the page notes who went and when."),
			text.Message("“Seen playing” says that the table still plays, so that nobody goes twice."),
			text.Message("A result that comes in takes its table from the list by itself."),
			text.Message("Printed, it is a sheet for each row with boxes to tick."),
		},
	},
	{
		ID: "resolve", Title: text.Message("Two different results"), Guide: "directors#results", routes: []string{match + "/resolve"},
		Lines: [5]text.Message{
			text.Message("Two sources gave different results for one match; here a director decides."),
			text.Message("Ask both teams and look at the slip before you choose."),
			text.Message("Choose the right one and say in a few words how you know."),
			text.Message("All reports stay on record with who made them."),
			text.Message("If the teams disagree about what happened, open an incident instead."),
		},
	},
	{
		ID: "correct", Title: text.Message("Correct a result"), Guide: "chiefs#a-round-start-to-end", routes: []string{match + "/correct", section + "/corrections/:correction"},
		Lines: [5]text.Message{
			text.Message("It changes a result of a round that is locked."),
			text.Message("Give the new result, where it comes from, and why."),
			text.Message("Before you sign, the page shows what moves: standings, prizes, tables of the next round."),
			text.Message("Then choose what it counts for: everything from now on, the standings, or the record alone."),
			text.Message("Once a later round is published, a second official signs as well."),
		},
	},
	{
		ID: "no-show", Title: text.Message("A team that did not come"), Guide: "directors#incidents", routes: []string{round + "/table/:table/no-show"},
		Lines: [5]text.Message{
			text.Message("It enters a forfeit for every match of a table in one act."),
			text.Message("Choose which team is missing, or both, and say why."),
			text.Message("The other team gets its points at once, and the wall shows F."),
			text.Message("Matches that have a result already keep it."),
			text.Message("Came too late? z takes it back as long as nothing was built on it."),
		},
	},
	{
		ID: "seats", Title: text.Message("Others sat there"), Guide: "directors#teams-and-paper", routes: []string{match + "/seats"},
		Lines: [5]text.Message{
			text.Message("It puts right who played a match when it was found out afterwards."),
			text.Message("Choose who sat on which seat, and say how you know."),
			text.Message("The result stays as it is."),
			text.Message("Records of players, board prizes and penalties of the match follow."),
			text.Message("z takes it back."),
		},
	},
	{
		ID: "clock", Title: text.Message("The round clock"), Guide: "directors#clock", routes: []string{round + "/clock"},
		Lines: [5]text.Message{
			text.Message("It is the round's time on all phones and screens."),
			text.Message("Start it when the teams sit; it asks once."),
			text.Message("A single table can be paused, or given more minutes, with a reason."),
			text.Message("A message goes to every screen that shows the section."),
			text.Message("If the server's own clock jumps, the time is held until the chief says what is left."),
		},
	},
	{
		ID: "workbench", Title: text.Message("The workbench"), Guide: "chiefs#a-round-start-to-end", Keys: []*Keys{benchKeys}, routes: []string{section + "/pair", round + "/pair"},
		Lines: [5]text.Message{
			text.Message("Here a round is paired: a draft, then checked, then published."),
			text.Message("Make the draft; each table says why these teams meet."),
			text.Message("Problems stand on top. Mark two teams to swap them, and the checks run again."),
			text.Message("Nobody outside sees a draft. One person edits it, others watch or take it over."),
			text.Message("A result that comes in after the draft makes it stale: make it again."),
		},
	},
	{
		ID: "publish", Title: text.Message("Publish a round"), Guide: "chiefs#a-round-start-to-end", routes: []string{round + "/pair/publish"},
		Lines: [5]text.Message{
			text.Message("With this step everybody learns the pairings, on phones, screens and paper."),
			text.Message("Look at what is listed first: conflicts, missing results, open appeals, each with your choices."),
			text.Message("Type the number of the round; it keeps a slip of the hand from publishing."),
			text.Message("The round before is locked by it, and its appeal windows end."),
			text.Message("It can be withdrawn until the first result; after that only named tables are paired again."),
		},
	},
	{
		ID: "repair", Title: text.Message("Pair named tables again"), Guide: "chiefs#a-round-start-to-end", routes: []string{round + "/pair/tables"},
		Lines: [5]text.Message{
			text.Message("It pairs some tables of a published round again and leaves the others alone."),
			text.Message("Choose tables that have no result yet."),
			text.Message("The system pairs their teams on the results of now."),
			text.Message("It is published as the next version, with your reason."),
			text.Message("Players see which tables changed."),
		},
	},
	{
		ID: "live", Title: text.Message("A match move by move"), Guide: "directors#incidents", Keys: []*Keys{liveKeys}, routes: []string{match},
		Lines: [5]text.Message{
			text.Message("It follows a match on both boards, or rebuilds one."),
			text.Message("Type a move as Nf3 or N@f7, or tap the man and its square."),
			text.Message("A move that the rules forbid is explained, and can be recorded all the same."),
			text.Message("Step back to any position; an incident can be opened from there."),
			text.Message("A match that has ended takes no more moves until you say so."),
		},
	},
	{
		ID: "boards", Title: text.Message("Boards that send their moves"), Guide: "directors#incidents", routes: []string{section + "/boards"},
		Lines: [5]text.Message{
			text.Message("It lets a board system write the moves of the section's matches."),
			text.Message("Give the system a name and let it in; its token is shown once."),
			text.Message("Its moves then appear in the live match by themselves."),
			text.Message("After a lost connection it may send everything again: nothing is doubled."),
			text.Message("Keep a system out here when you do not trust it any more."),
		},
	},
	{
		ID: "undo", Title: text.Message("Undo"), Guide: "directors#taking-back", routes: []string{desk + "/undo"},
		Lines: [5]text.Message{
			text.Message("It takes back the last thing you did, wherever that was."),
			text.Message("Read the sentence: it says what will be undone and what is so afterwards."),
			text.Message("Press the button, and you are back where you were."),
			text.Message("Where something stands on the act, the page says who and what instead."),
			text.Message("Nothing is wiped out: the journal keeps the act and its undo."),
		},
	},
}
