package help

import "github.com/tandemchess/tandem/internal/text"

// eventPages are those of the event as a whole, of the server and of one's own account.
var eventPages = []Page{
	{
		ID: "desk", Title: text.Message("Your desk"), Guide: "directors#results", routes: []string{"/desk", desk, desk + "/tour"},
		Lines: [5]text.Message{
			text.Message("The way to your sections, and to what you may do in each."),
			text.Message("Choose a section; next time you are led to the one you left."),
			text.Message("The bar on top has the pages of a round; the others are under More."),
			text.Message("What waits for you stands above every page until somebody answers."),
			text.Message("On a phone the bar keeps the wall and the incidents, the rest is in the menu."),
		},
	},
	{
		ID: "exercises", Title: text.Message("Exercises"), Guide: "directors#results", routes: []string{desk + "/exercises"},
		Lines: [5]text.Message{
			text.Message("The demonstration left something to do for every role."),
			text.Message("Yours stands first; press its button to go there."),
			text.Message("Do it as in a hall: nothing here can be harmed."),
			text.Message("Back on this page it says done, when the event says so."),
			text.Message("Sign in as somebody else to try another role."),
		},
	},
	{
		ID: "floor", Title: text.Message("The floor"), Guide: "chiefs#the-section-and-the-floor", routes: []string{desk + "/floor"},
		Lines: [5]text.Message{
			text.Message("All sections, a row each: round, progress, what is oldest, claims, appeals."),
			text.Message("Appeals for the chief floor director stand on top."),
			text.Message("Send a message to the desks; each person dismisses it."),
			text.Message("Move people between sections; their role goes along at the next click."),
			text.Message("The same claim that came to different ends is set side by side."),
		},
	},
	{
		ID: "journal", Title: text.Message("The journal"), Guide: "chiefs#the-record", routes: []string{desk + "/journal"},
		Lines: [5]text.Message{
			text.Message("Who did what, when, from what to what, and why."),
			text.Message("Look for a table, a team or a person by the filters."),
			text.Message("Nothing here can be changed; an undo is an entry of its own."),
			text.Message("“Verify the record” proves that no entry was altered."),
			text.Message("The seals of the day can be printed, and the whole exported as a table."),
		},
	},
	{
		ID: "backup", Title: text.Message("Backup"), Guide: "operators#backup-and-restore", routes: []string{desk + "/backup", desk + "/backup/lost"},
		Lines: [5]text.Message{
			text.Message("It says how old the last save point is, where it lies and whether it was tried."),
			text.Message("Make one now before anything risky; a round makes its own."),
			text.Message("A second place on another disk or machine is what saves a lost laptop."),
			text.Message("Trying one brings it back into a copy and compares it; nothing is touched."),
			text.Message("“The laptop is gone: five steps” prints what to do then."),
		},
	},
	{
		ID: "setup", Title: text.Message("Set-up"), Guide: "chiefs#pairing-systems", routes: []string{desk + "/setup", desk + "/setup/check", desk + "/setup/path"},
		Lines: [5]text.Message{
			text.Message("The ten steps from an empty event to going live."),
			text.Message("Take them in order; each saves by itself and can be left."),
			text.Message("The check list says what is needed before going live."),
			text.Message("From the first publication on, rules and scoring of a section are frozen."),
			text.Message("After that the chief floor director alone changes them, with a reason."),
		},
	},
	{
		ID: "setup-step", Title: text.Message("A step of the set-up"), Guide: "chiefs#the-rules-of-a-section",
		routes: []string{"/new-event", desk + "/setup/event", desk + "/setup/new", desk + "/setup/:section", desk + "/setup/:section/:step"},
		Lines: [5]text.Message{
			text.Message("It sets one part of the event or of a section."),
			text.Message("What you leave as it is has a good default."),
			text.Message("Where the rulebook leaves something open, the page says why and asks."),
			text.Message("What cannot be read or played together is refused with the reason."),
			text.Message("The settings sheet prints what is in force and where it comes from."),
		},
	},
	{
		ID: "import", Title: text.Message("Import a list"), Guide: "directors#teams-and-paper", routes: []string{desk + "/import", section + "/report/import"},
		Lines: [5]text.Message{
			text.Message("It takes an entry list, or a report file of another program."),
			text.Message("Choose the file, or paste the rows; columns are recognised by their names."),
			text.Message("First everything is shown and nothing saved; each row has its own message."),
			text.Message("What is there twice is asked about."),
			text.Message("Importing is one act: all of it is entered, or nothing."),
		},
	},
	{
		ID: "people", Title: text.Message("People and roles"), Guide: "chiefs#the-section-and-the-floor", routes: []string{desk + "/people"},
		Lines: [5]text.Message{
			text.Message("Who works at this event, as what, and in which sections."),
			text.Message("Invite somebody by a link or a code; it works once."),
			text.Message("A role given or taken counts from the next click."),
			text.Message("Ties to teams and clubs are declared here; they decide who may rule on an appeal."),
			text.Message("A lost phone is signed out everywhere with one button."),
		},
	},
	{
		ID: "programs", Title: text.Message("Programs"), Guide: "directors#on-your-clubs-own-site", routes: []string{desk + "/programs"},
		Lines: [5]text.Message{
			text.Message("It lets other programs in: scoreboards, websites, board systems."),
			text.Message("Make a token with the rights that the program needs, and with an end."),
			text.Message("The token is shown once; copy it at once."),
			text.Message("Addresses outside can be told of each change."),
			text.Message("Stop a token here when you do not trust it any more."),
		},
	},
	{
		ID: "rulebooks", Title: text.Message("Rulebook texts"), Guide: "chiefs#appeals", routes: []string{desk + "/rules"},
		Lines: [5]text.Message{
			text.Message("It puts the rulebooks' own texts beside the articles that a ruling cites."),
			text.Message("Take a plain text file for each; every article begins with its number."),
			text.Message("The page says which articles were found and which are missing."),
			text.Message("A text can be replaced or taken out again."),
			text.Message("Only officials of this event see it."),
		},
	},
	{
		ID: "health", Title: text.Message("Server health"), Guide: "operators#when-something-is-wrong", routes: []string{"/server/health", "/server/kept"},
		Lines: [5]text.Message{
			text.Message("Disk, database, clock and open pages: each line is good, or says what to do."),
			text.Message("Look here first when something is slow."),
			text.Message("It says which version of the program runs."),
			text.Message("Save points of other machines that are kept here have a page of their own."),
			text.Message("Machines ask at /healthz, which says only whether all is well."),
		},
	},
	{
		ID: "account", Title: text.Message("Your account"), Guide: "directors#results", routes: []string{"/account", "/account/devices", "/account/phone", "/account/here"},
		Lines: [5]text.Message{
			text.Message("Your name, password, language and how pages look."),
			text.Message("Choose your language: pages of the desk speak it on every device."),
			text.Message("Single keys can be switched off, if you dictate or use them otherwise."),
			text.Message("A phone signs in with a code from here, without the password."),
			text.Message("Under Devices you end what you do not know."),
		},
	},
}
