package journey_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

const lakeshore = "/e/lakeshore"

// An organizer makes the event, imports lists, checks teams in and publishes
// round 1; a phone then finds its table.
func TestFromWizardToFirstRound(t *testing.T) {
	t.Parallel()
	rosters := testdata.Path(t, "rosters")
	v := newVenue(t)
	expect.Must(v.accounts.Create(t.Context(), account.NewPerson{Login: "noor", Name: "Noor Haddad", Password: "four words in a row"}, "organizer"))(t)
	organizer := v.visitor(desktop)
	organizer.signIn("noor", "four words in a row")
	organizer.createsTheEvent()
	organizer.importsLists(v, rosters)
	organizer.checksIn(v)
	organizer.pairsAndPublishes(v)
	v.visitor(phone).findsTheTable(v)
	organizer.content()
}

func (p *person) createsTheEvent() {
	// The zone of this browser, which is neither the machine's nor where events are.
	p.do("travel", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Pacific/Auckland"})
		return err
	}))
	p.open("/new-event")
	p.fill("[name=name]", "Lakeshore")
	p.fill("[name=starts_on]", "2026-05-02")
	p.until("document.querySelector('[name=time_zone]').value === 'Pacific/Auckland'")
	p.fill("[name=time_zone]", "America/Chicago")
	p.says("Create the event")
	p.until("location.pathname.endsWith('/desk/setup/new')")
	for _, section := range []struct{ name, rulebook string }{{"Open", "FIDEX"}, {"U1600", "USCF-R"}} {
		p.open(lakeshore + "/desk/setup/new")
		p.fill("[name=name]", section.name)
		p.fill("[name=rulebook]", section.rulebook)
		p.says("Add the section and go on")
		for _, step := range []struct{ address, field, value string }{
			{"system", "rounds", "5"}, {"template", "matches", "2"}, {"rulebook", "appeal_minutes", "15"}, {"scoring", "bye_limit", "1"}, {"tie-breaks", "", ""}, {"tables", "hall", section.name + " hall"},
		} {
			p.until("location.pathname.endsWith('/" + step.address + "')")
			if step.field != "" {
				p.fill("[name="+step.field+"]", step.value)
			}
			p.says("Save and go on")
		}
		p.until("location.pathname.endsWith('/people')")
	}
	p.open(lakeshore + "/desk/setup")
	p.sees("main", "FIDEX")
	p.sees("main", "USCF-R")
	p.says("Check list and go live")
	p.until("location.pathname.endsWith('/check')")
	p.says("Go live")
	p.sees("[role=status], .said, .note", "is live")
}

func (p *person) importsLists(v *venue, rosters string) {
	p.t.Helper()
	read := func(file string) {
		p.open(lakeshore + "/desk/import")
		p.upload("[name=file]", rosters+"/"+file)
		p.says("Read the list")
		p.sees("main", "are read")
	}
	read("broken.csv")
	for _, row := range []string{"Row 3", "Row 4", "Row 5", "Row 6", "Row 7"} {
		p.sees(".import-row", row)
	}
	expect.Equal(p.t, p.ask("document.querySelectorAll('button[value=save]').length"), "0", "a list with problems can be saved")
	v.counts(p.t, 0)

	read("teams-24.csv")
	v.counts(p.t, 0)
	p.click("button[value=save]")
	p.until("!location.pathname.endsWith('/import') || document.querySelector('.said')")
	v.counts(p.t, 24)

	read("latin1.csv")
	p.sees("main", "Läufer")
	p.click("button[value=save]")
	p.until("!location.pathname.endsWith('/import') || document.querySelector('.said')")
	p.importsAsPeopleWrite(v)
}

// importsAsPeopleWrite reads lists with a title above and the headings of federations:
// what is not used is said, and a name that came twice is settled at its own row.
func (p *person) importsAsPeopleWrite(v *venue) {
	p.t.Helper()
	paste := func(rows ...string) {
		p.open(lakeshore + "/desk/import")
		p.fill("[name=text]", strings.Join(rows, "\n"))
		p.says("Read the list")
		p.sees("main", " read: ")
	}
	paste("Lakeshore Bughouse;;;;;", "Team;Player A;USCF Rtg A;Player B;USCF Rtg B;T-shirt", "Harbour Lights;Ira Novak;1500;Jo Park;1480;M")
	p.sees(".note", "“Lakeshore Bughouse”")
	columns := p.ask("[...document.querySelectorAll('select[name^=\"map.\"]')].map((s) => s.value).join()")
	expect.Equal(p.t, columns, "team,player1,rating1,player2,rating2,", "the columns are read as")
	p.sees(".note", "Not used: “T-shirt”.")
	p.sees(".actions", "Save 1 team")
	p.shoot("import-headings")

	before := len(v.entries(p.t).Teams)
	paste("Single players;;", "Name;USCF Rtg;Section", "Mei Xu;1400;Singles", "Ada Lund;1500;Singles", "Ben Costa;1620;Singles", "ada lund;1300;Singles")
	p.fill("[name='section.Singles']", "+JARED")
	p.click("button[value=check]")
	p.sees(".import-row", "is entered already")
	if rows := p.ask("[...document.querySelectorAll('.import-row')].map((row) => row.querySelector('.import-no').textContent + row.querySelector('p:not(.import-no)').textContent).join()"); !strings.HasPrefix(rows, "Row 6") || strings.Contains(rows, "plays for") || strings.Count(rows, "Row ") != 1 {
		p.t.Errorf("one name twice is told as %s", rows)
	}
	p.shoot("import-review")
	p.fill("select[name='row.6']", "leave")
	p.click("button[value=check]")
	p.sees("summary", "1 row left out")
	p.sees(".actions", "Save 3 players")
	p.says("1 row left out")
	p.fill("select[name='row.6']", "")
	p.click("button[value=check]")
	p.sees(".import-row", "is entered already")
	p.fill("select[name='row.6']", "accept")
	p.click("button[value=check]")
	p.sees(".actions", "Save 4 players")
	p.click("button[value=save]")
	p.until("!location.pathname.endsWith('/import')")
	v.counts(p.t, before+4)
}

// counts fails the test unless the event has that many teams.
func (v *venue) counts(t testing.TB, want int) {
	t.Helper()
	expect.MustEqual(t, len(v.entries(t).Teams), want, "teams are entered")
}

func (v *venue) entries(t testing.TB) tournament.Entries {
	t.Helper()
	event := expect.Must(v.tournament.Reader().EventBySlug(t.Context(), "lakeshore"))(t)
	entries := expect.Must(v.tournament.Reader().Entries(t.Context(), event.EventID))(t)
	return entries
}

func (p *person) checksIn(v *venue) {
	p.t.Helper()
	p.open(lakeshore + "/desk/open/teams")
	p.types("#f-q", "Knight Riders")
	p.press("\r")
	p.until("[...document.querySelectorAll('[data-team-row]')].some((r) => r.textContent.includes('Knight Riders') && r.querySelector('.tag-ok'))")

	p.says("Enter a team")
	p.fill("[name=name]", "Train Delay")
	p.fill("[name=player1]", "Hana Grau")
	p.fill("[name=player2]", "Ivo Haas")
	p.click("main button.btn-main")
	p.until("!location.pathname.endsWith('/new')")
	p.sees("main", "Train Delay")

	for _, name := range []string{"Olga", "Pavel"} {
		p.open(lakeshore + "/desk/open/teams/new?pool=yes")
		p.fill("[name=player]", name+" Quist"+name)
		p.click("main button.btn-main")
		p.until("!location.pathname.endsWith('/new')")
	}
	p.open(lakeshore + "/desk/open/teams")
	p.says("Make them a team")
	p.sees("[data-team-row]", "QuistOlga")

	gone := v.team("Train Delay")
	p.open(lakeshore + "/desk/open/teams/" + strconv.FormatInt(gone.TeamID, 10))
	p.says("Withdraw")
	p.sees("main", "withdrawn")
	p.open(lakeshore + "/desk/open/teams")
	p.sees("[data-team-row]", "withdrawn")
}

func (v *venue) team(name string) tournament.Team {
	v.t.Helper()
	for _, t := range v.entries(v.t).Teams {
		if t.Name == name {
			return t
		}
	}
	v.t.Fatalf("there is no team %q", name)
	return tournament.Team{}
}

func (p *person) pairsAndPublishes(v *venue) {
	p.t.Helper()
	public := []string{"/open/pairings", "/open/round/1/pairings", "/find?q=knight", "/open/standings", "/open/status", "/team/knight-riders", ""}
	stranger := v.visitor(phone)
	stranger.open(lakeshore + "/open/round/1/pairings")
	before := stranger.ask("document.querySelector('main').innerText")

	p.open(lakeshore + "/desk/open/round/1/pair")
	p.says("Make the draft of round 1")
	p.until("document.querySelectorAll('.draft .why').length > 5")
	first, second := p.ask("document.querySelectorAll('[data-cell]')[0].value"), p.ask("document.querySelectorAll('[data-cell]')[2].value")

	// Two teams change places by keyboard alone.
	p.focus("[data-cell]")
	p.press(" ")
	p.press(arrowDown)
	p.press(" ")
	p.press("\r")
	p.until(fmt.Sprintf("document.querySelectorAll('[data-cell]')[0].value === %q && document.querySelectorAll('[data-cell]')[2].value === %q", second, first))
	p.sees(".why", "set by Noor Haddad")
	p.focus("[data-cell]")
	p.press("c")
	p.sees(".steps .now", "checked")

	for _, path := range public {
		stranger.open(lakeshore + path)
		expect.Lacks(p.t, stranger.ask("document.querySelector('main').innerText"), "Table 1", "%s shows a draft", path)
	}
	stranger.open(lakeshore + "/open/round/1/pairings")
	now := stranger.ask("document.querySelector('main').innerText")
	expect.True(p.t, now == before, "a draft changed what everybody reads from %q to %q", before, now)

	p.says("Go on to publish")
	p.fill("[name=typed]", "1")
	if p.ask("Boolean(document.querySelector('[name=reason]'))") == "true" {
		p.fill("[name=reason]", "Two sisters asked for it.")
	}
	p.says("Publish round 1")
	p.until("!location.pathname.endsWith('/publish')")
	stranger.sees("main", "Knight Riders") // by itself
	stranger.content()
}

func (p *person) findsTheTable(v *venue) {
	p.t.Helper()
	p.open(lakeshore + "/find")
	p.types("#q", "kni")
	p.sees("#hits", "Knight Riders")
	if p.ask("Boolean(document.querySelector('.answer'))") != "true" {
		p.says("Knight Riders")
	}
	for _, what := range []string{"Table", "Board A", "Board B", "White", "Black", "against", "Otto", "Priya"} {
		p.sees(".answer", what)
	}
	book := v.book("lakeshore", "open")
	pairing := book.Round(1).PairingOf(v.team("Knight Riders").TeamID)
	other := pairing.TeamID(3 - pairing.Slot(v.team("Knight Riders").TeamID))
	p.sees(".answer-table .no", strconv.Itoa(pairing.Table()))
	p.sees(".answer .vs", book.Team(other).Name)
	p.content()
}

// book reads a section.
func (v *venue) book(event, section string) *tournament.SectionBook {
	v.t.Helper()
	e := expect.Must(v.tournament.Reader().EventBySlug(v.t.Context(), event))(v.t)
	sections := expect.Must(v.tournament.Reader().Sections(v.t.Context(), e.EventID))(v.t)
	for _, s := range sections {
		if s.Slug == section {
			book := expect.Must(v.tournament.Reader().Book(v.t.Context(), e.EventID, s.SectionID))(v.t)
			return book
		}
	}
	v.t.Fatalf("there is no section %q", section)
	return nil
}
