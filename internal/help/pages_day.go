package help

import "github.com/tandemchess/tandem/internal/text"

// dayPages are those of a section over the day.
var dayPages = []Page{
	{
		ID: "teams", Title: text.Message("Teams and check-in"), Guide: "directors#teams-and-paper", Keys: []*Keys{teamKeys}, routes: []string{section + "/teams", section + "/teams/close", section + "/teams/move"},
		Lines: [5]text.Message{
			text.Message("It says who is here, who is not yet, and who looks for a partner."),
			text.Message("Scan or type the code of a badge and press Enter: the team is here."),
			text.Message("Part of a name narrows the list; a scanner works wherever the cursor is."),
			text.Message("When check-in closes, each team that is missing gets a bye, stays or is out: you say which."),
			text.Message("Whoever comes after that is a late entry."),
		},
	},
	{
		ID: "team", Title: text.Message("One team"), Guide: "directors#teams-and-paper", routes: []string{section + "/teams/:team", section + "/teams/new"},
		Lines: [5]text.Message{
			text.Message("It keeps a team: its players, club, strength and private link."),
			text.Message("A late entry may score half a pairing for each round it missed."),
			text.Message("Byes, withdrawal and return, points and pairs that must not meet are set here."),
			text.Message("A private link that got out is renewed; the old one stops at once."),
			text.Message("What was played stays whatever you change."),
		},
	},
	{
		ID: "line-ups", Title: text.Message("Line-ups"), Guide: "directors#teams-and-paper", routes: []string{section + "/line-ups"},
		Lines: [5]text.Message{
			text.Message("It says who of each team plays board A and board B in the next match."),
			text.Message("A team names its line-up on its own page; the desk can do it here."),
			text.Message("It stands until another one is named, and can be changed until the set hour."),
			text.Message("Slips that were printed before count as outdated."),
			text.Message("Whoever comes in after the first match counts as a substitution."),
		},
	},
	{
		ID: "groups", Title: text.Message("Groups"), Guide: "chiefs#pairing-systems", routes: []string{section + "/groups"},
		Lines: [5]text.Message{
			text.Message("It deals the teams of a section into groups of equal strength."),
			text.Message("Move a team, or let two change places, until round 1 is published."),
			text.Message("Each group has its own table in the standings."),
			text.Message("Who comes later takes the free place of a group with an odd number."),
			text.Message("Where a knockout follows, the first of each group go on."),
		},
	},
	{
		ID: "pace", Title: text.Message("Pace"), Guide: "chiefs#the-pace-of-the-day", Keys: []*Keys{paceKeys}, routes: []string{section + "/pace", desk + "/pace"},
		Lines: [5]text.Message{
			text.Message("It says how the time stands against the plan, and where it went."),
			text.Message("“Start later” moves all rounds that have not begun, by the minutes beside it."),
			text.Message("Phones, screens and calendars show the new times at once."),
			text.Message("What is to come stands with a range that eight of ten rounds should fall into."),
			text.Message("It also says whether one more round fits."),
		},
	},
	{
		ID: "announcements", Title: text.Message("Announcements"), Guide: "chiefs#announcements", Keys: []*Keys{announceKeys}, routes: []string{section + "/announcements"},
		Lines: [5]text.Message{
			text.Message("What is decided and held back until you say it."),
			text.Message("The final standings, and rulings that were signed as held, wait here."),
			text.Message("One key says them everywhere within a second."),
			text.Message("It cannot be taken back."),
			text.Message("Paper that you print for the wall tells it before."),
		},
	},
	{
		ID: "points", Title: text.Message("Points outside the rounds"), Guide: "directors#points-that-were-not-played", routes: []string{section + "/points"},
		Lines: [5]text.Message{
			text.Message("It gives a team points that were not played, or takes some."),
			text.Message("Say the team, the points with their sign, the round after which they count, and why."),
			text.Message("No result changes: the points stand beside the results everywhere."),
			text.Message("The next pairings go by them; a draft that was made before says that it is stale."),
			text.Message("Everybody reads how many; the reason stays at the desk."),
		},
	},
	{
		ID: "phase", Title: text.Message("Phases"), Guide: "chiefs#phases", routes: []string{section + "/phase"},
		Lines: [5]text.Message{
			text.Message("It lets teams of other sections come into this one, such as into a final."),
			text.Message("Say from which section, which places, what they bring along and how they are seeded."),
			text.Message("At any time it shows who would come in now, and what is certain."),
			text.Message("When the sections before are over, one button lets exactly these teams in."),
			text.Message("Level teams across the line are decided on the page of the section that they played."),
		},
	},
	{
		ID: "prizes", Title: text.Message("Prizes"), Guide: "tie-breaks#prizes", routes: []string{section + "/prizes", section + "/prizes/edit"},
		Lines: [5]text.Message{
			text.Message("It says who would win what now, and how each sum comes about."),
			text.Message("The note on top says what keeps it from being final."),
			text.Message("Hand prizes out when it says Final."),
			text.Message("The plan of prizes, categories and sharing is made beforehand, by chiefs or organizer."),
			text.Message("It prints as a sheet for the ceremony."),
		},
	},
	{
		ID: "prospects", Title: text.Message("Who can still win"), Guide: "directors#who-can-still-win", routes: []string{section + "/prospects"},
		Lines: [5]text.Message{
			text.Message("The best and the worst place that each team can still reach."),
			text.Message("For the title, a place in the knockout and prizes it says certain, open or gone."),
			text.Message("Matches without a result count as not played; each says what it would settle."),
			text.Message("“exact” is exact; “bounds” means that no team leaves its range, but less may be left."),
			text.Message("Whether everybody reads it is set in the section."),
		},
	},
	{
		ID: "print", Title: text.Message("Print centre"), Guide: "directors#teams-and-paper", routes: []string{desk + "/print"},
		Lines: [5]text.Message{
			text.Message("All papers of a round, and whether each was printed."),
			text.Message("Open a paper and press its button: it prints, and the page notes it."),
			text.Message("Outdated means that what the paper shows has changed since."),
			text.Message("Slips lie in the order of the tables after one cut."),
			text.Message("The blank set is for the hour without a network."),
		},
	},
	{
		ID: "screens", Title: text.Message("Hall screens"), Guide: "chiefs#the-section-and-the-floor", routes: []string{desk + "/screens"},
		Lines: [5]text.Message{
			text.Message("It says what each screen of the hall shows."),
			text.Message("Open the address of a screen on the machine behind it, and leave it open."),
			text.Message("Choose names, tables, standings, bracket, clock or a message here; it changes there at once."),
			text.Message("All screens turn to the first page together when a round is published."),
			text.Message("A screen without contact says so in red and keeps its list."),
		},
	},
}
