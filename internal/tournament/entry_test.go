package tournament_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// freeze marks a section as published once, without making a round.
func freeze(t *testing.T, sectionID int64) func(tournament.Tx) (journal.Change, error) {
	return func(tx tournament.Tx) (journal.Change, error) {
		s, err := tx.Section(t.Context(), sectionID)
		if err != nil {
			return journal.Change{}, err
		}
		now := tx.Now()
		s.FrozenAt = &now
		return journal.Change{Action: "publish", Subject: "test"}, tx.UpdateSection(t.Context(), s)
	}
}

func TestAddTeam(t *testing.T) {
	t.Parallel()
	d := open(t)
	team := d.team("  Knight   Riders ", player("Ada Abara", 1500), player("Ben Castillo", 0))
	if team.Name != "Knight Riders" || team.Slug != "knight-riders" || team.Code != "O-01" || team.Strength != 1500 || team.State != tournament.TeamEntered ||
		team.ArrivesRound != 1 || team.Number != nil {
		t.Errorf("team: %+v", team)
	}
	book := d.book(1)
	members := book.Members(team.TeamID)
	expect.True(t, len(members) == 2 && members[0].Name() == "Ada Abara" && members[1].Rating == nil && *members[1].SeatOrder == 2, "members: %+v", members)
	other, err := d.AddTeam(t.Context(), d.event.EventID, d.cmd(), tournament.NewTeam{
		SectionID: 2, Name: "Knight Riders",
		Players: []tournament.NewPlayer{player("Ada Abara", 0), player("Cleo Rossi", 0)},
	})
	expect.True(t, err == nil && other.Slug == "knight-riders-2" && other.Code == "U-02", "same name in another section: %+v, %v", other, err)
	unnamed, err := d.AddTeam(t.Context(), d.event.EventID, d.cmd(), tournament.NewTeam{
		SectionID: 1,
		Players:   []tournament.NewPlayer{player("Otto Weiß", 0), player("Mei Xu", 0)},
	})
	expect.True(t, err == nil && unnamed.Name == "Weiß / Xu" && unnamed.Slug == "weiss-xu", "unnamed: %+v, %v", unnamed, err)
}

func TestAddTeamNamesTheOtherOne(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.team("Knight Riders", player("Ada Abara", 1500), player("Ben Castillo", 1620))
	expect.Must(d.AddPoolPlayer(t.Context(), d.event.EventID, d.cmd(), tournament.NewPoolPlayer{SectionID: 1, Player: player("Zoé Dubois", 0)}))(t)
	before := d.version()
	tests := []struct {
		name         string
		players      []tournament.NewPlayer
		field, words string
	}{
		{"KNIGHT riders", []tournament.NewPlayer{player("Cleo Rossi", 0), player("Mei Xu", 0)}, "name", "“Knight Riders” already"},
		{"Same Player", []tournament.NewPlayer{player("ada abara", 0), player("Mei Xu", 0)}, "player1", "Ada Abara already plays for Knight Riders"},
		{"From the pool", []tournament.NewPlayer{player("Mei Xu", 0), player("Zoe Dubois", 0)}, "player2", "Zoé Dubois already waits"},
		{"Twice", []tournament.NewPlayer{player("Mei Xu", 0), player("Mei Xu", 0)}, "player2", "Mei Xu already plays for Twice"},
		{"Alone", []tournament.NewPlayer{player("Mei Xu", 0)}, "player2", "Mei Xu has no partner"},
		{"Nobody", []tournament.NewPlayer{player("Mei Xu", 0), {}}, "player2", "Enter a name"},
		{"Rated", []tournament.NewPlayer{player("Mei Xu", 4001), player("Yan Li", 0)}, "rating1", "4001 is impossible"},
		{strings.Repeat("x", 81), []tournament.NewPlayer{player("Mei Xu", 0), player("Yan Li", 0)}, "name", "80"},
		{"Control\x00sign", []tournament.NewPlayer{player("Mei Xu", 0), player("Yan Li", 0)}, "name", "signs only"},
	}
	for _, tc := range tests {
		_, err := d.AddTeam(t.Context(), d.event.EventID, d.cmd(), tournament.NewTeam{SectionID: 1, Name: tc.name, Players: tc.players})
		refused(t, err, tc.field, tc.words)
	}
	expect.True(t, d.version() == before && len(d.book(1).Teams) == 1, "a refused entry left something behind")
	twin := tournament.NewTeam{SectionID: 1, Name: "Twins", SameName: true, Players: []tournament.NewPlayer{player("Ada Abara", 900), player("Mei Xu", 0)}}
	if _, err := d.AddTeam(t.Context(), d.event.EventID, d.cmd(), twin); err != nil {
		t.Errorf("another person of the same name: %v", err)
	}
}

func TestARepeatedEntryIsMadeOnce(t *testing.T) {
	t.Parallel()
	d := open(t)
	cmd := d.cmd()
	in := tournament.NewTeam{SectionID: 1, Name: "Knight Riders", Players: []tournament.NewPlayer{player("Ada Abara", 1500), player("Ben Castillo", 0)}}
	first := expect.Must(d.AddTeam(t.Context(), d.event.EventID, cmd, in))(t)
	second := expect.Must(d.AddTeam(t.Context(), d.event.EventID, cmd, in))(t)
	expect.NoDiff(t, cmp.Diff(first, second), "the repeat differs")
	expect.Equal(t, len(d.book(1).Teams), 1, "teams")
}

func TestPairPool(t *testing.T) {
	t.Parallel()
	d := open(t)
	var ids []int64
	for _, name := range []string{"Otto Weiß", "Mei Xu", "Yan Li"} {
		p := expect.Must(d.AddPoolPlayer(t.Context(), d.event.EventID, d.cmd(), tournament.NewPoolPlayer{SectionID: 1, Player: player(name, 1000)}))(t)
		ids = append(ids, p.PlayerID)
	}
	team, err := d.PairPool(t.Context(), d.event.EventID, d.cmd(), "", ids[0], ids[1])
	expect.MustTrue(t, err == nil && team.Name == "Weiß / Xu" && team.Strength == 2000 && team.State == tournament.TeamHere, "%+v, %v", team, err)
	pool := d.book(1).Pool()
	expect.True(t, len(pool) == 1 && pool[0].Name() == "Yan Li", "pool: %+v", pool)
	_, err = d.PairPool(t.Context(), d.event.EventID, d.cmd(), "Again", ids[0], ids[2])
	is(t, err, fault.Conflict, "Otto Weiß has a partner")
	_, err = d.PairPool(t.Context(), d.event.EventID, d.cmd(), "Alone", ids[2], ids[2])
	is(t, err, fault.Invalid, "two different players")
	elsewhere := expect.Must(d.AddPoolPlayer(t.Context(), d.event.EventID, d.cmd(), tournament.NewPoolPlayer{SectionID: 2, Player: player("Uma Roy", 0)}))(t)
	_, err = d.PairPool(t.Context(), d.event.EventID, d.cmd(), "Apart", ids[2], elsewhere.PlayerID)
	is(t, err, fault.Invalid, "one section")
}

func TestEditTeam(t *testing.T) {
	t.Parallel()
	d := open(t)
	team := d.team("Knight Riders", player("Ada Abara", 1500), player("Ben Castillo", 1620))
	d.team("Pawn Stars", player("Cleo Rossi", 0), player("Mei Xu", 0))
	edit := tournament.TeamEdit{TeamID: team.TeamID, Name: "Night Riders", Players: []tournament.NewPlayer{player("Ada Abara", 1700), player("Bea Castillo", 0)}}
	saved, err := d.EditTeam(t.Context(), d.event.EventID, d.cmd(), edit)
	expect.MustTrue(t, err == nil && saved.Name == "Night Riders" && saved.Strength == 1700 && saved.Slug == team.Slug && saved.Revision == 1, "%+v, %v", saved, err)
	members := d.book(1).Members(team.TeamID)
	expect.True(t, members[1].Name() == "Bea Castillo" && members[1].Rating == nil, "members: %+v", members)
	edit.Name = "Day Riders"
	_, err = d.EditTeam(t.Context(), d.event.EventID, d.cmd(), edit)
	is(t, err, fault.Stale, "Night Riders", "Day Riders")
	edit.Name, edit.School, edit.Players = "Night Riders", "Harbor Academy", []tournament.NewPlayer{player("Ada Abara", 1700), player("Bea Castillo", 1500)}
	_, err = d.EditTeam(t.Context(), d.event.EventID, d.cmd(), edit)
	is(t, err, fault.Stale, "opened the form: school or club: now empty, the form says “Harbor Academy”; rating of player 2: now empty, the form says “1500”. Nothing was saved")
	edit.School, edit.Players = "", []tournament.NewPlayer{player("Ada Abara", 1700), player("Bea Castillo", 0)}
	edit.Revision, edit.Name = 1, "pawn stars"
	_, err = d.EditTeam(t.Context(), d.event.EventID, d.cmd(), edit)
	refused(t, err, "name", "Pawn Stars")
}

func TestCheckInAndClosing(t *testing.T) {
	t.Parallel()
	d := open(t)
	var teams []tournament.Team
	for _, name := range []string{"Ash", "Birch", "Cedar", "Dogwood", "Elm"} {
		teams = append(teams, d.team(name, player(name+" One", 0), player(name+" Two", 0)))
	}
	here, err := d.CheckIn(t.Context(), d.event.EventID, d.cmd(), teams[0].TeamID, tournament.TeamHere)
	expect.MustTrue(t, err == nil && here.State == tournament.TeamHere, "%+v, %v", here, err)
	before := d.version()
	if _, err := d.CheckIn(t.Context(), d.event.EventID, d.cmd(), teams[0].TeamID, tournament.TeamHere); err != nil || d.version() != before {
		t.Errorf("saying it twice: %v, version %d after %d", err, d.version(), before)
	}
	choices := map[int64]tournament.CheckInChoice{
		teams[1].TeamID: tournament.ChoiceKeep, teams[2].TeamID: tournament.ChoiceBye, teams[3].TeamID: tournament.ChoiceOut,
	}
	err = d.CloseCheckIn(t.Context(), d.event.EventID, d.cmd(), 1, choices)
	refused(t, err, "team5", "Elm")
	choices[teams[4].TeamID] = tournament.ChoiceBye
	expect.OK(t, d.CloseCheckIn(t.Context(), d.event.EventID, d.cmd(), 1, choices))
	book := d.book(1)
	got := book.Team(teams[3].TeamID)
	expect.True(t, got.State == tournament.TeamWithdrawn && *got.LeavesRound == 1, "out: %+v", got)
	byes := d.book(1).Byes
	expect.True(t, len(byes) == 2 && byes[0].Kind == tournament.ByeHalf && byes[0].RoundNo == 1, "byes: %+v", byes)
	_, err = d.CheckIn(t.Context(), d.event.EventID, d.cmd(), teams[3].TeamID, tournament.TeamHere)
	is(t, err, fault.Conflict, "Dogwood is withdrawn")
	_, err = d.Withdraw(t.Context(), d.event.EventID, d.cmd(), teams[3].TeamID, 0)
	is(t, err, fault.Conflict, "withdrawn already")
	back, err := d.Return(t.Context(), d.event.EventID, d.cmd(), teams[3].TeamID)
	expect.True(t, err == nil && back.State == tournament.TeamHere && back.LeavesRound == nil, "return: %+v, %v", back, err)
	left, err := d.Withdraw(t.Context(), d.event.EventID, d.cmd(), teams[0].TeamID, 3)
	expect.True(t, err == nil && *left.Team.LeavesRound == 3 && left.Table == 0, "withdraw: %+v, %v", left, err)
}

func TestRequestedByesKeepTheLimit(t *testing.T) {
	t.Parallel()
	d := open(t)
	team := d.team("Ash", player("Ash One", 0), player("Ash Two", 0))
	ask := func(round int, kind tournament.ByeKind) error {
		return d.RequestBye(t.Context(), d.event.EventID, d.cmd(), team.TeamID, round, kind)
	}
	expect.OK(t, ask(2, tournament.ByeHalf))
	refused(t, ask(3, tournament.ByeHalf), "kind", "limit of 1")
	refused(t, ask(6, tournament.ByeZero), "round", "5 rounds")
	refused(t, ask(3, "pairing"), "kind", "Choose")
	for _, step := range []struct {
		round int
		kind  tournament.ByeKind
	}{{3, tournament.ByeZero}, {2, tournament.ByeFull}, {2, ""}, {3, tournament.ByeHalf}} {
		err := ask(step.round, step.kind)
		expect.True(t, err == nil, "round %d %q: %v", step.round, step.kind, err)
	}
	byes := d.book(1).Byes
	expect.True(t, len(byes) == 1 && byes[0].RoundNo == 3 && byes[0].Kind == tournament.ByeHalf, "%+v", byes)
}

// In the last rounds nobody gets half a point for a round off on request, neither at
// the desk nor when check-in closes; other byes are given as before.
func TestNoHalfPointByesInTheLastRounds(t *testing.T) {
	t.Parallel()
	d := open(t)
	section := d.book(1).Section
	to := tournament.SettingsOf(section)
	to.NoHalfInLast = 100
	edit := func() error {
		_, err := d.EditSection(t.Context(), d.event.EventID, d.cmd(), tournament.SectionEdit{SectionID: 1, Revision: d.book(1).Section.Revision, To: to})
		return err
	}
	refused(t, edit(), "no_half_in_last", "from 0 to 99")
	limit := 9
	to.NoHalfInLast, to.RequestedByeLimit = 2, &limit
	expect.OK(t, edit())
	team := d.team("Ash", player("Ash One", 0), player("Ash Two", 0))
	ask := func(round int, kind tournament.ByeKind) error {
		return d.RequestBye(t.Context(), d.event.EventID, d.cmd(), team.TeamID, round, kind)
	}
	refused(t, ask(4, tournament.ByeHalf), "kind", "no half-point byes in the last 2 rounds (from round 4 on)")
	refused(t, ask(5, tournament.ByeHalf), "kind", "A round off for nothing is still possible")
	for round, kind := range map[int]tournament.ByeKind{3: tournament.ByeHalf, 4: tournament.ByeFull, 5: tournament.ByeZero} {
		err := ask(round, kind)
		expect.True(t, err == nil, "round %d %q: %v", round, kind, err)
	}
	absent := d.team("Birch", player("Birch One", 0), player("Birch Two", 0))
	for last, want := range map[int]tournament.ByeKind{4: tournament.ByeHalf, 5: tournament.ByeZero} {
		to.NoHalfInLast = last
		expect.OK(t, edit())
		choices := map[int64]tournament.CheckInChoice{team.TeamID: tournament.ChoiceKeep, absent.TeamID: tournament.ChoiceBye}
		expect.OK(t, d.CloseCheckIn(t.Context(), d.event.EventID, d.cmd(), 1, choices))
		for _, bye := range d.book(1).Byes {
			if bye.TeamID == absent.TeamID && (bye.RoundNo != 1 || bye.Kind != want) {
				t.Errorf("the last %d rounds without: %+v, want %s", last, bye, want)
			}
		}
	}
	for n, want := range map[int]string{0: "", 1: "the last round (round 5)", 2: "the last 2 rounds (from round 4 on)", 5: "any round", 9: "any round"} {
		section.NoHalfInLast = n
		expect.Equal(t, section.LastRounds(), want, "%d", n)
	}
}

func TestForbidPair(t *testing.T) {
	t.Parallel()
	d := open(t)
	a := d.team("Ash", player("Ash One", 0), player("Ash Two", 0))
	b := d.team("Birch", player("Birch One", 0), player("Birch Two", 0))
	expect.OK(t, d.ForbidPair(t.Context(), d.event.EventID, d.cmd(), tournament.ForbiddenPair{TeamID: b.TeamID, OtherID: a.TeamID, Hard: true, Reason: "sisters"}))
	want := []tournament.ForbiddenPair{{TeamID: a.TeamID, OtherID: b.TeamID, FirstRound: 1, LastRound: 5, Hard: true, Reason: "sisters"}}
	diff := cmp.Diff(want, d.book(1).Apart)
	expect.True(t, diff == "", "%v", diff)
	is(t, d.ForbidPair(t.Context(), d.event.EventID, d.cmd(), tournament.ForbiddenPair{TeamID: a.TeamID, OtherID: a.TeamID}), fault.Invalid, "two different teams")
	expect.OK(t, d.AllowPair(t.Context(), d.event.EventID, d.cmd(), a.TeamID, b.TeamID))
	pairs := d.book(1).Apart
	expect.Equal(t, len(pairs), 0, "%+v", pairs)
}

func TestAnotherEventsIdsAreUnknown(t *testing.T) {
	t.Parallel()
	d := open(t)
	team := d.team("Ash", player("Ash One", 0), player("Ash Two", 0))
	other := expect.Must(d.CreateEvent(t.Context(), d.cmd(), details("Elsewhere", tournament.NewSection{Name: "Open", Rulebook: "FIDEX"})))(t)
	ctx := t.Context()
	for name, err := range map[string]error{
		"check in":    second(d.CheckIn(ctx, other.EventID, d.cmd(), team.TeamID, tournament.TeamHere)),
		"withdraw":    second(d.Withdraw(ctx, other.EventID, d.cmd(), team.TeamID, 0)),
		"edit":        second(d.EditTeam(ctx, other.EventID, d.cmd(), tournament.TeamEdit{TeamID: team.TeamID})),
		"bye":         d.RequestBye(ctx, other.EventID, d.cmd(), team.TeamID, 1, tournament.ByeHalf),
		"link":        second(d.RenewTeamLinks(ctx, other.EventID, d.cmd(), map[int64][]byte{team.TeamID: make([]byte, 32)})),
		"no event":    second(d.AddTeam(ctx, 99, d.cmd(), tournament.NewTeam{})),
		"add section": second(d.AddSection(ctx, 99, d.cmd(), tournament.NewSection{Name: "X", Rulebook: "TR3"})),
	} {
		expect.True(t, fault.Is(err, fault.NotFound), "%s: %v", name, err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestRenewTeamLinks(t *testing.T) {
	t.Parallel()
	d := open(t)
	team := d.team("Ash", player("Ash One", 0), player("Ash Two", 0))
	cmd := d.cmd()
	hash := make([]byte, 32)
	hash[0] = 7
	if fresh, err := d.RenewTeamLinks(t.Context(), d.event.EventID, cmd, map[int64][]byte{team.TeamID: hash}); err != nil || !fresh {
		t.Fatalf("%v, %v", fresh, err)
	}
	if fresh, err := d.RenewTeamLinks(t.Context(), d.event.EventID, cmd, map[int64][]byte{team.TeamID: make([]byte, 32)}); err != nil || fresh {
		t.Errorf("the repeat: %v, %v", fresh, err)
	}
	got := d.book(1).Team(team.TeamID).LinkHash
	expect.Equal(t, got[0], 7, "a repeat replaced the link")
}

func TestImportIsWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.team("Knight Riders", player("Ada Abara", 1500), player("Ben Castillo", 1620))
	good := tournament.Import{
		Source:   "list.csv",
		Sections: []tournament.NewSection{{Name: "K-3", Rulebook: "FIDEX"}},
		Entries: []tournament.ImportEntry{
			{Line: 2, Section: "open", Team: "Pawn Stars", Players: []tournament.NewPlayer{player("Cleo Rossi", 1400), player("Mei Xu", 1410)}},
			{Line: 3, Section: "K-3", Team: "Tempo Tantrums", Players: []tournament.NewPlayer{player("Kira Castillo", 0), player("Emre Urban", 0)}},
			{Line: 4, Section: "K-3", Pool: true, Players: []tournament.NewPlayer{player("Otto Weiß", 0)}},
		},
	}
	bad := good
	bad.Entries = append(append([]tournament.ImportEntry(nil), good.Entries...),
		tournament.ImportEntry{Line: 5, Section: "Open", Team: "pawn stars", Players: []tournament.NewPlayer{player("Ada Abara", 0), player("Uma Roy", 0)}},
		tournament.ImportEntry{Line: 6, Section: "Closed", Team: "Nowhere", Players: []tournament.NewPlayer{player("Vera Moreau", 0), player("Wes Tanaka", 0)}},
	)
	before := d.version()
	problems := expect.Must(d.CheckImport(t.Context(), d.event.EventID, bad))(t)
	var got []string
	for _, p := range problems {
		got = append(got, p.Field)
	}
	if diff := cmp.Diff([]string{"player1", "name", "section"}, got); diff != "" {
		t.Error(diff)
	}
	_, err := d.ImportEntries(t.Context(), d.event.EventID, d.cmd(), bad)
	refused(t, err, "line5.name", "Pawn Stars")
	refused(t, err, "line6.section", "Closed")
	expect.MustTrue(t, d.version() == before && len(d.book(1).Teams) == 1, "a refused import left something behind")
	made, err := d.ImportEntries(t.Context(), d.event.EventID, d.cmd(), good)
	if diff := cmp.Diff(tournament.Imported{Sections: 1, Teams: 2, Players: 5, Pool: 1}, made); err != nil || diff != "" {
		t.Fatalf("%v\n%s", err, diff)
	}
	expect.Equal(t, d.version(), before+1, "%d journal entries, want one", d.version()-before)
	book := d.book(3)
	expect.True(t, len(book.Teams) == 1 && len(book.Pool()) == 1, "K-3: %+v", book.Teams)
}

func TestImportOfAThousandTeams(t *testing.T) {
	t.Parallel()
	d := open(t)
	var in tournament.Import
	for i := range 1000 {
		n := strings.Repeat("x", 1+i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676))
		in.Entries = append(in.Entries, tournament.ImportEntry{
			Line: i + 2, Section: "Open", Team: "Team " + n,
			Players: []tournament.NewPlayer{player("One "+n, 1000), player("Two "+n, 900)},
		})
	}
	made, err := d.ImportEntries(context.Background(), d.event.EventID, d.cmd(), in)
	expect.MustTrue(t, err == nil && made.Teams == 1000, "%+v, %v", made, err)
}
