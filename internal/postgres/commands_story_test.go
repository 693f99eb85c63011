package postgres_test

import (
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
)

func (o *office) must(err error) { o.t.Helper(); o.OK(err) }

func (o *office) book(section int64) *tournament.SectionBook {
	o.t.Helper()
	return expect.Must(o.desk.Reader().Book(o.t.Context(), 1, section))(o.t)
}

func (o *office) team(id int64) tournament.Team {
	o.t.Helper()
	for section := range int64(4) {
		if section == 0 {
			continue
		}
		if t := o.book(section).Team(id); t.TeamID != 0 {
			return t
		}
	}
	o.t.Fatalf("no team %d", id)
	return tournament.Team{}
}

func (o *office) match(id int64) tournament.Match {
	o.t.Helper()
	_, m := o.book(1).FindMatch(id)
	expect.MustTrue(o.t, m != nil, "no match %d", id)
	return *m
}

func (o *office) at(section int64, round int) tournament.DraftInput {
	o.t.Helper()
	r, err := o.desk.Reader().DraftRound(o.t.Context(), 1, section, round)
	o.must(err)
	return tournament.DraftInput{SectionID: section, RoundNo: round, Revision: r.Revision}
}

func people(names ...string) []tournament.NewPlayer {
	var list []tournament.NewPlayer
	for i, name := range names {
		rating := 1400 + 11*len(name) + i
		first, last := tournament.SplitName(name)
		list = append(list, tournament.NewPlayer{FirstName: first, LastName: last, Rating: &rating, Grade: "G" + last, School: "School of " + last, ExternalID: "ID-" + last})
	}
	return list
}

// setsUp makes the event and its sections.
func (o *office) setsUp() {
	ctx, desk := o.t.Context(), o.desk
	o.run("tournament.CreateEvent", "*", `^(section|event)\.`, func() error { // entered into an empty event, and shown there
		_, err := desk.CreateEvent(ctx, o.by(1, ""), tournament.NewEvent{
			Name: "Lake Cup", Slug: "lake", TimeZone: "UTC", StartsOn: o.now, Sections: []tournament.NewSection{{Name: "Open", Rulebook: "FIDEX", Broadcast: true}},
		})
		o.last = &journal.Change{Action: "create event"} // by a way of its own
		return err
	})
	o.run("tournament.EditEvent", "*", `event_slug`, func() error {
		return second(desk.EditEvent(ctx, 1, o.by(1, ""), tournament.EventEdit{To: tournament.NewEvent{
			Name: "Sea Cup", Slug: "sea", Venue: "Big Hall", Address: "Long Road 5", TimeZone: "Europe/Prague", StartsOn: o.now.AddDate(0, 0, 3), EndsOn: o.now.AddDate(0, 0, 4),
			Contact: "Kim, 555-0100", HideMinors: true, Schedule: "", MapLink: "https://maps.example.org/x", TablesPerRow: 17,
		}}))
	})
	o.exec(`insert into role_grant (event_id, grant_id, account_id, role, granted_by, granted_at) values (1, 900, 9, 'chief', 9, $1)`, o.now)
	o.run("tournament.SetEventState", "*", "", func() error { return desk.SetEventState(ctx, 1, o.by(1, ""), tournament.EventLive) })
	defaults := `section\.(slug|position|bye_kinds|byes_stay|leave_out_after|colour_mode|initial_colour|scoring|tie_breaks|tie_break_edition|house_rules|settings|seat_rotation|clock_ms|round_minutes|bye_points|requested_bye_limit|no_half_in_last|grace_minutes|appeal_minutes|rounds|matches_per_pairing|team_size|first_table|heavy_penalties|letter|group_count|advance|verify_[a-z]+|frozen)`
	o.run("tournament.AddSection", "*", defaults, func() error { // what nobody chose follows from the rulebook
		return second(desk.AddSection(ctx, 1, o.by(1, ""), tournament.NewSection{Name: "Groups", Rulebook: "TR3", System: tournament.GroupsKnockout, Groups: 2, Advance: 1, MatchesPerPairing: 2, SquadSize: 3, MidMatch: true}))
	})
	_, err := desk.AddSection(ctx, 1, o.by(1, ""), tournament.NewSection{Name: "Copy", Rulebook: "FIDEX"})
	o.must(err)
	o.run("tournament.HideSection", "*", "", func() error { return second(desk.HideSection(ctx, 1, o.by(1, ""), 3)) })
	o.run("tournament.ShowSection", "*", "", func() error { return second(desk.ShowSection(ctx, 1, o.by(1, ""), 3)) })
	limit, grace, bye := 3, 7, 3
	o.run("tournament.EditSection", "*", "", func() error {
		return second(desk.EditSection(ctx, 1, o.by(1, ""), tournament.SectionEdit{SectionID: 1, To: tournament.NewSection{
			Name: "Masters", Letter: "M", Hall: "North wing", Rulebook: "USCF-R", System: tournament.TeamSwiss, ColourMode: "none", InitialColour: "B",
			Rounds: 6, MatchesPerPairing: 2, Scoring: "match", ByePoints: &bye, RequestedByeLimit: &limit, NoHalfInLast: 2, LeaveOutAfter: 1, ByeKinds: tournament.OnlyHalfByes, TieBreaks: "PTS, SB", TieBreakEdition: 2023, FirstTable: 21,
			ClockMS: 180_000, RoundMinutes: 23, GraceMinutes: &grace, AppealMinutes: 19, SingleSource: false, Broadcast: true, BroadcastDelayS: 45,
			HeavyPenalties: "second-official", AppealDeposit: "20 euro", // OneOfficial would leave the second signatures below out
		}}))
	})
	o.run("tournament.SetHallRows", "*", "", func() error { return desk.SetHallRows(ctx, 1, o.by(1, ""), 1, tournament.HallRows{TablesPerRow: 9}) })
	start := o.now.Add(2 * time.Hour).Truncate(time.Minute)
	o.run("tournament.PlanTimes", "1", "", func() error {
		return desk.PlanTimes(ctx, 1, o.by(1, ""), tournament.PlanTimes{SectionID: 1, Was: make([]time.Time, 2), Starts: []time.Time{start, start.Add(time.Hour)}})
	})
	var move tournament.TimeMove
	o.run("tournament.MoveTimes", "1", `time_move\.(moved|moved_by|moved_name)`, func() (err error) {
		move, err = desk.MoveTimes(ctx, 1, o.by(1, ""), tournament.MoveTimes{SectionID: 1, Minutes: 25})
		return err
	})
	o.run("tournament.TakeMoveBack", "1", "", func() error { return second(desk.TakeMoveBack(ctx, 1, o.by(1, ""), 1, move.MoveID)) })
	o.run("tournament.SetRounds", "*", "", func() error { return second(desk.SetRounds(ctx, 1, o.by(1, ""), 1, 6, 7)) })
	o.run("tournament.SavePrizes", "*", "", func() error {
		return second(desk.SavePrizes(ctx, 1, o.by(1, ""), tournament.PrizeSettings{SectionID: 1, Plan: tournament.PrizePlan{
			Split: "hort", Currency: "EUR", Prizes: []tournament.Prize{{Name: "Winner", Place: 1, Money: 12300}, {Name: "Best school", Category: "school", Place: 1, Money: 4500}},
		}}))
	})
	o.run("tournament.SetHallRows", "*", "", func() error { return desk.SetHallRows(ctx, 1, o.by(1, ""), 1, tournament.HallRows{TablesPerRow: 13}) })
	o.run("tournament.SavePrizes", "*", "", func() error {
		return second(desk.SavePrizes(ctx, 1, o.by(1, ""), tournament.PrizeSettings{SectionID: 1, Plan: tournament.PrizePlan{
			Revision: 1, Split: "even", Currency: "CZK", Prizes: []tournament.Prize{{Name: "First", Category: "girls", Place: 2, Money: 7700}},
		}}))
	})
	screen := tournament.Screen{Name: "Main", Slug: "main", Programme: tournament.ShowMessage, Message: "Lunch at noon", Theme: "dark", Sections: []int64{1}}
	o.run("tournament.SteerScreen", "*", "", func() error { return second(desk.SteerScreen(ctx, 1, o.by(1, ""), tournament.Steering{To: screen})) })
	screen.Name, screen.Programme, screen.Message, screen.Theme, screen.Sections = "Door", tournament.ShowTables, "Be quiet", "light", nil
	o.run("tournament.SteerScreen", "*", "", func() error { return second(desk.SteerScreen(ctx, 1, o.by(1, ""), tournament.Steering{To: screen})) })
	o.run("tournament.RemoveScreen", "*", "", func() error { return second(desk.RemoveScreen(ctx, 1, o.by(1, ""), "main")) })
	o.run("tournament.PutRulebookText", "-", `rulebook_text\.(body|saved_name)`, func() error { // the text belongs to others: the journal has its digest
		return second(desk.PutRulebookText(ctx, 1, o.by(1, ""), tournament.RulebookText{Rulebook: "FIDEX", FileName: "ours.txt", Body: "19. Our words for an illegal move.\n"}, ""))
	})
	o.run("tournament.PutRulebookText", "-", `rulebook_text\.(body|saved_name)`, func() error {
		return second(desk.PutRulebookText(ctx, 1, o.by(1, ""), tournament.RulebookText{Rulebook: "TR3", FileName: "three.txt", Body: "7. Our words for the end.\n"}, ""))
	})
	o.run("tournament.TakeOutRulebookText", "-", `rulebook_text\.(body|saved_name)`, func() error {
		return desk.TakeOutRulebookText(ctx, 1, o.by(1, ""), "TR3", tournament.TextDigest("7. Our words for the end.\n"))
	})
	section := int64(1)
	o.run("tournament.OpenWebhook", "-", `webhook\.(secret|sent_seq)`, func() error { // a secret, and where it begins
		return second(desk.OpenWebhook(ctx, 1, o.by(1, ""), tournament.Webhook{URL: "https://hooks.example.org/a", SectionID: &section, Kinds: []string{"publish"}, Secret: "s3cret"}))
	})
	o.exec(`update webhook set stopped_at = $1, failures = 24, trouble = 'the answer was 502'`, o.now)
	o.run("tournament.ResumeWebhook", "-", `webhook\.(failures|trouble)`, func() error { return desk.ResumeWebhook(ctx, 1, o.by(1, ""), 1) }) // of its deliveries, not of the event
	o.run("tournament.CloseWebhook", "-", `webhook\.secret`, func() error { return desk.CloseWebhook(ctx, 1, o.by(1, ""), 1) })
	o.run("tournament.OpenFeed", "-", "", func() error { return second(desk.OpenFeed(ctx, 1, o.by(1, ""), 1, "Tables 1 to 8", make([]byte, 32))) })
	o.run("tournament.CloseFeed", "-", "", func() error { return desk.CloseFeed(ctx, 1, o.by(1, ""), 1, 1) })
	o.run("tournament.SendMessage", "-", "", func() error { return desk.SendMessage(ctx, 1, o.by(1, ""), 1, "Slips to the door") })
	o.run("tournament.EndMessage", "-", "", func() error { return desk.EndMessage(ctx, 1, o.by(1, ""), 1) })
}

const entered = `team\.(slug|strength|arrives_round|state)|player\.seat_order` // made from the entry, as the code on the badge

// enters makes the teams of sections 1 and 2.
func (o *office) enters() {
	ctx, desk := o.t.Context(), o.desk
	o.run("tournament.AddTeam", "*", entered, func() error {
		return second(desk.AddTeam(ctx, 1, o.by(1, ""), tournament.NewTeam{SectionID: 1, Name: "Knight Riders", School: "Harbor", Categories: "girls", Players: people("Maya Ortiz", "Theo Lind")}))
	})
	o.run("tournament.AddPoolPlayer", "-", "", func() error {
		return second(desk.AddPoolPlayer(ctx, 1, o.by(1, ""), tournament.NewPoolPlayer{SectionID: 1, Player: people("Ada Vera")[0]}))
	})
	_, err := desk.AddPoolPlayer(ctx, 1, o.by(1, ""), tournament.NewPoolPlayer{SectionID: 1, Player: people("Bea Wolf")[0]})
	o.must(err)
	o.run("tournament.PairPool", "*", entered, func() error { return second(desk.PairPool(ctx, 1, o.by(1, ""), "Late Knights", 3, 4)) })
	o.run("tournament.ImportEntries", "*", entered+`|player\.(first_name|last_name|rating|grade|school|external_id)|team\.(school|categories)`, func() error { // the file is named
		var list []tournament.ImportEntry
		for i, name := range []string{"Alpha", "Beta", "Gamma", "Delta"} {
			list = append(list, tournament.ImportEntry{Line: i + 1, Section: "Masters", Team: "Team " + name, Players: people("One "+name, "Two "+name)})
		}
		for i, name := range []string{"North", "South", "East", "West"} {
			list = append(list, tournament.ImportEntry{Line: i + 5, Section: "Groups", Team: "Team " + name, Players: people("One "+name, "Two "+name)})
		}
		return second(desk.ImportEntries(ctx, 1, o.by(1, ""), tournament.Import{Source: "list.csv", Entries: list}))
	})
	o.run("tournament.EditTeam", "*", entered, func() error {
		t := o.team(1)
		return second(desk.EditTeam(ctx, 1, o.by(1, ""), tournament.TeamEdit{
			TeamID: 1, Revision: t.Revision, Name: "Night Raiders", School: "Lakeside", Categories: "novices", Players: people("Mara Ortega", "Thea Lindt"),
		}))
	})
	_, err = desk.AddPoolPlayer(ctx, 1, o.by(1, ""), tournament.NewPoolPlayer{SectionID: 1, Player: people("Cid Xu")[0]})
	o.must(err)
	o.run("tournament.ChangePartner", "1", entered+`|player\.`, func() error { // who left and who came is told by name
		b := o.book(1)
		return second(desk.ChangePartner(ctx, 1, o.by(1, "x"), tournament.PartnerChange{
			TeamID: 1, Leaves: b.Members(1)[1].PlayerID, Joins: b.Pool()[0].PlayerID, Revision: b.Team(1).Revision,
		}))
	})
	b := o.book(2)
	mover := b.Teams[0]
	// The players go with their team.
	o.run("tournament.MoveTeam", "*", `^player\.section_id`, func() error {
		return second(desk.MoveTeam(ctx, 1, o.by(1, ""), tournament.TeamMove{TeamID: mover.TeamID, Revision: mover.Revision, SectionID: 3}))
	})
	mover = o.team(mover.TeamID)
	o.run("tournament.MoveTeam", "*", `^player\.section_id`, func() error {
		return second(desk.MoveTeam(ctx, 1, o.by(1, ""), tournament.TeamMove{TeamID: mover.TeamID, Revision: mover.Revision, SectionID: 2}))
	})
	waits, err := desk.AddPoolPlayer(ctx, 1, o.by(1, ""), tournament.NewPoolPlayer{SectionID: 2, Player: people("Wanda Waits")[0]})
	o.must(err)
	for _, way := range [][2]int64{{2, 3}, {3, 2}} {
		o.run("tournament.MoveEntries", "*", `^player\.section_id`, func() error {
			return second(desk.MoveEntries(ctx, 1, o.by(1, ""), tournament.EntriesMove{FromID: way[0], SectionID: way[1], Teams: []int64{mover.TeamID}, Players: []int64{waits.PlayerID}}))
		})
	}
	squad := people("Una Reed", "Duo Reed", "Tria Reed")
	_, err = desk.EditTeam(ctx, 1, o.by(1, ""), tournament.TeamEdit{TeamID: mover.TeamID, Revision: o.team(mover.TeamID).Revision, Name: o.team(mover.TeamID).Name, Players: squad, SameName: true})
	o.must(err)
	o.run("tournament.SetLineUp", "-", "", func() error {
		members := o.book(2).Members(mover.TeamID)
		return second(desk.SetLineUp(ctx, 1, o.by(1, ""), tournament.SetLineUp{TeamID: mover.TeamID, RoundNo: 1, MatchNo: 1, First: members[2].PlayerID, Second: members[0].PlayerID}))
	})
	o.run("tournament.CheckIn", "1", "", func() error { return second(desk.CheckIn(ctx, 1, o.by(1, ""), 1, tournament.TeamHere)) })
	o.run("tournament.RequestBye", "1", "", func() error { return desk.RequestBye(ctx, 1, o.by(1, ""), 1, 4, tournament.ByeHalf) })
	o.run("tournament.RequestBye", "1", "", func() error { return desk.RequestBye(ctx, 1, o.by(1, ""), 1, 4, tournament.ByeZero) })
	// "always" or "where possible" says whether it is hard.
	apart := tournament.ForbiddenPair{TeamID: 1, OtherID: 2, FirstRound: 2, LastRound: 5, Hard: true, Reason: "one family"}
	o.run("tournament.ForbidPair", "-", `hard`, func() error { return desk.ForbidPair(ctx, 1, o.by(1, ""), apart) })
	apart.FirstRound, apart.LastRound, apart.Hard, apart.Reason = 3, 6, false, "one car"
	o.run("tournament.ForbidPair", "-", `hard`, func() error { return desk.ForbidPair(ctx, 1, o.by(1, ""), apart) })
	o.run("tournament.AllowPair", "-", `hard`, func() error { return desk.AllowPair(ctx, 1, o.by(1, ""), 1, 2) })
	o.exec(`update team set school = 'Harbor' where team_id in (2, 3)`)
	o.run("tournament.ForbidClub", "-", "", func() error {
		return desk.ForbidClub(ctx, 1, o.by(1, ""), tournament.ForbiddenPair{TeamID: 2, FirstRound: 5, LastRound: 6, Reason: "one club"})
	})
	o.must(desk.AllowPair(ctx, 1, o.by(1, ""), 2, 3))
	o.run("tournament.ForbidClubs", "-", "", func() error {
		return second(desk.ForbidClubs(ctx, 1, o.by(1, ""), 1, tournament.ForbiddenPair{FirstRound: 5, LastRound: 6, Hard: true}))
	})
	o.run("tournament.SetPairsApart", "-", `hard`, func() error {
		return desk.SetPairsApart(ctx, 1, o.by(1, ""), tournament.PairsApart{SectionID: 1, Apart: []tournament.ForbiddenPair{{TeamID: 2, OtherID: 4, FirstRound: 5, LastRound: 6, Reason: "one house"}}})
	})
	o.must(desk.AllowPair(ctx, 1, o.by(1, ""), 2, 4))
	o.run("tournament.AllowClubs", "-", `hard`, func() error { return second(desk.AllowClubs(ctx, 1, o.by(1, ""), 1)) })
	o.run("tournament.GivePoints", "1", `team_points\.(given_name|match_points|game_points)`, func() error {
		return second(desk.GivePoints(ctx, 1, o.by(1, "late twice"), tournament.GivePoints{SectionID: 1, TeamID: 2, MatchPoints: -3}))
	})
	o.run("tournament.TakeBackPoints", "1", `team_points\.taken_back_name`, func() error { return second(desk.TakeBackPoints(ctx, 1, o.by(2, "the clock was wrong"), 1, 1)) })
	o.run("tournament.Withdraw", "1", "", func() error { return second(desk.Withdraw(ctx, 1, o.by(1, "went home"), 6, 0)) })
	o.run("tournament.Return", "1", "", func() error { return second(desk.Return(ctx, 1, o.by(1, ""), 6)) })
	o.run("tournament.WithdrawAgain", "1", "", func() error { return second(desk.WithdrawAgain(ctx, 1, o.by(1, ""), 6, 2)) })
	o.run("tournament.ReturnAs", "1", "", func() error { return second(desk.ReturnAs(ctx, 1, o.by(1, ""), 6, tournament.TeamHere)) })
	o.run("tournament.CloseCheckIn", "1", "", func() error {
		return desk.CloseCheckIn(ctx, 1, o.by(1, ""), 1, map[int64]tournament.CheckInChoice{2: tournament.ChoiceKeep, 3: tournament.ChoiceKeep, 4: tournament.ChoiceKeep, 5: tournament.ChoiceKeep})
	})
	o.run("tournament.ReopenCheckIn", "1", "", func() error {
		return desk.ReopenCheckIn(ctx, 1, o.by(1, ""), tournament.ReopenCheckIn{SectionID: 1, RoundNo: 1, Byes: []tournament.RequestedBye{{TeamID: 2, RoundNo: 1, Kind: tournament.ByeZero}}})
	})
	o.must(desk.RequestBye(ctx, 1, o.by(1, ""), 2, 1, ""))
	o.run("tournament.RenewTeamLinks", "-", "", func() error {
		return second(desk.RenewTeamLinks(ctx, 1, o.by(1, ""), map[int64][]byte{1: make([]byte, 32)}))
	})
}

const made = `^(round|team)\.|pairing\.reason` // by the system, from what the summary counts

// pairs drafts, edits, publishes and changes round 1.
func (o *office) pairs() {
	ctx, desk := o.t.Context(), o.desk
	o.run("tournament.MakeDraft", "-", made, func() error {
		return second(desk.MakeDraft(ctx, 1, o.by(1, ""), tournament.MakeDraftInput{DraftInput: o.at(1, 1)}))
	})
	o.run("tournament.CheckDraft", "-", made, func() error { return second(desk.CheckDraft(ctx, 1, o.by(1, ""), o.at(1, 1))) })
	o.run("tournament.TakeOverDraft", "-", made, func() error { return second(desk.TakeOverDraft(ctx, 1, o.by(2, ""), o.at(1, 1))) })
	o.run("tournament.EditDraft", "-", made, func() error {
		return second(desk.EditDraft(ctx, 1, o.by(2, ""), tournament.DraftEditInput{DraftInput: o.at(1, 1), Kind: tournament.EditSwap, TeamID: 1, OtherID: 3}))
	})
	o.run("tournament.DiscardDraft", "-", made, func() error { return second(desk.DiscardDraft(ctx, 1, o.by(2, ""), o.at(1, 1))) })
	publish := func(round int) error {
		_, err := desk.MakeDraft(ctx, 1, o.by(1, ""), tournament.MakeDraftInput{DraftInput: o.at(1, round)})
		o.must(err)
		return nil
	}
	o.must(publish(1))
	published := made + `|^(match|game|pairing|pairing_team|publication|section)\.` // the tables are told by table and team
	o.run("tournament.PublishRound", "1", published, func() error {
		return second(desk.PublishRound(ctx, 1, o.by(1, ""), tournament.PublishRound{DraftInput: o.at(1, 1), Typed: 1}))
	})
	o.run("tournament.Unpublish", "1", published, func() error {
		return second(desk.Unpublish(ctx, 1, o.by(1, "wrong list"), tournament.UnpublishInput{DraftInput: o.at(1, 1), Typed: 1}))
	})
	_, err := desk.PublishRound(ctx, 1, o.by(1, ""), tournament.PublishRound{DraftInput: o.at(1, 1), Typed: 1})
	o.must(err)
	first := o.book(1).Round(1).Pairings[0].Table()
	move := func(table, to int) error {
		return second(desk.MoveTable(ctx, 1, o.by(1, "a broken clock"), tournament.MoveTableInput{DraftInput: o.at(1, 1), Table: table, To: to}))
	}
	o.run("tournament.MoveTable", "1", published, func() error { return move(first, 90) })
	o.must(move(90, first))
	o.run("tournament.SwapPublished", "1", published, func() error {
		r := o.book(1).Round(1)
		return second(desk.SwapPublished(ctx, 1, o.by(1, "one family"), tournament.SwapPublishedInput{DraftInput: o.at(1, 1), TeamID: r.Pairings[0].TeamID(1), OtherID: r.Pairings[1].TeamID(1)}))
	})
}

// plays starts the clock of round 1 and enters results.
func (o *office) plays() {
	ctx, desk := o.t.Context(), o.desk
	clock := func() tournament.RoundClock {
		return tournament.RoundClock{SectionID: 1, RoundNo: 1, Revision: o.at(1, 1).Revision}
	}
	state := `round\.(state|match_starts|completed_at|clock_started)` // follows from the clock and the results
	o.run("tournament.StartClock", "1 1", state, func() error { return desk.StartClock(ctx, 1, o.by(1, ""), 1, 1) })
	o.run("tournament.PauseClock", "1 1", state+`|round\.clock_paused_s`, func() error { return desk.PauseClock(ctx, 1, o.by(1, ""), clock()) })
	o.run("tournament.ResumeClock", "1 1", state+`|round\.clock_paused_s`, func() error { return desk.ResumeClock(ctx, 1, o.by(1, ""), clock()) })
	o.run("tournament.AddMinutes", "1 1", state, func() error { return second(desk.AddMinutes(ctx, 1, o.by(1, ""), clock(), 4)) })
	o.run("tournament.StartMatch", "1 1", state, func() error { return desk.StartMatch(ctx, 1, o.by(1, ""), clock(), 2) })
	o.exec(`update round set clock_held_at = $1, clock_jump_ms = 600000, revision = revision + 1 where section_id = 1 and round_no = 1`, o.now)
	o.run("tournament.ConfirmClock", "1 1", state+`|round\.clock_(jump_ms|held_at)`, func() error { return desk.ConfirmClock(ctx, 1, o.by(1, ""), clock(), true) })
	table := tournament.TableClock{SectionID: 1, RoundNo: 1, Table: 21}
	o.run("tournament.PauseTable", "1 1", "", func() error { return desk.PauseTable(ctx, 1, o.by(1, "a broken clock"), table) })
	o.run("tournament.ResumeTable", "1 1", `pairing\.extra_s`, func() error { return second(desk.ResumeTable(ctx, 1, o.by(1, ""), table)) })
	o.run("tournament.ExtendTable", "1 1", `pairing\.extra_s`, func() error { return second(desk.ExtendTable(ctx, 1, o.by(1, ""), table, 6)) })
	o.run("tournament.SendRunner", "-", "", func() error { return desk.SendRunner(ctx, 1, o.by(1, ""), table, tournament.Runner{Name: "Ola"}) })
	o.run("tournament.NoteSeen", "-", `pairing\.seen_by`, func() error { return desk.NoteSeen(ctx, 1, o.by(1, ""), 1, 1, 21) })
	o.run("tournament.NotePrinted", "-", `printed_paper\.(content|printed_by)`, func() error {
		return desk.NotePrinted(ctx, 1, o.by(1, ""), []tournament.Printing{{SectionID: 1, RoundNo: 1, Paper: "slips", Content: "2 tables", Label: "version 3"}})
	})
	result := `match\.state|game\.(winner)|round\.|result_report\.(slot|state|articles|basis|counts|verified|replaces)` // by the rulebook, from the result
	entry := func(by int64, in tournament.TypedResult) error {
		in.SectionID, in.Round, in.Table, in.Source, in.Slip = 1, 1, 21, "desk", "slip "+string(rune('A'+by))
		return second(desk.EnterResult(ctx, 1, o.by(by, ""), in))
	}
	first := tournament.TypedResult{Match: 1, Ends: livegame.Ends{A: livegame.BoardEnd{Winner: 1, Reason: "checkmate"}}}
	o.run("tournament.EnterResult", "1 1", result, func() error { return entry(1, first) })
	id := o.book(1).Round(1).AtTable(21).Matches[0].MatchID
	o.run("tournament.UndoResult", "1 1", result, func() error {
		o.now = o.now.Add(-59 * time.Second) // within the time to undo
		return desk.UndoResult(ctx, 1, o.by(1, ""), id)
	})
	o.must(entry(1, first))
	o.run("tournament.VerifyResult", "1 1", result, func() error {
		return desk.VerifyResult(ctx, 1, o.by(2, ""), tournament.Verdict{MatchID: id, Revision: o.match(id).Revision, Reason: "the slip says otherwise"})
	})
	judged := tournament.ReportPlace{MatchID: id, ReportID: o.match(id).Reports[0].ReportID}
	o.run("tournament.TakeVerdictBack", "1 1", result, func() error { return desk.TakeVerdictBack(ctx, 1, o.by(2, ""), judged) })
	o.must(desk.VerifyResult(ctx, 1, o.by(2, ""), tournament.Verdict{MatchID: id, Revision: o.match(id).Revision, Reason: "the slip says otherwise"}))
	o.run("tournament.ResolveConflict", "1 1", result, func() error {
		return desk.ResolveConflict(ctx, 1, o.by(3, ""), tournament.Resolution{MatchID: id, Revision: o.match(id).Revision, Outcome: tournament.Drawn, Reason: "read again"})
	})
	other := o.book(1).Round(1).AtTable(21).Matches[1].MatchID
	o.must(entry(1, tournament.TypedResult{Match: 2, Outcome: tournament.FirstWins}))
	mistaken := []tournament.ReportPlace{{MatchID: other, ReportID: o.match(other).Result.ReportID}}
	o.run("tournament.TakeResultsBack", "1 1", result, func() error { return desk.TakeResultsBack(ctx, 1, o.by(1, ""), mistaken) })
	o.must(entry(1, tournament.TypedResult{Match: 2, Outcome: tournament.FirstWins}))
	o.run("tournament.TakeResultBack", "1 1", result, func() error {
		return second(desk.TakeResultBack(ctx, 1, o.by(2, ""), tournament.TakeResultBack{MatchID: other, Revision: o.match(other).Revision, Reason: "the slip of table 22"}))
	})
	o.must(entry(1, tournament.TypedResult{Match: 2, Outcome: tournament.FirstWins}))
	o.run("tournament.RekeyResult", "1 1", result, func() error {
		return second(desk.RekeyResult(ctx, 1, o.by(2, ""), tournament.Rekeying{MatchID: other, Revision: o.match(other).Revision, Outcome: tournament.SecondWins}))
	})
	o.must(desk.ResolveConflict(ctx, 1, o.by(3, ""), tournament.Resolution{MatchID: other, Revision: o.match(other).Revision, Outcome: tournament.FirstWins, Reason: "read again"}))
	o.run("tournament.ForfeitTable", "1 1", result, func() error {
		return second(desk.ForfeitTable(ctx, 1, o.by(1, ""), tournament.NoShow{SectionID: 1, Round: 1, Table: 23, Outcome: tournament.SecondWins, Reason: "did not come"}))
	})
	absent := o.book(1).Round(1).AtTable(23).TeamID(1)
	o.run("tournament.LetIn", "1", "", func() error { return second(desk.LetIn(ctx, 1, o.by(1, ""), absent)) })
	o.run("tournament.LeaveOutAgain", "1", "", func() error { return second(desk.LeaveOutAgain(ctx, 1, o.by(1, ""), absent)) })
	o.run("tournament.ForgiveAsBefore", "1", "", func() error { return second(desk.ForgiveAsBefore(ctx, 1, o.by(1, ""), absent, 1)) })
	o.must(second(desk.LeaveOutAgain(ctx, 1, o.by(1, ""), absent)))
	o.must(second(desk.LetIn(ctx, 1, o.by(1, ""), absent)))
}

// records keeps the moves of a match of table 22.
func (o *office) records() {
	ctx, desk := o.t.Context(), o.desk
	id := o.book(1).Round(1).AtTable(22).Matches[0].MatchID
	at := func() tournament.LivePlace {
		_, entries, err := desk.Reader().LiveRecord(ctx, 1, id)
		o.must(err)
		return tournament.LivePlace{SectionID: 1, MatchID: id, After: len(entries)}
	}
	acts := `match_act\.` // each act is an entry of a record that is only added to, and told in words
	o.run("tournament.RecordAct", "1 1", acts, func() error {
		return second(desk.RecordAct(ctx, 1, o.by(1, ""), tournament.RecordAct{LivePlace: at(), Board: "A", Text: "e4", Clocks: livegame.UnknownClocks}))
	})
	o.run("tournament.TakeBackAct", "1 1", acts, func() error { return second(desk.TakeBackAct(ctx, 1, o.by(1, ""), at())) })
	o.run("tournament.LoadGame", "1 1", acts, func() error {
		return second(desk.LoadGame(ctx, 1, o.by(1, ""), tournament.LoadGame{LivePlace: at(), Text: strings.NewReader(bpgn), Game: 1, Replace: true, Names: true}))
	})
}

const bpgn = "[Event \"Lake\"]\n[WhiteA \"a\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n[Result \"*\"]\n\n1A. e4 {180} 1a. e5 {179} *\n"

// corrects changes round 1 once round 2 is out.
func (o *office) corrects() {
	ctx, desk := o.t.Context(), o.desk
	for _, p := range o.book(1).Round(1).Pairings {
		for _, m := range p.Matches {
			if m.Result == nil && p.Table() != 0 {
				_, err := desk.EnterResult(ctx, 1, o.by(1, ""), tournament.TypedResult{SectionID: 1, Round: 1, Table: p.Table(), Match: m.MatchNo, Source: "desk", Outcome: tournament.FirstWins})
				o.must(err)
			}
		}
	}
	result := `match\.state|game\.|round\.|result_report\.(slot|state|articles|basis|verified|replaces|replaced_verified)`
	id := o.book(1).Round(1).AtTable(22).Matches[0].MatchID
	right := func() tournament.Correction {
		return tournament.Correction{MatchID: id, Revision: o.match(id).Revision, Outcome: tournament.SecondWins, Slip: "slip C", Reason: "the clerk read it wrong", Counts: tournament.CountsStandings, From: 3}
	}
	o.run("tournament.CorrectResult", "1", result, func() error { return second(desk.CorrectResult(ctx, 1, o.by(2, ""), right())) })
	_, err := desk.MakeDraft(ctx, 1, o.by(1, ""), tournament.MakeDraftInput{DraftInput: o.at(1, 2)})
	o.must(err)
	_, err = desk.PublishRound(ctx, 1, o.by(1, ""), tournament.PublishRound{DraftInput: o.at(1, 2), Typed: 2})
	o.must(err)
	waits := right()
	waits.Outcome, waits.From, waits.Slip, waits.Reason = tournament.Drawn, 4, "slip D", "the teams agree"
	o.run("tournament.CorrectResult", "-", `correction\.(state|input|sentence)`, func() error { return second(desk.CorrectResult(ctx, 1, o.by(2, ""), waits)) })
	o.run("tournament.Countersign", "1", result+`|correction\.state`, func() error { return second(desk.Countersign(ctx, 1, o.by(3, ""), 1, false)) })
	tables := []int{21, 22, 23}
	draw := right()
	draw.Outcome, draw.Counts, draw.From = tournament.FirstWins, "", 0
	_, err = desk.CorrectResult(ctx, 1, o.by(2, ""), draw)
	o.must(err)
	_, err = desk.Countersign(ctx, 1, o.by(3, ""), 2, false)
	o.must(err)
	o.exec(`update forbidden_pair set first_round = 1`)
	r := o.book(1).Round(2)
	o.must(desk.ForbidPair(ctx, 1, o.by(1, ""), tournament.ForbiddenPair{TeamID: r.Pairings[0].TeamID(1), OtherID: r.Pairings[0].TeamID(2), FirstRound: 1, LastRound: 6, Hard: true}))
	o.run("tournament.RepairRound", "1", made+`|^(match|game|pairing|pairing_team|publication)\.`, func() error {
		return second(desk.RepairRound(ctx, 1, o.by(2, "a correction"), tournament.RepairInput{DraftInput: o.at(1, 2), Tables: tables}))
	})
}

// groups plays section 2, whose groups end level.
func (o *office) groups() {
	ctx, desk := o.t.Context(), o.desk
	b := o.book(2)
	groups := b.Groups()
	o.run("tournament.SetGroup", "2", `group_no`, func() error {
		return second(desk.SetGroup(ctx, 1, o.by(1, ""), tournament.GroupMove{TeamID: groups[0].Teams[0], Group: 2, ExchangeID: groups[1].Teams[0]}))
	})
	o.run("tournament.SetGroupsAsBefore", "2", `group_no`, func() error {
		return desk.SetGroupsAsBefore(ctx, 1, o.by(1, ""), tournament.GroupsBefore{SectionID: 2, Groups: map[int64]*int{groups[0].Teams[0]: nil, groups[1].Teams[0]: nil}})
	})
	o.must(second(desk.SetGroup(ctx, 1, o.by(1, ""), tournament.GroupMove{TeamID: groups[0].Teams[0], Group: 2, ExchangeID: groups[1].Teams[0]})))
	_, err := desk.MakeDraft(ctx, 1, o.by(1, ""), tournament.MakeDraftInput{DraftInput: o.at(2, 1)})
	o.must(err)
	_, err = desk.PublishRound(ctx, 1, o.by(1, ""), tournament.PublishRound{DraftInput: o.at(2, 1), Typed: 1})
	o.must(err)
	for _, t := range o.book(2).Teams {
		if members := o.book(2).Members(t.TeamID); len(members) == 3 {
			m := o.book(2).Round(1).PairingOf(t.TeamID).Matches[0]
			o.run("tournament.Substitute", "2", "", func() error {
				return second(desk.Substitute(ctx, 1, o.by(1, "ill"), tournament.Substitute{TeamID: t.TeamID, MatchID: m.MatchID, Out: members[0].PlayerID, In: members[1].PlayerID}))
			})
		}
	}
	for _, p := range o.book(2).Round(1).Pairings {
		for _, m := range p.Matches {
			outcome := tournament.FirstWins
			if m.MatchNo == 2 {
				outcome = tournament.SecondWins
			}
			_, err := desk.EnterResult(ctx, 1, o.by(1, ""), tournament.TypedResult{SectionID: 2, Round: 1, Table: p.Table(), Match: m.MatchNo, Source: "desk", Outcome: outcome})
			o.must(err)
		}
	}
	first := o.book(2).Round(1).Pairings[0]
	sat := first.Matches[0].Sat(1)
	o.run("tournament.CorrectSeats", "2", "", func() error {
		return desk.CorrectSeats(ctx, 1, o.by(1, "the photo shows it"), tournament.CorrectSeats{MatchID: first.Matches[0].MatchID, TeamID: *first.Team1, First: sat[1], Second: sat[0]})
	})
	o.run("tournament.DecideTie", "*", `tie_order\.(position|decision_no)`, func() error {
		return second(desk.DecideTie(ctx, 1, o.by(1, ""), tournament.DecideTie{SectionID: 2, Teams: o.book(2).Groups()[0].Teams, Seed: "4711"}))
	})
	for _, g := range o.book(2).Groups()[1:] {
		o.must(second(desk.DecideTie(ctx, 1, o.by(1, ""), tournament.DecideTie{SectionID: 2, Teams: g.Teams, Seed: "4712"})))
	}
	_, err = desk.MakeDraft(ctx, 1, o.by(1, ""), tournament.MakeDraftInput{DraftInput: o.at(2, 2)})
	o.must(err)
	_, err = desk.PublishRound(ctx, 1, o.by(1, ""), tournament.PublishRound{DraftInput: o.at(2, 2), Typed: 2})
	o.must(err)
	final := o.book(2).Round(2).Pairings[0]
	for i, outcome := range []tournament.Outcome{tournament.FirstWins, tournament.SecondWins} {
		_, err := desk.EnterResult(ctx, 1, o.by(1, ""), tournament.TypedResult{SectionID: 2, Round: 2, Table: final.Table(), Match: i + 1, Source: "desk", Outcome: outcome})
		o.must(err)
	}
	o.run("tournament.SetDecider", "2", "", func() error {
		return second(desk.SetDecider(ctx, 1, o.by(1, ""), tournament.Decider{SectionID: 2, RoundNo: 2, Table: final.Table(), Slot: 2, How: tournament.DecidedByGame}))
	})
	o.exec(`update section set hold_final = true where section_id = 2`)
	o.run("tournament.AnnounceStandings", "2", "", func() error { return desk.AnnounceStandings(ctx, 1, o.by(1, ""), 2) })
}

// phases lets the finalists of section 2 into a section of its own.
func (o *office) phases() {
	ctx, desk := o.t.Context(), o.desk
	last, err := desk.AddSection(ctx, 1, o.by(1, ""), tournament.NewSection{Name: "Last", Rulebook: "TR3", Rounds: 2, SquadSize: 3})
	o.must(err)
	rule := phase.Rule{
		Feeds: []phase.Feed{{From: 2, Kind: phase.Places, First: 1, Last: 2}, {From: 2, Kind: phase.Losers, First: 3}},
		Carry: phase.Points, Seeding: phase.ByLot, Breaking: phase.PlayOff,
	}
	set := tournament.SetPhase{SectionID: last.SectionID, Rule: rule}
	o.run("tournament.SetPhase", "*", `phase_feed\.feed_no`, func() error { return second(desk.SetPhase(ctx, 1, o.by(1, ""), set)) })
	set.Revision, set.Rule.Carry, set.Rule.Feeds = 1, phase.Results, rule.Feeds[:1]
	o.must(second(desk.SetPhase(ctx, 1, o.by(1, ""), set)))
	start := func() tournament.StartPhase {
		p, _ := tournament.PhaseOfBook(o.book(last.SectionID))
		field, err := p.Field(map[int64]*tournament.SectionBook{2: o.book(2)})
		o.must(err)
		return tournament.StartPhase{SectionID: last.SectionID, Revision: p.Revision, Basis: field.Digest(), Seed: "4713"}
	}
	in := start()
	came := entered + `|^(team|player|phase)\.|^phase_entry\.(shared|lost_round|place|table_name|from_team)|^phase_result\.` // told by name, seed and reason
	o.run("tournament.StartPhase", "*", came, func() error { return second(desk.StartPhase(ctx, 1, o.by(1, ""), in)) })
	o.run("tournament.TakeStartBack", "*", came+`|phase_entry\.`, func() error {
		return desk.TakeStartBack(ctx, 1, o.by(1, "a wrong result"), last.SectionID, in.Revision+1)
	})
	o.must(second(desk.StartPhase(ctx, 1, o.by(1, ""), start())))
}

// imports takes the report of section 1 into section 3.
func (o *office) imports() {
	report, err := reportfile.Of(o.book(1))
	o.must(err)
	o.exec(`update section set (rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, scoring) =
		(select rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, scoring from section where section_id = 1) where section_id = 3`)
	o.run("tournament.ImportReport", "*", `.`, func() error { // the file is named, and what it made is counted
		return second(reportfile.Import(o.t.Context(), o.desk, 1, o.by(1, ""), 3, "copy.trf", report))
	})
}

// staffs gives roles and lets programs in.
func (o *office) staffs() {
	ctx, s := o.t.Context(), o.people
	root := access.Actor{AccountID: 1, Grants: []access.Grant{{EventID: 1, Role: access.Organizer}}}
	until := o.now.AddDate(0, 0, 2)
	o.run("account.GiveRole", "-", `expires_at`, func() error {
		return s.GiveRole(ctx, o.by(1, ""), root, account.GiveRole{EventID: 1, AccountID: 7, SectionID: 1, Role: access.Director, ExpiresAt: &until})
	})
	grant := func() int64 {
		officials, err := s.Officials(ctx, 1)
		o.must(err)
		for _, of := range officials {
			if of.AccountID == 7 {
				return of.Grants[0].GrantID
			}
		}
		return 0
	}
	o.run("account.MoveStaff", "-", "", func() error {
		return s.MoveStaff(ctx, o.by(1, ""), root, account.MoveStaff{EventID: 1, AccountID: 7, GrantID: grant(), SectionID: 2, Section: "Groups", Place: "tables 1 to 9"})
	})
	o.run("account.MoveStaff", "-", "", func() error {
		return s.MoveStaff(ctx, o.by(1, ""), root, account.MoveStaff{EventID: 1, AccountID: 7, GrantID: grant(), SectionID: 3, Section: "Copy", Place: "the door"})
	})
	o.run("account.TakeRole", "-", "", func() error { return s.TakeRole(ctx, o.by(1, ""), root, 1, grant()) })
	o.run("account.Invite", "-", "", func() error {
		return second(s.Invite(ctx, o.by(1, ""), account.Invite{EventID: 1, SectionID: 1, Role: access.Director, Name: "Kim Oh", Token: account.NewToken(), By: account.Identity{Account: account.Account{AccountID: 1}, Actor: root}}))
	})
	o.run("account.CancelInvitation", "-", `invitation\.expires_at`, func() error { return s.CancelInvitation(ctx, o.by(1, ""), 1, 1) })
	o.run("account.DeclareTie", "-", "", func() error {
		return s.DeclareTie(ctx, o.by(1, ""), account.Affiliation{EventID: 1, AccountID: 7, Kind: "club", Club: "Lakeside"})
	})
	o.run("account.RemoveTie", "-", "", func() error {
		return s.RemoveTie(ctx, o.by(1, ""), account.Affiliation{EventID: 1, AccountID: 7, Kind: "club", Club: "Lakeside"})
	})
	o.run("account.OpenToken", "-", "", func() error {
		return second(s.OpenToken(ctx, o.by(1, ""), account.NewProgram{EventID: 1, SectionID: 1, Name: "scoreboard", Scopes: []access.Scope{access.ScopeResults}, ExpiresAt: until, Token: account.NewToken()}))
	})
	o.run("account.CloseToken", "-", "", func() error { return s.CloseToken(ctx, o.by(1, ""), 1, 1) })
}
