package postgres_test

import (
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/tournament"
)

// playOffs lets the two teams of a section, which drew, play off for its first place.
func (o *office) playOffs() {
	ctx, desk := o.t.Context(), o.desk
	pair, err := desk.AddSection(ctx, 1, o.by(1, ""), tournament.NewSection{Name: "Pair", Rulebook: "FIDEX", System: tournament.RoundRobin, Rounds: 1, MatchesPerPairing: 1})
	o.must(err)
	after, err := desk.AddSection(ctx, 1, o.by(1, ""), tournament.NewSection{Name: "After", Rulebook: "FIDEX", System: tournament.Knockout, Rounds: 1})
	o.must(err)
	var teams []int64
	for _, name := range []string{"Even", "Odd"} {
		players := []tournament.NewPlayer{{FirstName: "Ada", LastName: name}, {FirstName: "Bo", LastName: name}}
		t, err := desk.AddTeam(ctx, 1, o.by(1, ""), tournament.NewTeam{SectionID: pair.SectionID, Name: name, Players: players})
		o.must(err)
		_, err = desk.CheckIn(ctx, 1, o.by(1, ""), t.TeamID, tournament.TeamHere)
		o.must(err)
		teams = append(teams, t.TeamID)
	}
	rule := phase.Rule{
		Feeds: []phase.Feed{{From: pair.SectionID, Kind: phase.Places, First: 1, Last: 1}}, Carry: phase.Nothing, Seeding: phase.ByPlace, Breaking: phase.PlayOff,
	}
	o.must(second(desk.SetPhase(ctx, 1, o.by(1, ""), tournament.SetPhase{SectionID: after.SectionID, Rule: rule})))
	at := func() tournament.DraftInput {
		r, err := desk.Reader().DraftRound(ctx, 1, pair.SectionID, 1)
		o.must(err)
		return tournament.DraftInput{SectionID: pair.SectionID, RoundNo: 1, Revision: r.Revision}
	}
	o.must(second(desk.MakeDraft(ctx, 1, o.by(1, ""), tournament.MakeDraftInput{DraftInput: at()})))
	o.must(second(desk.PublishRound(ctx, 1, o.by(1, ""), tournament.PublishRound{DraftInput: at(), Typed: 1})))
	table := o.book(pair.SectionID).Round(1).Pairings[0].Table()
	o.must(second(desk.EnterResult(ctx, 1, o.by(1, ""), tournament.TypedResult{SectionID: pair.SectionID, Round: 1, Table: table, Match: 1, Source: "desk", Outcome: tournament.Drawn})))
	in := tournament.PairPlayOff{SectionID: pair.SectionID, Teams: teams, Matches: 1}
	o.run("tournament.PairPlayOff", "*", `.`, func() error { return second(desk.PairPlayOff(ctx, 1, o.by(1, ""), in)) }) // a section with all of it, told by name and seed
	off := o.book(pair.SectionID).PlayOffs[0].Section.SectionID
	o.must(desk.TakeStartBack(ctx, 1, o.by(1, "one has left"), off, 1))
}

// paths adds sections that lead to each other, and hides them.
func (o *office) paths() {
	ctx, desk := o.t.Context(), o.desk
	ask := tournament.GroupsToKnockout.Usual()
	ask.Names = []string{"Eights", "Fours"}
	path, err := ask.Path()
	o.must(err)
	var added []tournament.Section
	o.run("tournament.AddPath", "*", `.`, func() error { // settings as those of a section that is added
		added, err = desk.AddPath(ctx, 1, o.by(1, ""), path)
		return err
	})
	o.run("tournament.HidePath", "*", "", func() error {
		return desk.HidePath(ctx, 1, o.by(1, ""), []int64{added[0].SectionID, added[1].SectionID})
	})
}
