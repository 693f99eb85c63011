package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Two corrections wait: who signs one as second is led to the other, and from there to
// the tables that depend on them.
func TestASecondSignatureLeadsOn(t *testing.T) {
	t.Parallel()
	l := played(t, 8)
	for _, table := range []string{"1", "2"} {
		at := strings.Replace(correct, "table/1", "table/"+table, 1)
		page := l.chief.get(at)
		l.send(at, url.Values{
			"revision": {page.value("input[name=revision]", "value")}, "outcome": {"slot2"}, "then": {"record"}, "reason": {"The slip was read upside down."},
		}).wants(http.StatusSeeOther)
	}
	second := l.person("ana", "Ana Ruiz", "none")
	l.give(second, l.event, l.section, access.SectionChief)
	first, other := "/e/lake/desk/open/corrections/1", "/e/lake/desk/open/corrections/2"
	to := second.post(first, url.Values{"do": {"sign"}, "key": {l.key()}}).wants(http.StatusSeeOther).to()
	expect.MustTrue(t, strings.HasPrefix(to, other+"?"), "leads to %s, want the other correction that waits", to)
	second.get(to).has(".said", "The next correction waits for you here.")
	to = second.post(other, url.Values{"do": {"refuse"}, "key": {l.key()}}).wants(http.StatusSeeOther).to()
	expect.True(t, strings.Contains(to, "/table/2/match/1/correct?"), "refused, it leads to %s, want the match, where it is corrected otherwise", to)
	second.get(other).has("a", "The match and its history")
}

// The answer to "show the new pairing" stands where the button is, and a press without a
// table says what is missing.
func TestPairingNamedTablesAnswersAtItsButton(t *testing.T) {
	t.Parallel()
	l := played(t, 8)
	tables := "/e/lake/desk/open/round/2/pair/tables"
	page := l.chief.get(tables).has("#becomes button", "Show the new pairing").hasNot("#becomes [role=alert]", "")
	to := page.value("main form", "action")
	expect.True(t, to == tables+"#becomes", "the form leads to %s, want its own buttons", to)
	l.chief.get(tables+"?revision=1").has("#becomes [role=alert]", "Tick the tables")
	l.chief.get(tables+"?revision=1&tables=1&tables=2").has("#becomes h3", "What they become")
}

// A section and an event that nobody entered go out of sight and come back; with an
// entry they stay.
func TestWhatNobodyEnteredCanBeHidden(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.give(l.chief, l.event, 0, access.Organizer)
	const setup = "/e/lake/desk/setup"
	added := expect.Must(l.tournament.AddSection(t.Context(), l.event, l.command(), tournament.NewSection{Name: "Beginners", Rulebook: "FIDEX"}))(t)
	l.settle()
	l.chief.get("/e/lake/beginners/pairings").wants(http.StatusOK)
	at := func(do string, section int64) url.Values {
		return url.Values{"do": {do}, "section": {strconv.FormatInt(section, 10)}, "key": {l.key()}}
	}
	l.chief.post(setup+"/hide", at("hide", l.section)).wants(http.StatusConflict)
	l.chief.get(setup).has("#sections button", "Beginners").hasNot("#sections button", "Open")

	to := l.chief.post(setup+"/hide", at("hide", added.SectionID)).wants(http.StatusSeeOther).to()
	l.settle()
	l.chief.get(to).has("#hidden button", "Beginners").hasNot("#sections strong", "Beginners")
	for _, gone := range []string{"/e/lake/beginners/pairings", "/e/lake/desk/beginners", "/e/lake/desk/setup/beginners"} {
		l.chief.get(gone).wants(http.StatusNotFound)
	}
	l.chief.get("/e/lake").wants(http.StatusOK).hasNot("main", "Beginners")
	_, err := l.tournament.AddSection(t.Context(), l.event, l.command(), tournament.NewSection{Name: "beginners", Rulebook: "FIDEX"})
	expect.True(t, err != nil && strings.Contains(fault.Fields(err)["name"], "hidden"), "the name of a hidden section is taken: %v", err)
	l.chief.post(setup+"/hide", at("show", added.SectionID)).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get("/e/lake/desk/beginners").wants(http.StatusOK)

	// The event: it has entries, so it stays; an empty one goes and comes back.
	l.chief.post(setup+"/state", url.Values{"state": {"setup"}, "key": {l.key()}}).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get(setup+"/check").hasNot("button", "Hide the event")
	l.chief.post(setup+"/state", url.Values{"state": {"hidden"}, "key": {l.key()}}).wants(http.StatusConflict)
	empty := expect.Must(l.tournament.CreateEvent(t.Context(), l.command(), tournament.NewEvent{Name: "Pond", Slug: "pond", TimeZone: "UTC", StartsOn: l.now}))(t)
	l.give(l.chief, empty.EventID, 0, access.Organizer)
	l.chief.get("/e/pond").wants(http.StatusOK)
	l.chief.get("/e/pond/desk/setup/check").has("button", "Hide the event")
	l.chief.post("/e/pond/desk/setup/state", url.Values{"state": {"hidden"}, "key": {l.key()}}).wants(http.StatusSeeOther)
	l.settleOn("pond")
	l.chief.get("/e/pond").wants(http.StatusNotFound)
	l.chief.get("/api/v1/events/pond").wants(http.StatusNotFound)
	l.chief.get("/desk").has("#hidden strong", "Pond")
	l.chief.get("/e/pond/desk/setup/check").has("button", "Bring Pond back")
	l.chief.post("/e/pond/desk/setup/state", url.Values{"state": {"live"}, "key": {l.key()}}).wants(http.StatusConflict)
	l.chief.post("/e/pond/desk/setup/state", url.Values{"state": {"setup"}, "key": {l.key()}}).wants(http.StatusSeeOther)
	l.settleOn("pond")
	l.chief.get("/e/pond").wants(http.StatusOK)
}

// A team that was not paired goes to another section with everything that is its own;
// what it asked for in the old one stays behind, and a paired one stays itself.
func TestATeamMovesToAnotherSection(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.give(l.chief, l.event, 0, access.Organizer)
	l.accept()
	other := expect.Must(l.tournament.AddSection(t.Context(), l.event, l.command(), tournament.NewSection{Name: "Beginners", Rulebook: "FIDEX"}))(t)
	l.settle()
	expect.OK(t, l.tournament.ForbidPair(t.Context(), l.event, l.command(), tournament.ForbiddenPair{TeamID: 2, OtherID: 3}))
	const team = "/e/lake/desk/open/teams/3"
	page := l.chief.get(team).has("#move option", "Beginners").hasNot("#move option", "Open")
	form := url.Values{"section": {strconv.FormatInt(other.SectionID, 10)}, "revision": {page.value("#move input[name=revision]", "value")}, "key": {l.key()}}
	to := l.chief.post(team+"/move", form).wants(http.StatusSeeOther).to()
	expect.MustTrue(t, strings.HasPrefix(to, "/e/lake/desk/beginners/teams/3?"), "leads to %s", to)
	l.settle()
	l.chief.get(to).has(".said", "plays in Beginners from round 1 on").has("input", "").has("#move option", "Open")
	expect.Equal(t, l.chief.post(team+"/move", form).wants(http.StatusSeeOther).to(), to, "sent again it leads to")
	third := expect.Must(l.tournament.AddSection(t.Context(), l.event, l.command(), tournament.NewSection{Name: "Third", Rulebook: "FIDEX"}))(t)
	expect.Must(l.tournament.AddTeam(t.Context(), l.event, l.command(), tournament.NewTeam{SectionID: third.SectionID, Name: l.read().Team(2).Name, Players: []tournament.NewPlayer{{FirstName: "Una", LastName: "Reed"}, {FirstName: "Duo", LastName: "Reed"}}}))(t)
	l.settle()
	same := url.Values{"section": {strconv.FormatInt(third.SectionID, 10)}, "revision": {strconv.Itoa(l.read().Team(2).Revision)}}
	l.send("/e/lake/desk/open/teams/2/move", same).wants(http.StatusUnprocessableEntity).has("#move .field-error", "has a team “"+l.read().Team(2).Name+"” already").has("[role=alert]", "has a team “"+l.read().Team(2).Name+"” already").has("#move option[selected]", "Third")
	expect.Equal(t, l.chief.get(team).wants(http.StatusSeeOther).to(), "/e/lake/desk/beginners/teams/3", "where it was leads to")
	here := l.person("kim", "Kim", "none")
	l.give(here, l.event, l.section, access.Director)
	here.get(team).wants(http.StatusNotFound)
	here.post(team+"/move", form).wants(http.StatusForbidden)
	book, err := l.tournament.Reader().Book(t.Context(), l.event, other.SectionID)
	expect.MustTrue(t, err == nil && len(book.Teams) == 1 && len(book.Members(3)) == 2 && book.Team(3).Code == "T3", "the new section has %+v, %v", book.Teams, err)
	left := l.read()
	expect.True(t, len(left.Teams) == 3 && len(left.Apart) == 0, "left behind: %d teams, pairs %v", len(left.Teams), left.Apart)
	verified := expect.Must(postgres.VerifyJournals(t.Context(), l.pool))(t)
	for _, e := range verified {
		expect.True(t, len(e.Differs) == 0 && e.Broken == "", "the journal knows otherwise: %s %v", e.Broken, e.Differs)
	}

	l.draft(1)
	one := url.Values{"section": {strconv.FormatInt(other.SectionID, 10)}, "revision": {strconv.Itoa(l.read().Team(1).Revision)}}
	l.send("/e/lake/desk/open/teams/1/move", one).wants(http.StatusConflict).has("[role=alert]", "stands in the draft of round 1")
}

// A section that is too small goes into another one as a whole, from the list of its teams; who
// cannot come is told why beside the name, and nobody has moved.
func TestASectionMovesIntoAnother(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.give(l.chief, l.event, 0, access.Organizer)
	l.accept()
	ctx := t.Context()
	other := expect.Must(l.tournament.AddSection(ctx, l.event, l.command(), tournament.NewSection{Name: "Beginners", Rulebook: "FIDEX"}))(t)
	first := l.read().Team(1)
	two := []tournament.NewPlayer{{FirstName: "Una", LastName: "Reed"}, {FirstName: "Duo", LastName: "Reed"}}
	twin := expect.Must(l.tournament.AddTeam(ctx, l.event, l.command(), tournament.NewTeam{SectionID: other.SectionID, Name: first.Name, Players: two}))(t)
	expect.Must(l.tournament.AddPoolPlayer(ctx, l.event, l.command(), tournament.NewPoolPlayer{SectionID: l.section, Player: tournament.NewPlayer{FirstName: "Wanda", LastName: "Waits"}}))(t)
	expect.OK(t, l.tournament.RequestBye(ctx, l.event, l.command(), 2, 1, tournament.ByeHalf))
	l.settle()
	const list = "/e/lake/desk/open/teams"
	l.chief.get(list).has("a.btn", "Move to another section")
	expect.Equal(t, l.chief.get(list+"/move").count("input[type=checkbox][checked]"), 0, "boxes that are ticked at first")
	form := l.chief.get(list+"/move?all=yes").has("option", "Beginners").hasNot("option", "Open")
	expect.Equal(t, form.count("input[type=checkbox][checked]"), 5, "boxes that are ticked")
	all := url.Values{"section": {strconv.FormatInt(other.SectionID, 10)}, "team1": {"yes"}, "team2": {"yes"}, "team3": {"yes"}, "team4": {"yes"}, "player9": {"yes"}}
	for _, p := range l.read().Pool() {
		all.Del("player9")
		all.Set("player"+strconv.FormatInt(p.PlayerID, 10), "yes")
	}
	refused := l.send(list+"/move", all).wants(http.StatusUnprocessableEntity).has(".field-error", "has a team “"+first.Name+"” already").has("label", "somebody else")
	expect.Equal(t, refused.count("input[type=checkbox][checked]"), 5, "boxes that stay ticked")
	expect.Equal(t, len(l.read().Teams), 4, "teams that stay")
	l.send(list+"/move", url.Values{"section": {all.Get("section")}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Tick who moves")
	expect.Must(l.tournament.EditTeam(ctx, l.event, l.command(), tournament.TeamEdit{TeamID: twin.TeamID, Revision: twin.Revision, Name: "Twins", Players: two}))(t)
	to := l.send(list+"/move", all).wants(http.StatusSeeOther).to()
	l.settle()
	there := expect.Must(l.tournament.Reader().Book(ctx, l.event, other.SectionID))(t)
	l.chief.get(to).has(".said", "Moved to Beginners: 4 teams, 1 without a partner.").has(".said", "did not come along: "+there.Team(2).Name).has(".said", "Open has no entry any more")
	expect.Equal(t, len(there.Teams), 5, "teams that came")
	expect.Equal(t, l.send(list+"/move", all).wants(http.StatusSeeOther).to(), to, "sent again it leads to")
	all.Del("key")
	l.send(list+"/move", all).wants(http.StatusUnprocessableEntity).has(".field-error", first.Name+" is in Beginners by now")
	l.chief.get(list+"/move").has(".empty", "Nobody can move")
	here := l.person("kim", "Kim", "none")
	l.give(here, l.event, other.SectionID, access.Director)
	back := url.Values{"section": {strconv.FormatInt(l.section, 10)}, "team1": {"yes"}, "key": {l.key()}}
	here.post("/e/lake/desk/beginners/teams/move", back).wants(http.StatusForbidden)
}

// What is wrong with something that a page does not ask for any more is said on top of it, and
// where there is no form to show again, under the title of the refusal.
func TestNoRefusalKeepsItsReasonToItself(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.give(l.chief, l.event, 0, access.Organizer)
	l.accept()
	l.send("/e/lake/desk/open/teams/1/partner", url.Values{"leaves": {"1"}, "joins": {"99"}, "revision": {"0"}}).wants(http.StatusUnprocessableEntity).has("[role=alert]", "Choose a player of the pool")
	l.send("/account/density", url.Values{"density": {"loose"}}).wants(http.StatusUnprocessableEntity).has(".problem p", "Choose roomy, desk or tight.")
	l.send("/e/lake/desk/setup/path", url.Values{
		"preset": {"groups"}, "name-1": {"First"}, "name-2": {"Then"}, "rulebook": {"FIDEX"}, "rounds": {"three"}, "through": {"2"}, "groups": {"4"}, "breaking": {"tie-breaks"}, "do": {"show"},
	}).wants(http.StatusUnprocessableEntity).has(".field-error", "Enter a whole number")
}

// Who is moved into a knockout that has begun, or into groups whose tables stand, plays nothing
// before it has a place: nobody is told otherwise.
func TestWhoComesTooLateForAPlanIsTold(t *testing.T) {
	t.Parallel()
	for system, says := range map[string][2]string{"knockout": {"plays in none of its ties", "no place in the knockout"}, "round-robin": {"on the page Groups", "no place in a group"}} {
		l := newLeague(t, 4)
		l.give(l.chief, l.event, 0, access.Organizer)
		l.exec(`update section set system = $2, rounds = 3, tie_breaks = 'PTS' where event_id = $1`, l.event, system)
		l.accept()
		other := expect.Must(l.tournament.AddSection(t.Context(), l.event, l.command(), tournament.NewSection{Name: "Beginners", Rulebook: "FIDEX"}))(t)
		late := expect.Must(l.tournament.AddTeam(t.Context(), l.event, l.command(), tournament.NewTeam{SectionID: other.SectionID, Name: "Late Lions", Players: []tournament.NewPlayer{{FirstName: "A", LastName: "Lion"}, {FirstName: "B", LastName: "Lion"}}}))(t)
		l.pair(1)
		to := l.send(path("/e/lake/desk/beginners/teams/%d/move", late.TeamID), url.Values{"section": {strconv.FormatInt(l.section, 10)}, "revision": {"0"}}).wants(http.StatusSeeOther).to()
		l.settle()
		l.chief.get("/e/lake/desk/open/teams").has("[data-team-row] .tag-warn", says[0])
		l.chief.get(to).has(".said", says[0]).hasNot(".said", "from round 2 on")
		l.visitor().get("/e/lake/team/"+late.Slug).wants(http.StatusOK).has("main", says[1]).hasNot("main", "plays from round 2 on")
	}
}

// Club mates of the whole section are kept apart in one act, and meet again in one.
func TestClubMatesOfAWholeSectionAreKeptApart(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.exec(`update team set school = case when team_id <= 3 then 'Harbor' when team_id <= 5 then 'Hill' else '' end where event_id = $1`, l.event)
	const clubs = "/e/lake/desk/open/teams/clubs"
	l.chief.get("/e/lake/desk/open/teams").has("#clubs", "2 clubs with more than one team").has("#clubs p", "Harbor (3 teams), Hill (2 teams)").hasNot("#clubs button", "meet again")
	l.send(clubs, url.Values{"do": {"apart"}, "force": {"hard"}}).wants(http.StatusSeeOther)
	if apart := l.read().Apart; len(apart) != 4 || !apart[0].Hard || apart[0].Reason != "Harbor" {
		t.Fatalf("kept apart: %+v", apart)
	}
	l.draft(1)
	drafted := expect.Must(l.tournament.Reader().DraftRound(t.Context(), l.event, l.section, 1))(t)
	for _, p := range drafted.Draft.Tables {
		one, other := l.read().Team(p.First.TeamID), l.read().Team(p.Second.TeamID)
		expect.True(t, one.School == "" || one.School != other.School, "%s meets %s of the same club", one.Name, other.Name)
	}
	l.chief.get("/e/lake/desk/open/teams").has("#clubs", "4 pairs kept apart")
	l.send(clubs, url.Values{"do": {"meet"}}).wants(http.StatusSeeOther)
	if apart := l.read().Apart; len(apart) != 0 {
		t.Errorf("still apart: %+v", apart)
	}
}

// One official alone signs a correction of an earlier round once; the reason says so.
func TestOneOfficialAloneSignsOnce(t *testing.T) {
	t.Parallel()
	l := played(t, 8)
	page := l.chief.get(correct).has(".note", "Two officials sign").has(".note a", "one official alone")
	const step = "/e/lake/desk/setup/open/rulebook"
	form := url.Values{"one_official": {"yes"}}
	for _, name := range []string{"revision", "shown", "appeal_minutes", "appeal_deposit"} {
		form.Set(name, l.chief.get(step).value("input[name="+name+"]", "value"))
	}
	set(form, "rulebook", "FIDEX", "heavy_penalties", "tell-chief")
	l.send(step, form).wants(http.StatusSeeOther)
	l.settle()
	expect.MustTrue(t, l.read().Section.OneOfficial, "the switch was not saved")
	l.chief.get(correct).hasNot(".note", "Two officials sign")
	l.send(correct, url.Values{
		"revision": {page.value("input[name=revision]", "value")}, "outcome": {"slot2"}, "then": {"count"}, "reason": {"Read upside down."},
	}).wants(http.StatusSeeOther)
	m := l.read().Round(1).AtTable(1).Matches[0]
	expect.True(t, m.Result.Outcome == tournament.SecondWins && strings.Contains(m.Result.Reason, "one official alone"), "the match has %+v", m.Result)
}

// The tables of a new section begin after those of the others.
func TestTablesOfANewSectionBeginAfterTheLast(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 62)
	l.give(l.chief, l.event, 0, access.Organizer)
	first := l.chief.get("/e/lake/desk/setup/new?all=yes").value("input[name=first_table]", "value")
	expect.True(t, first == "41", "the form offers table %s, want 41: tables 1 to 31 are taken", first)
	l.chief.post("/e/lake/desk/setup/new", url.Values{
		"first": {"yes"}, "name": {"Beginners"}, "rulebook": {"FIDEX"}, "shown": {"FIDEX"}, "key": {l.key()},
	}).wants(http.StatusSeeOther)
	sections, err := l.tournament.Reader().Sections(t.Context(), l.event)
	expect.MustTrue(t, err == nil && len(sections) == 2 && sections[1].FirstTable == 41, "sections %+v, %v", sections, err)
	third, err := l.tournament.AddSection(t.Context(), l.event, l.command(), tournament.NewSection{Name: "Third", Rulebook: "FIDEX"})
	expect.True(t, err == nil && third.FirstTable == 91, "behind a section without an entry it begins at %d, %v; want 91", third.FirstTable, err)
}

// A team that did not come forfeits every unreported match of its table in one act.
func TestANoShowIsOneAct(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	director := l.person("ana", "Ana Ruiz", "none")
	l.give(director, l.event, l.section, access.Director)
	const at = "/e/lake/desk/open/round/1/table/1/no-show"
	director.get("/e/lake/desk/open/round/1/wall?table=1").has(".entry-live a", "No-show")
	director.get(at).wants(http.StatusOK).has("button", "Forfeit both matches")
	director.post(at, url.Values{"reason": {"Did not come."}, "key": {l.key()}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Choose who did not come")
	before := l.version()
	form := url.Values{"forfeit": {"slot2"}, "reason": {"Did not come."}, "key": {l.key()}}
	to := director.post(at, form).wants(http.StatusSeeOther).to()
	director.get(to).has(".said", "Table 1, matches 1 and 2:")
	german := director.post(at+"?lang=de", form).wants(http.StatusSeeOther).to() // sent twice, the same was done
	director.get(german).has(".said", "Tisch 1, Matches 1 und 2: Team").has(".said", "gewinnt kampflos gegen")
	now := l.version()
	expect.True(t, now == before+1, "%d journal entries, want one", now-before)
	for _, m := range l.read().Round(1).AtTable(1).Matches {
		expect.True(t, m.Result != nil && m.Result.Forfeit && m.Result.Outcome == tournament.SecondWins, "match %d has %+v", m.MatchNo, m.Result)
	}
	form.Set("key", l.key())
	director.post(at, form).wants(http.StatusConflict)
	director.get("/e/lake/desk/open/round/1/wall?table=1").hasNot(".entry-live a", "No-show")
}

// A team whose moves are on record has come.
func TestWhoPlaysIsNoNoShow(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.plays("A e4")
	before := l.version()
	l.send("/e/lake/desk/open/round/1/table/1/no-show", url.Values{"forfeit": {"slot2"}, "reason": {"Did not come."}}).
		wants(http.StatusConflict).has(".note", "Moves of match 1 at table 1 are on record, so both teams came")
	expect.Equal(t, l.version(), before, "something was saved")
}

// On a machine of one's own the organizer of all its events keeps its backups; elsewhere,
// and when there is another event, the administrator does.
func TestBackupsOfAMachineOfOnesOwn(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	organizer := l.person("olga", "Olga Wirth", "none")
	l.give(organizer, l.event, 0, access.Organizer)
	const backup = "/e/lake/desk/backup"
	press := func() *answer { return organizer.post(backup, url.Values{"key": {l.key()}}) }
	organizer.get(backup).wants(http.StatusOK).hasNot("main button", "Make a backup")
	press().wants(http.StatusForbidden)

	l.server.OnOwnMachine()
	organizer.get(backup).has("main button", "Make a backup")
	if a := press(); a.status == http.StatusForbidden {
		t.Error("the organizer of all events may not make a backup")
	}
	if a := organizer.get(backup + "/none"); a.status == http.StatusForbidden {
		t.Error("nor download one")
	}
	l.chief.get(backup).wants(http.StatusForbidden)
	expect.Must(l.tournament.CreateEvent(t.Context(), l.command(), tournament.NewEvent{Name: "Pond", Slug: "pond", TimeZone: "UTC", StartsOn: l.now}))(t)
	press().wants(http.StatusForbidden)
}

// Where nobody was checked in the first draft asks first.
func TestPairingAsksWhenNobodyIsCheckedIn(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.exec(`update team set state = 'entered' where event_id = $1`, l.event)
	const pair = "/e/lake/desk/open/round/1/pair"
	l.chief.get(pair).has(".note", "Nobody of 6 teams is checked in").has("a.btn-main", "Check teams in first").has("button", "Pair all 6 teams as they are")
	form := url.Values{"do": {"make"}, "revision": {"0"}}
	l.send(pair, form).wants(http.StatusConflict).has("[role=alert]", "Nobody of the 6 teams is checked in")
	set(form, "unseen", "yes", "key", l.key())
	l.send(pair, form).wants(http.StatusSeeOther)
	l.chief.get(pair).has(".draft th", "1")
}

// A team that was entered twice and taken out again is neither counted nor taken for one that was seen.
func TestWhoIsTakenOutBeforeRoundOneCountsNowhere(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.exec(`update team set state = 'entered' where event_id = $1`, l.event)
	expect.Must(l.tournament.Withdraw(t.Context(), l.event, l.command(), 6, 1))(t)
	l.chief.get("/e/lake/desk/open/round/1/pair").has(".note", "Nobody of 5 teams is checked in")
	l.chief.get("/e/lake/desk/open").has("main", "5 teams entered").hasNot("main", "6 teams")
	l.chief.get("/e/lake").has("main", "5 teams").hasNot("main", "6 teams")
	l.chief.get("/e/lake/open/standings").has("main", "5 teams so far")
}

// A tie of a knockout that ended level is decided by a field, not by another result.
func TestALevelTieIsDecided(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'knockout', rounds = 2 where event_id = $1`, l.event)
	l.accept()
	l.chief.get("/e/lake/desk/open/round/1/pair").has(".note", "can end level")
	l.pair(1)
	l.levelAtTable1(1)
	const next = "/e/lake/desk/open/round/2/pair"
	l.send(next, url.Values{"do": {"make"}, "revision": {"0"}}).wants(http.StatusConflict).has("[role=alert]", "say who goes on")
	l.chief.get(next).has("#level-1 h2", "Table 1 ended level").has("#level-1 button", "Set who goes on")
	const decider = "/e/lake/desk/open/round/1/pair/decider"
	l.send(decider, url.Values{"table": {"1"}, "decider": {"2"}}).wants(http.StatusUnprocessableEntity).
		has("#level-1 .field-error", "Choose how it was decided").has("#level-1 option[selected]", l.read().SlotName(l.read().Round(1).Pairings[0], 2))
	l.send(decider, url.Values{"table": {"1"}, "decider": {"2"}, "how": {"other"}}).wants(http.StatusUnprocessableEntity).has("#level-1 .field-error", "Say how it was decided")
	l.send(decider, url.Values{"table": {"2"}, "decider": {"2"}, "how": {"lot"}}).wants(http.StatusConflict)
	won := l.read().Round(1).AtTable(1).TeamID(2)
	to := l.send(decider, url.Values{"table": {"1"}, "decider": {"2"}, "how": {"game"}, "reason": {"White on A by a toss"}}).wants(http.StatusSeeOther).to()
	l.chief.get(to).has(".said", "go on, decided by one more game (White on A by a toss)")
	l.send(next, url.Values{"do": {"make"}, "revision": {"0"}}).wants(http.StatusSeeOther)
	drafted := expect.Must(l.tournament.Reader().DraftRound(t.Context(), l.event, l.section, 2))(t)
	final := drafted.Draft.Tables[0]
	expect.True(t, final.First.TeamID == won || final.Second.TeamID == won, "the final is %+v, without team %d", final, won)
	verified := expect.Must(postgres.VerifyJournals(t.Context(), l.pool))(t)
	for _, e := range verified {
		expect.True(t, len(e.Differs) == 0 && e.Broken == "", "the journal knows otherwise: %s %v", e.Broken, e.Differs)
	}
	l.send(decider, url.Values{"table": {"1"}, "decider": {"1"}, "how": {"lot"}}).wants(http.StatusConflict).has("[role=alert]", "Discard it first")
}

// levelAtTable1 plays a round: the first table ends level, the others do not.
func (l *league) levelAtTable1(round int) {
	l.t.Helper()
	for _, p := range l.read().Round(round).Pairings {
		for i, m := range p.Matches {
			outcome := tournament.FirstWins
			if p.Table() == 1 && i == 1 {
				outcome = tournament.SecondWins
			}
			in := tournament.TypedResult{SectionID: l.section, Round: round, Table: p.Table(), Match: m.MatchNo, Revision: m.Revision, Source: "desk", Outcome: outcome}
			expect.Must(l.tournament.EnterResult(l.t.Context(), l.event, l.command(), in))(l.t)
		}
	}
}

// The final has no next round: its level tie is decided at its own workbench, to which the
// wall and the section's page lead. Every bracket says in every language how it came.
func TestALevelFinalIsDecided(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.exec(`update section set system = 'knockout', rounds = 1 where event_id = $1`, l.event)
	l.accept()
	l.pair(1)
	l.levelAtTable1(1)
	l.settle()
	const own = "/e/lake/desk/open/round/1/pair#level-1"
	expect.Equal(t, l.chief.get("/e/lake/desk/open").has("a.btn-main", "Settle a level tie").value("a.btn-main", "href"), own, "the section's page leads to")
	wall := l.chief.get("/e/lake/desk/open/round/1/wall?table=1&match=2").has(".entry-live a", "Level: who goes on")
	expect.True(t, slices.ContainsFunc(find(wall.doc, ".entry-live a"), func(n *html.Node) bool { return attr(n, "href") == own }), "the wall does not lead to %s", own)
	l.chief.get(own).has("#level-1 button", "Set who goes on").has("#level-1 p", "1 each")
	to := l.send("/e/lake/desk/open/round/1/pair/decider", url.Values{"table": {"1"}, "decider": {"2"}, "how": {"lot"}, "reason": {"drawn by Ana"}}).wants(http.StatusSeeOther).to()
	expect.MustTrue(t, strings.HasPrefix(to, "/e/lake/desk/open/round/1/pair"), "leads to %s", to)
	l.settle()
	l.chief.get(to).has(".said", "decided by lot (drawn by Ana)").has("#level-1 option[selected]", "By lot")
	l.chief.get("/e/lake/desk/open").has("a.btn-main", "Final standings").hasNot("main", "Start later")
	visitor := l.visitor()
	for language, says := range map[string]string{
		"en": "decided by lot", "de": "durch Los entschieden", "fr": "décidé par tirage au sort", "es": "decidido por sorteo", "cs": "rozhodl los",
	} {
		visitor.get("/e/lake/open/standings?lang="+language).has(".tie .tie-table", says).hasNot(".tie", "drawn by Ana")
	}
	won := l.read().Team(l.read().Round(1).AtTable(1).TeamID(2)).Name
	visitor.get("/e/lake/open/standings").has(".tie-won", won)
	for _, slug := range []string{"team-1", "team-2"} { // who is out reads why
		visitor.get("/e/lake/team/"+slug+"?lang=en").has("main li", won+" go on, decided by lot").hasNot("main", "drawn by Ana")
	}
	l.chief.get("/e/lake/desk/print/open/round/1?paper=standings").has(".ptie", "decided by lot")
}

// A section whose ties can end level is warned where it is set up, in the wizard and in the
// settings.
func TestSetUpWarnsOfTiesThatEndLevel(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.give(l.chief, l.event, 0, access.Organizer)
	const settings, step = "/e/lake/desk/setup/open", "/e/lake/desk/setup/open/template"
	l.exec(`update section set system = 'knockout', rounds = 1 where event_id = $1`, l.event)
	l.accept()
	for _, at := range []string{settings, step} {
		l.chief.get(at).has("#may-level.s-missing", "can end level")
	}
	odd := url.Values{"do": {"show"}, "matches": {"3"}, "system": {"knockout"}, "shown_system": {"knockout"}, "rulebook": {"FIDEX"}, "shown": {"FIDEX"}, "key": {l.key()}}
	l.chief.post(step, odd).has("#may-level", "Choose an odd number").hasNot("#may-level.s-missing", "")
	set(odd, "system", "team-swiss", "do", "show-system")
	l.chief.post(settings, odd).has("[name=matches]", "").hasNot("#may-level", "")
}

// The panel adds points up while somebody types. What a result is worth it has from the
// page, for each of them what is stored later.
func TestThePanelKnowsWhatResultsAreWorth(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	wall := l.chief.get("/e/lake/desk/open/round/1/wall?table=1").wants(http.StatusOK)
	var said map[tournament.Outcome][2]int
	expect.OK(t, json.Unmarshal([]byte(wall.value("form[data-entry-form]", "data-points")), &said))
	for _, o := range tournament.Outcomes() {
		first, second := o.Points()
		worth, ok := said[o]
		expect.True(t, ok && worth == [2]int{first, second}, "the panel has %v for %s, which brings %d and %d", worth, o, first, second)
		wall.has(`form[data-entry-form] input[value="`+string(o)+`"]`, "")
	}
	expect.Equal(t, len(said), len(tournament.Outcomes()), "the panel knows %v", said)
}

// A draft of a knockout whose round before has an open tie again is shown with what is open, so
// that it can be discarded.
func TestAWorkbenchOfAnOpenTieOpens(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'knockout', rounds = 2, matches_per_pairing = 1, tie_breaks = 'PTS' where event_id = $1`, l.event)
	l.pair(1)
	l.play(1)
	l.draft(2)
	expect.OK(t, l.tournament.UndoResult(t.Context(), l.event, l.command(), l.read().Round(1).Pairings[0].Matches[0].MatchID))
	const pair = "/e/lake/desk/open/round/2/pair"
	l.chief.get(pair).wants(http.StatusOK).has(".note", "Round 1, table 1 has no result yet.").has("button", "Discard the draft")
	l.chief.get(pair+"/publish").wants(http.StatusOK).has(".note", "Results or settings changed")
	l.chief.get(pair+"/paper").wants(http.StatusOK).has("td", "Round 1, table 1 has no result yet.")
	l.chief.get("/e/lake/desk/print/open/round/2?paper=names").wants(http.StatusOK)
	l.chief.get("/e/lake/desk/open/round/1/pair/publish").wants(http.StatusConflict).has("h1", "Not possible now") // whoever only reads
}

// A finalist that leaves makes the other one win, and the section is over without a table.
func TestAFinalWithoutAnOpponentEnds(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'knockout', rounds = 2, matches_per_pairing = 1, tie_breaks = 'PTS' where event_id = $1`, l.event)
	l.pair(1)
	l.play(1)
	expect.Must(l.tournament.Withdraw(t.Context(), l.event, l.because(), 1, 2))(t)
	l.draft(2)
	l.chief.get("/e/lake/desk/open/round/2/pair").has("main", "is not played, because one of them has left").has("a.btn-main", "Go on to publish")
	l.publish(2)
	l.settle()
	l.chief.get("/e/lake/desk/open").wants(http.StatusOK).has("a.btn-main", "Final standings").has("main", "All rounds are played.").hasNot("main", "can start about").hasNot("main", "Start later")
	guest := l.visitor()
	guest.get("/e/lake/team/team-2").wants(http.StatusOK).has("main", "Winner of the knockout.")
	guest.get("/e/lake/open/standings").wants(http.StatusOK).has("h1", "Final standings")
	guest.get("/e/lake/open/status").wants(http.StatusOK).has("main", "The last round is over.")
}

// Where everybody has met, the workbench offers all pairs that have to meet again as one button,
// and that makes the draft.
func TestTheExceptionOfferedIsAllowed(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.playRounds(3)
	const pair = "/e/lake/desk/open/round/4/pair"
	l.draft(4)
	page := l.chief.get(pair).wants(http.StatusOK).has(".trouble button", "Let these meet although they may not: Team 000")
	to := l.send(pair, url.Values{"relax": {page.value(".trouble [name=relax]", "value")}, "revision": {page.value(".trouble [name=revision]", "value")}}).wants(http.StatusSeeOther).to()
	page.hasNot(".note", "has no opponent and no bye").has(".steps [aria-current]", "draft")
	l.chief.get(to).has(".draft td", "Set by hand.").hasNot("main", "No legal pairing exists")
	l.send(pair, url.Values{"relax": {"7-a"}, "revision": {"0"}}).wants(http.StatusUnprocessableEntity).has("[role=alert]", "cannot be read")
}

// A team that comes after the round went out is offered at the workbench, and meets the one with
// the bye.
func TestALateTeamIsGivenATable(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	expect.Must(l.tournament.CheckIn(t.Context(), l.event, l.command(), 3, tournament.TeamAbsent))(t)
	l.pair(1)
	expect.Must(l.tournament.CheckIn(t.Context(), l.event, l.command(), 3, tournament.TeamHere))(t)
	const pair = "/e/lake/desk/open/round/1/pair"
	page := l.chief.get(pair).wants(http.StatusOK).has("main", "Two without a table meet at a new one")
	var waits string
	for _, p := range l.read().Round(1).Pairings {
		if p.Bye != nil && *p.Bye == tournament.ByePairing {
			waits = fmt.Sprint(p.TeamID(1))
		}
	}
	form := url.Values{"team": {"3"}, "other": {waits}, "revision": {page.value("[name=revision]", "value")}, "reason": {"the bus was late"}}
	to := l.send(pair+"/change", form).wants(http.StatusSeeOther).to()
	l.chief.get(to).has(".said", "meet Team 000").has(".said", "at table 2. Version 2 is published.")
	l.settle()
	l.visitor().get("/e/lake/team/team-3").wants(http.StatusOK).has("main", "Table 2")
}

// The desk hears from check-in itself that a team which has just come has no game: a bye that was
// given when check-in closed, before the round is out and after it; and the team gets a table.
func TestCheckInSaysThatATeamHasNoGame(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	const teams, pair = "/e/lake/desk/open/teams", "/e/lake/desk/open/round/1/pair"
	l.send(teams+"/check-in", url.Values{"not-here": {"3"}}).wants(http.StatusSeeOther)
	l.send(teams+"/close", url.Values{"team3": {"bye"}}).wants(http.StatusSeeOther)
	here := func() *answer {
		t.Helper()
		return l.chief.get(l.send(teams+"/check-in", url.Values{"here": {"3"}}).wants(http.StatusSeeOther).to())
	}
	here().has(".said", "Team 0003 is here. It has a bye in round 1: its page takes that back if it plays.")
	l.send(teams+"/check-in", url.Values{"not-here": {"3"}}).wants(http.StatusSeeOther)
	l.pair(1)
	here().has(".said", "Team 0003 is here. Round 1 is out without a table for it")
	var waits string
	for _, p := range l.read().Round(1).Pairings {
		if p.Bye != nil && *p.Bye == tournament.ByePairing {
			waits = fmt.Sprint(p.TeamID(1))
		}
	}
	form := url.Values{"team": {"3"}, "other": {waits}, "revision": {l.chief.get(pair).value("[name=revision]", "value")}, "reason": {"the bus was late"}}
	l.send(pair+"/change", form).wants(http.StatusSeeOther)
	l.settle()
	here().has(".said", "Team 0003 was here already.").hasNot(".said", "without a table")
	l.visitor().get("/e/lake/team/team-3").wants(http.StatusOK).has("main", "Table 2")
	l.play(1)
	l.pair(2)
}

// Who signs up when the round is out plays it all the same, beside the team with the bye.
func TestALateEntryIsSeatedInTheRoundThatIsOut(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 3)
	const form, pair = "/e/lake/desk/open/teams/new", "/e/lake/desk/open/round/1/pair"
	l.chief.get(form).hasNot("main", "the round that is out")
	l.pair(1)
	l.chief.get(form).has("main", "1: the round that is out")
	to := l.send(form, url.Values{"name": {"Train Delay"}, "player1": {"Hana Grau"}, "player2": {"Ivo Haas"}, "arrives": {"1"}}).wants(http.StatusSeeOther).to()
	l.chief.get(to).has(".said", "Round 1 is out without a table for it: the workbench gives it one")
	without := tournament.WithoutTable(l.read(), 1)
	expect.MustTrue(t, len(without) == 2, "%d teams are without a table", len(without))
	swap := url.Values{"team": {fmt.Sprint(without[0].TeamID)}, "other": {fmt.Sprint(without[1].TeamID)}, "revision": {l.chief.get(pair).value("[name=revision]", "value")}, "reason": {"signed up late"}}
	l.send(pair+"/change", swap).wants(http.StatusSeeOther)
	l.settle()
	l.visitor().get("/e/lake/open/round/1/pairings").wants(http.StatusOK).has("main", "Train Delay")
	l.play(1)
	l.chief.get(form).hasNot("main", "the round that is out")
	l.pair(2)
}
