package takeback

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

const publishes = "publish round"

var (
	playing = of("team", "team_id", "state", "leaves_round")
	members = of("player", "player_id", "team_id", "seat_order")
)

var stateWords = map[string]fault.Word{
	string(tournament.TeamEntered): fault.Word("not seen yet"), string(tournament.TeamHere): fault.Word("here"), string(tournament.TeamAbsent): fault.Word("absent"),
}

var byeWords = map[string]fault.Word{string(tournament.ByeHalf): fault.Word("half"), string(tournament.ByeFull): fault.Word("full"), string(tournament.ByeZero): fault.Word("zero")}

// leaving is the round from which on a team was withdrawn before an act, 0 when it was not.
func leaving(before string) (from int) {
	if _, err := fmt.Sscanf(before, "withdrawn from round %d on", &from); err != nil {
		return 0
	}
	return from
}

// entryWays are those of teams and players.
var entryWays = map[string]*way{
	"check in": {
		commands: []string{"Tournament.CheckIn"}, may: access.EditTeams, rests: []rest{playing}, built: []string{publishes},
		then: func(a *act) Sentence {
			return sentence(fault.Word("%s is %s again."), a.what(), stateWords[text(a.Before)])
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			team, err := t.oneID("team", "team_id")
			if err != nil {
				return err
			}
			_, err = d.Tournament.CheckIn(ctx, t.eventID, t.cmd, team, tournament.TeamState(text(t.Before)))
			return err
		},
	},
	"close check-in": {
		commands: []string{"Tournament.CloseCheckIn"}, may: access.EditTeams, rests: []rest{playing, of("bye_request", "section_id round_no team_id", "kind")}, built: []string{publishes},
		then: says(fault.Word("The teams that were not there are waited for again.")), undo: reopenCheckIn,
	},
	"withdraw team": {
		commands: []string{"Tournament.Withdraw", "Tournament.WithdrawAgain"}, may: access.EditTeams, rests: []rest{playing}, built: []string{publishes},
		then: func(a *act) Sentence {
			if from := leaving(text(a.Before)); from > 0 {
				return sentence(fault.Word("%s is %s again."), a.what(), text(a.Before))
			}
			return sentence(fault.Word("%s is in again, as if it had not left."), a.what())
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			team, err := t.oneID("team", "team_id")
			if err != nil {
				return err
			}
			if from := leaving(text(t.Before)); from > 0 {
				_, err = d.Tournament.WithdrawAgain(ctx, t.eventID, t.cmd, team, from)
				return err
			}
			_, err = d.Tournament.ReturnAs(ctx, t.eventID, t.cmd, team, tournament.TeamState(text(t.Before)))
			return err
		},
	},
	"return team": {
		commands: []string{"Tournament.Return", "Tournament.ReturnAs"}, may: access.EditTeams, rests: []rest{playing}, built: []string{publishes},
		then: func(a *act) Sentence { return sentence(fault.Word("%s is %s again."), a.what(), text(a.Before)) },
		undo: func(ctx context.Context, d *Desk, t target) error {
			team, err := t.oneID("team", "team_id")
			if err != nil {
				return err
			}
			from := leaving(text(t.Before))
			if from == 0 {
				return fmt.Errorf("read from when the team was withdrawn: %s", text(t.Before))
			}
			_, err = d.Tournament.WithdrawAgain(ctx, t.eventID, t.cmd, team, from)
			return err
		},
	},
	"request bye": {
		commands: []string{"Tournament.RequestBye"}, may: access.EditTeams, rests: []rest{of("bye_request", "section_id round_no team_id", "kind")}, built: []string{publishes},
		then: func(a *act) Sentence {
			if was := text(a.Before); was != "" {
				return sentence(fault.Word("%s has its %s bye in round %d again."), a.what(), byeWords[was], a.number("round"))
			}
			return sentence(fault.Word("%s plays round %d."), a.what(), a.number("round"))
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			team, err := t.oneID("bye_request", "team_id")
			if err != nil {
				return err
			}
			return d.Tournament.RequestBye(ctx, t.eventID, t.cmd, team, t.number("round"), tournament.ByeKind(text(t.Before)))
		},
	},
	"edit team": {
		commands: []string{"Tournament.EditTeam"}, may: access.EditTeams, same: []string{"edit team"},
		rests: []rest{of("team", "team_id", "name", "categories"), of("player", "player_id", "team_id", "seat_order", "rating", "first_name", "last_name")},
		then:  says(fault.Word("Names, school, ratings and categories are what they were.")), undo: editTeamBack,
	},
	"substitute in a match": never(fault.Word("Who came in has played. Let the player of before come in again, with the reason."), "Tournament.Substitute"),
	"set line-up": {
		commands: []string{"Tournament.SetLineUp"}, may: access.EditTeams, rests: []rest{of("line_up", "section_id round_no match_no team_id", "first_id", "second_id")}, built: []string{publishes},
		then: about(fault.Word("%s plays as before.")), undo: lineUpBack,
	},
	"change partner": {
		commands: []string{"Tournament.ChangePartner"}, may: access.EditTeams, rests: []rest{members}, built: []string{publishes},
		then: func(a *act) Sentence {
			was, err := into[[]string](a.Before)
			if err != nil || len(was) == 0 {
				return sentence(fault.Word("The players sit as before."))
			}
			return sentence(fault.Word("%s is %s again."), a.what(), fault.And(was...))
		},
		undo: changePartnerBack,
	},
	"set group": {
		commands: []string{"Tournament.SetGroup"}, may: access.EditTeams, rests: []rest{of("team", "team_id", "group_no")}, built: []string{publishes},
		then: says(fault.Word("The teams are in the groups of before.")), undo: setGroupBack,
	},
	"groups as before": never(fault.Word("It took another act back. Put the teams into their groups on the page of the groups."), "Tournament.SetGroupsAsBefore"),
	"move team": {
		commands: []string{"Tournament.MoveTeam"}, may: access.EditTeams, rests: []rest{of("team", "team_id", "section_id", "state"), members},
		built: []string{publishes},
		then:  about(fault.Word("%s plays in its first section again, without a number; byes and pairs kept apart that it had there have to be entered again.")), undo: moveTeamBack,
	},
	"move entries": {
		commands: []string{"Tournament.MoveEntries"}, may: access.EditTeams,
		rests: []rest{of("team", "team_id", "section_id", "state"), of("player", "player_id", "section_id", "team_id", "seat_order")}, built: []string{publishes},
		then: says(fault.Word("All of them are in the section of before again, the teams without numbers; requested byes, and pairs kept apart of which only one team moved, have to be entered again.")),
		undo: moveEntriesBack,
	},
	"enter team": {
		commands: []string{"Tournament.AddTeam"}, may: access.EditTeams, rests: []rest{of("team", "team_id", "name", "section_id", "state"), members}, built: []string{publishes},
		then: about(fault.Word("%s is withdrawn before it plays. An entry is never deleted: it stays in the list.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			team, err := t.oneID("team", "team_id")
			if err != nil {
				return err
			}
			_, err = d.Tournament.Withdraw(ctx, t.eventID, t.cmd, team, 0)
			return err
		},
	},
	"enter player":              never(fault.Word("A player who waits in the pool is never deleted. Nobody has to make a team with him."), "Tournament.AddPoolPlayer"),
	"make a team from the pool": never(fault.Word("The two have a team with a number and a code. Change a partner, or withdraw the team."), "Tournament.PairPool"),
	"import entries": never(fault.Word("A list of many entries is not taken back at once: some may have been handed their codes. Withdraw those that do not belong."),
		"Tournament.ImportEntries"),
	"import report": never(fault.Word("A whole tournament was read in, and rounds stand on it. Hide the section's event, or restore the save point of before."), "Tournament.ImportReport"),
	"renew private link": never(fault.Word("The old link was cut off on purpose, and only its holder knows it. Renew it again and hand out the new one."),
		"Tournament.RenewTeamLinks"),
	"open check-in again": never(fault.Word("It took a close of the check-in back. Close it again."), "Tournament.ReopenCheckIn"),
}

func lineUpBack(ctx context.Context, d *Desk, t target) error {
	was, err := into[[2]int64](t.act.Back)
	if err != nil {
		return err
	}
	in := tournament.SetLineUp{RoundNo: t.number("round"), First: was[0], Second: was[1]}
	match, err := t.oneID("line_up", "match_no")
	if err != nil {
		return err
	}
	in.MatchNo = int(match)
	if in.TeamID, err = t.oneID("line_up", "team_id"); err != nil {
		return err
	}
	_, err = d.Tournament.SetLineUp(ctx, t.eventID, t.cmd, in)
	return err
}

func reopenCheckIn(ctx context.Context, d *Desk, t target) error {
	in := tournament.ReopenCheckIn{SectionID: t.section.SectionID, RoundNo: t.number("round")}
	var err error
	if in.Byes, err = into[[]tournament.RequestedBye](t.act.Back); err != nil {
		return err
	}
	if in.Back, err = t.ids("team", "team_id"); err != nil {
		return err
	}
	return d.Tournament.ReopenCheckIn(ctx, t.eventID, t.cmd, in)
}

func editTeamBack(ctx context.Context, d *Desk, t target) error {
	form, err := into[tournament.TeamEdit](t.act.Back)
	if err != nil {
		return err
	}
	book, err := d.Tournament.Reader().Book(ctx, t.eventID, t.section.SectionID)
	if err != nil {
		return err
	}
	if form.TeamID == 0 {
		return older
	}
	form.Revision, form.SameName = book.Team(form.TeamID).Revision, true
	_, err = d.Tournament.EditTeam(ctx, t.eventID, t.cmd, form)
	return err
}

// older refuses an act whose entry does not hold what was before.
var older = fault.New(fault.Conflict, "An earlier version of Tandem wrote this entry, and it does not say enough to take it back.")

// changePartnerBack lets who left sit down again where the other one sits.
func changePartnerBack(ctx context.Context, d *Desk, t target) error {
	rows, err := t.rows("player")
	if err != nil {
		return err
	}
	var in tournament.PartnerChange
	for _, r := range rows {
		if team := r.id("team_id"); team != 0 {
			in.TeamID, in.Leaves = team, r.id("player_id")
		} else {
			in.Joins = r.id("player_id")
		}
	}
	book, err := d.Tournament.Reader().Book(ctx, t.eventID, t.section.SectionID)
	if err != nil {
		return err
	}
	in.Revision = book.Team(in.TeamID).Revision
	_, err = d.Tournament.ChangePartner(ctx, t.eventID, t.cmd, in)
	return err
}

// setGroupBack moves a team to its group of before, and whoever changed places with it.
func setGroupBack(ctx context.Context, d *Desk, t target) error {
	was, err := into[tournament.GroupsBefore](t.act.Back)
	if err == nil && len(was.Groups) == 0 {
		err = older
	}
	if err != nil {
		return err
	}
	return d.Tournament.SetGroupsAsBefore(ctx, t.eventID, t.cmd, was)
}

func moveEntriesBack(ctx context.Context, d *Desk, t target) error {
	in, err := into[tournament.EntriesMove](t.act.Back)
	if err != nil {
		return err
	}
	_, err = d.Tournament.MoveEntries(ctx, t.eventID, t.cmd, in)
	return err
}

func moveTeamBack(ctx context.Context, d *Desk, t target) error {
	team, err := t.oneID("team", "team_id")
	if err != nil {
		return err
	}
	rows, err := t.rows("team")
	if err != nil {
		return err
	}
	book, err := d.Tournament.Reader().Book(ctx, t.eventID, rows[len(rows)-1].id("section_id"))
	if err != nil {
		return err
	}
	_, err = d.Tournament.MoveTeam(ctx, t.eventID, t.cmd, tournament.TeamMove{TeamID: team, Revision: book.Team(team).Revision, SectionID: t.section.SectionID, SameName: true})
	return err
}
