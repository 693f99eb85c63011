package help

import "github.com/tandemchess/tandem/internal/text"

// disputePages are those of incidents and what follows from them.
var disputePages = []Page{
	{
		ID: "incidents", Title: text.Message("Incidents"), Guide: "directors#incidents", routes: []string{desk + "/incidents"},
		Lines: [5]text.Message{
			text.Message("Everything that an official must look at: calls, claims, disputes."),
			text.Message("Calls of teams stand on top, the longest wait first: take one and go there."),
			text.Message("A new one is opened here, or with d on a table of the wall."),
			text.Message("Rulings that the section chief should look at wait in a list of their own."),
			text.Message("Those that are closed stay, with all that was said."),
		},
	},
	{
		ID: "incident", Title: text.Message("The card of an incident"), Guide: "directors#incidents", Keys: []*Keys{boardKeys}, routes: []string{desk + "/incidents/new", desk + "/incidents/:incident"},
		Lines: [5]text.Message{
			text.Message("It catches the facts while they are fresh: who claims what, the boards, the clocks."),
			text.Message("Say what is claimed and by whom, then set up the position before it happened."),
			text.Message("It saves at every change, also without contact; “Saved” means that the server has it."),
			text.Message("The checks advise; none keeps you from saving. Where sides disagree, each has its version."),
			text.Message("“Save and rule” goes on to the decision; a chief can be called from here."),
		},
	},
	{
		ID: "ruling", Title: text.Message("The ruling"), Guide: "directors#incidents", Keys: []*Keys{rulingKeys}, routes: []string{desk + "/incidents/:incident/ruling"},
		Lines: [5]text.Message{
			text.Message("It shows what the rulebook proposes, with its articles and the facts behind each."),
			text.Message("Ask first what the page says is missing."),
			text.Message("Follow the proposal, deny the claim or decide otherwise; otherwise needs a reason."),
			text.Message("What changes stands beside it before you sign: match, table, standing."),
			text.Message("Then read the card to both teams: it says until when and to whom they may appeal."),
		},
	},
	{
		ID: "appeals", Title: text.Message("Appeals"), Guide: "chiefs#appeals", routes: []string{desk + "/appeals"},
		Lines: [5]text.Message{
			text.Message("Appeals that wait for a decision, each level by itself, the oldest first."),
			text.Message("Open the one that is longest due; the time left counts down."),
			text.Message("Below them stand the rulings that may still be appealed."),
			text.Message("A late appeal is accepted first, or lapses."),
			text.Message("You cannot decide about your own ruling, team or club; the page knows what was declared."),
		},
	},
	{
		ID: "appeal", Title: text.Message("An appeal"), Guide: "chiefs#appeals", Keys: []*Keys{appealKeys}, routes: []string{desk + "/appeals/:appeal"},
		Lines: [5]text.Message{
			text.Message("It puts the question, the article and the first ruling beside all that was said."),
			text.Message("Hear the claimant, the other side and the first official, and tick each."),
			text.Message("Uphold, modify, overturn, or send it back with the question that is open."),
			text.Message("Before you sign, the page shows the match and the standings as they will be."),
			text.Message("If you may not decide it, step aside: it goes to the next person."),
		},
	},
	{
		ID: "penalties", Title: text.Message("Penalties"), Guide: "chiefs#the-record", routes: []string{desk + "/penalties"},
		Lines: [5]text.Message{
			text.Message("The register of all infractions, by person and team."),
			text.Message("Search a name to see its step on the ladder and what the next one brings."),
			text.Message("A new penalty comes from a ruling; open an incident for it."),
			text.Message("One that was overturned stays here, marked as voided, and no longer counts."),
			text.Message("The same offence answered differently is marked."),
		},
	},
	{
		ID: "conduct", Title: text.Message("Coaches, parents, spectators"), Guide: "chiefs#coaches-parents-spectators", routes: []string{desk + "/conduct"},
		Lines: [5]text.Message{
			text.Message("Who was warned, moved away from the tables or sent out of the hall."),
			text.Message("Enter a name or a description, the team or club, what for and what happened."),
			text.Message("Each entry stands on the next step of the ladder for that person."),
			text.Message("Every desk reads here who must not come in."),
			text.Message("To let somebody in again, end the entry and say why. Nothing of it is public."),
		},
	},
}
