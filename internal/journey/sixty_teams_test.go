package journey_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// An event of sixty teams from an empty server to its final standings, by keys alone. The
// walk makes the event and its section step by step, reads an entry list, checks in, pairs,
// looks at the reasons, publishes, prints, starts the clock, enters results, logs a claim,
// rules, files and decides an appeal, verifies, plays a second round whose results are
// pasted, archives the event, and reads the standings on a phone. What is acted on is found
// by role and name; a page is opened by its address where an official would have it as a
// bookmark.
//
// Of what repeats itself three teams are checked in, two slips entered and three results
// verified; the other teams come by the services, the other results by a paste.
func TestSixtyTeamsByKeys(t *testing.T) {
	inBrowser(t)
	sixtyTeams(t, byKeysAlone{}, false)
}

// TestSoakSixtyTeams walks three times, by keys, by fingers on a tablet, and through the
// tree that a screen reader has of the pages, and does every act of both rounds by hand.
func TestSoakSixtyTeams(t *testing.T) {
	atLength(t)
	for name, m := range map[string]means{"keys": byKeysAlone{}, "touch": byTouchAlone{}, "tree": byTree{}} {
		t.Run(name, func(t *testing.T) { sixtyTeams(t, m, true) })
	}
}

// bigDay is the event of the walk.
type bigDay struct {
	*venue
	t            *testing.T
	means        means
	whole        bool // what repeats itself is done for all teams and tables
	posts, facts int
	arrived      int // teams whom no hand checked in
}

func sixtyTeams(t *testing.T, m means, whole bool) {
	t.Helper()
	d := &bigDay{venue: newVenue(t), t: t, means: m, whole: whole}
	noor := d.worker("noor", "Noor Haddad", "")
	d.prepares(noor)
	d.enters(noor)
	kim, lou := d.worker("kim", "Kim Osei", access.Scorekeeper), d.worker("lou", "Lou Marchetti", access.Scorekeeper)
	ana, dana := d.worker("ana", "Ana Ruiz", access.Director), d.worker("dana", "Dana Holt", access.SectionChief)
	d.checksIn(kim)
	d.pairs(noor, 1)
	d.results(kim, 1, 29)
	d.disputes(ana, dana)
	d.afterwards(kim)
	d.verifies(lou, 1)
	d.pairs(noor, 2)
	if whole {
		d.results(kim, 2, 30)
		d.verifies(lou, 2)
	} else {
		d.bulk(kim, 2, 1)
	}
	d.closes(noor)
	for _, w := range []*worker{noor, kim, lou, ana, dana} {
		w.content()
		t.Logf("%s: %d acts, %d keys, the longest way to an element %d of them", w.who, w.acts, w.keys, w.far)
	}
	d.addsUp()
}

// addsUp compares all that was sent in the walk with all that is stored: no fact came
// from elsewhere, and a form that saved nothing only led on or asked something.
func (d *bigDay) addsUp() {
	d.t.Helper()
	if n := d.journal() - d.arrived; n != d.facts {
		d.t.Errorf("%d facts are stored, want the %d that were looked at", n, d.facts)
	}
	idle := slices.DeleteFunc(d.watch.forms(0), presence.MatchString)
	if n := len(idle) - d.posts; n != leadsOn {
		d.t.Errorf("%d forms saved nothing, want %d: %s", n, leadsOn, strings.Join(idle, " "))
	}
	d.t.Logf("%d forms saved %d facts, each once", d.posts, d.facts)
}

// leadsOn counts the forms of the walk that save nothing: five people sign in, five steps
// of the set-up are left as they are, a list is read, a card is saved already.
const leadsOn = 5 + 5 + 1 + 1

// worker is somebody with an account, and a role where the event is there already.
func (d *bigDay) worker(login, name string, role access.Role) *worker {
	d.t.Helper()
	global := "none"
	if role == "" {
		global = "organizer"
	}
	a := expect.Must(d.accounts.Create(d.t.Context(), account.NewPerson{Login: login, Name: name, Password: demo.Password}, global))(d.t)
	if role == "" {
		return d.visitor(desktop).worker(d.means, name)
	}
	expect.Must(d.pool.Exec(d.t.Context(), `insert into role_grant (event_id, grant_id, account_id, role, granted_by, granted_at)
		select event_id, 100 + $1, $1, $2, $1, now() from event where slug = 'lakeshore'`, a.AccountID, role))(d.t)
	return d.official(login, desktop).worker(d.means, name)
}

// presence are the addresses that are told who looks at what, which is no fact.
var presence = regexp.MustCompile(`/(beside|verify/at|incidents/\d+/hold)$`)

// saves is something that saves so many facts with one form.
func (d *bigDay) saves(w *worker, facts int, what string, do func()) {
	d.t.Helper()
	d.sends(w, 1, facts, what, do)
}

// sends does something, and compares what the browser sent with what is stored of it: so
// many forms, and their facts once each.
func (d *bigDay) sends(w *worker, forms, facts int, what string, do func()) {
	d.t.Helper()
	stored, before := d.journal(), len(d.watch.forms(0))
	do()
	w.settles()
	sent := slices.DeleteFunc(d.watch.forms(before), func(path string) bool { return presence.MatchString(path) })
	entries := d.journal() - stored
	if entries != facts || len(sent) != forms {
		d.t.Errorf("%s: %d forms stored %d facts, want %d for %d: %s", what, len(sent), entries, forms, facts, strings.Join(sent, " "))
	}
	d.posts += len(sent)
	d.facts += entries
}

func (d *bigDay) prepares(w *worker) {
	w.open("/sign-in")
	w.write("Sign-in name", "noor")
	w.write("Password", demo.Password)
	w.push("Sign in")
	w.until("location.pathname !== '/sign-in'")
	w.follow("New event")
	w.write("Name", "Lakeshore")
	w.writeIn("Date", "First day", "05022026")
	d.saves(w, 3, "create the event, its organizer and its chief", func() {
		w.push("Create the event and go on to its sections")
		w.until("location.pathname.endsWith('/desk/setup/new')")
	})
	w.write("Name", "Open")
	w.pick("Rulebook", "FIDEX")
	d.saves(w, 1, "add the section", func() {
		w.push("Add the section and go on")
		w.until("location.pathname.endsWith('/system')")
	})
	d.saves(w, 1, "set the rounds", func() {
		w.write("Rounds", "2")
		w.push("Save and go on: Match template")
		w.until("location.pathname.endsWith('/template')")
	})
	for _, next := range []string{"Rulebook", "Scoring", "Tie-breaks", "Tables and halls", "People"} {
		w.push("Save and go on: " + next)
		w.until("location.pathname.endsWith('/" + strings.ToLower(strings.TrimSuffix(next, " and halls")) + "')")
	}
	w.follow("Check list, go live")
	d.saves(w, 1, "go live", func() {
		w.push("Go live: list Lakeshore on the front page")
		w.told("is live")
	})
}

func (d *bigDay) enters(w *worker) {
	w.follow("Sections")
	w.follow("Teams: Open")
	w.follow("Import a list")
	w.choosesFile("File", d.list())
	w.push("Read the list")
	w.told("are read")
	d.saves(w, 1, "import the list", func() {
		w.push("Save 60 teams")
		w.until("!location.pathname.endsWith('/import')")
		w.told("60 teams")
	})
	d.counts(d.t, 60)
}

// list is a file of sixty teams as a spreadsheet writes it.
func (d *bigDay) list() string {
	d.t.Helper()
	lines := []string{"Team,Player 1,Rating 1,Player 2,Rating 2,Club,Section"}
	for n := range 60 {
		name := hallTeams[0][n/10] + " " + hallTeams[1][n%10]
		lines = append(lines, fmt.Sprintf("%s,Ada %s%d,%d,Ben %s%d,%d,Club %d,Open", name, hallTeams[1][n%10], n, 2100-9*n, hallTeams[0][n%10], n, 1900-7*n, n%17))
	}
	file := filepath.Join(d.t.TempDir(), "teams.csv")
	expect.OK(d.t, os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600))
	return file
}

const openDesk = lakeshore + "/desk/open"

// checksIn marks the teams as they come: by the code that they bring, typed or scanned,
// or in the list.
func (d *bigDay) checksIn(w *worker) {
	w.open(openDesk + "/teams")
	w.until(settled + " && document.activeElement.name === 'q'")
	teams := d.entries(d.t).Teams
	byHand := 3
	if d.whole && !d.keys() {
		byHand = 60
	}
	for i, team := range teams[:byHand] {
		d.saves(w, 1, "check in "+team.Code, func() {
			if i == 1 {
				w.writeIn("textbox", "Team, player or code", team.Code)
				w.push("Here|Here Enter")
			} else {
				w.push("Here: " + team.Name)
			}
			w.told(team.Name + " is here")
		})
	}
	if d.keys() && d.whole {
		d.sends(w, 60-byHand, 60-byHand, "check in the others", func() {
			w.strike("/")
			w.until("document.activeElement.name === 'q'")
			for _, team := range teams[byHand:] {
				w.strike(team.Code + "\r")
			}
			w.sees("[data-live=counts]", "60 here")
		})
	} else {
		d.arrive(teams[byHand:])
	}
	w.sees("[data-live=counts]", "60 here")
}

// arrive checks the others in, whose hands are not looked at.
func (d *bigDay) arrive(teams []tournament.Team) {
	d.t.Helper()
	d.arrived = len(teams)
	for _, team := range teams {
		expect.Must(d.tournament.CheckIn(d.t.Context(), team.EventID, d.command(), team.TeamID, tournament.TeamHere))(d.t)
	}
}

// keys reports whether the walk is that of the keyboard.
func (d *bigDay) keys() bool { _, keys := d.means.(byKeysAlone); return keys }

// command is a command of the walk that no hand gives.
func (d *bigDay) command() journal.Command {
	return journal.Command{Actor: journal.Actor{Name: "Walk"}, Key: account.NewToken()}
}

// pairs makes the draft of a round, looks at its reasons, publishes it, prints its
// papers and starts its clock: what the desk of the section proposes, step by step.
func (d *bigDay) pairs(w *worker, round int) {
	n := itoa(round)
	w.open(openDesk)
	w.follow("Pair round " + n)
	d.saves(w, 1, "make the draft of round "+n, func() {
		w.push("Make the draft of round " + n)
		w.until("document.querySelectorAll('.draft .why').length === 30")
	})
	w.told("Round " + n + " of 2")
	w.follow("Go on to publish")
	if round > 1 { // a ruling of the round before may still be appealed
		w.choose("Use the provisional result")
	}
	w.write("Type the round number, "+n, n)
	d.saves(w, 1, "publish round "+n, func() {
		w.push("Publish round " + n)
		w.told("Round " + n + " is published as version 1")
	})
	w.open(openDesk)
	w.nextAct("Print round " + n)
	w.follow("Print round " + n)
	d.saves(w, 1, "note that round "+n+" is printed", func() {
		w.push("Print …")
		w.until(settled)
	})
	w.open(openDesk)
	w.nextAct("Start the round clock: ")
	d.saves(w, 1, "start the clock of round "+n, func() {
		w.push("Start the round clock…")
		w.told("The clock of round " + n + " runs")
	})
	w.open(openDesk)
	w.nextAct("Enter results of round " + n)
}

// nextAct says what the biggest act of the section's page has to be.
func (w *worker) nextAct(label string) {
	w.t.Helper()
	w.until(settled + " && " + seen(".btn-next", label))
	bigger := w.ask(`[...document.querySelectorAll("main :is(a, button)")].filter((e) => e.checkVisibility() && !e.matches(".btn-next") && (parseFloat(getComputedStyle(e).fontSize) >= parseFloat(getComputedStyle(document.querySelector(".btn-next")).fontSize) || e.matches(".btn-main"))).map((e) => e.textContent.trim()).join()`)
	expect.Equal(w.t, bigger, "", "as big as “%s”", label)
}

// results enters those of the first tables of a round at the wall: keys alone all of them,
// in the order in which slips come; others two tables, and the rest in one paste.
func (d *bigDay) results(w *worker, round, last int) {
	w.open(fmt.Sprintf("%s/round/%d/wall", openDesk, round))
	w.until(settled + " && document.querySelectorAll('.tile').length === 30")
	tables := 2
	if d.whole {
		tables = last
	}
	acts, keys := w.acts, w.keys
	d.sends(w, 2*tables, 2*tables, "enter slips", func() {
		for n := range tables {
			d.slip(w, n+1, n)
		}
		w.until(fmt.Sprintf("document.querySelector('[data-tally]').textContent === '%d saved'", 2*tables))
	})
	perSlip, most := float64(w.acts-acts)/float64(tables), 5.0
	if d.keys() {
		perSlip, most = float64(w.keys-keys)/float64(tables), 7 // with up to two digits of the table
	}
	d.t.Logf("%d slips: %.1f acts or keys a slip", tables, perSlip)
	expect.True(d.t, perSlip <= most, "%.1f acts or keys a slip, want at most %v", perSlip, most)
	if tables < last {
		d.bulk(w, round, tables+1)
	}
}

// afterwards enters table 30, where play went on after the ruling.
func (d *bigDay) afterwards(w *worker) {
	w.open(openDesk + "/round/1/wall")
	w.until(settled + " && document.activeElement.name === 'table'")
	d.sends(w, 2, 2, "enter table 30", func() {
		d.slip(w, 30, 0)
		w.sees("[data-tally]", "2 saved")
	})
}

// slip enters both matches of a table, the one after that many others on this page.
func (d *bigDay) slip(w *worker, table, others int) {
	d.t.Helper()
	if d.keys() {
		w.strike(fmt.Sprintf("%d\r%d\r%d\r", table, 1+table%3, 1+table%2))
		return
	}
	w.follow(fmt.Sprintf("Table %d …", table))
	for match := 1; match <= 2; match++ {
		w.choose("1 …")
		w.told(fmt.Sprintf("table %d, match %d:", table, match))
		w.told(" beat ")
		w.push("Save…")
		w.told(fmt.Sprintf("%d saved", 2*others+match))
	}
}

// bulk types the results of a round from that table on as lines.
func (d *bigDay) bulk(w *worker, round, from int) {
	w.open(fmt.Sprintf("%s/round/%d/bulk", openDesk, round))
	var lines []string
	for table := from; table <= 30; table++ {
		for match := 1; match <= 2; match++ {
			if round > 1 || table < 30 {
				lines = append(lines, fmt.Sprintf("%d %d %d", table, match, 1+(table*match)%3))
			}
		}
	}
	w.write("One result in a line: table, match, result", lines[0]+"\r")
	w.gives(strings.Join(lines[1:], "\n"))
	d.saves(w, len(lines), "paste results", func() {
		w.push("Save these results")
		w.told(fmt.Sprintf("%d lines saved, 0 not saved", len(lines)))
	})
}

// disputes logs a claim at table 30, rules on it, and decides an appeal.
func (d *bigDay) disputes(ana, dana *worker) {
	ana.open(openDesk + "/round/1/wall")
	ana.until(settled + " && document.activeElement.name === 'table'")
	before, keys := ana.acts, ana.keys
	d.claims(ana)
	n := max(ana.acts-before, ana.keys-keys)
	expect.True(d.t, n <= 7, "the claim took %d acts and %d keys, want at most 7", ana.acts-before, ana.keys-keys)
	d.t.Logf("a claim: %d acts, %d keys", ana.acts-before, ana.keys-keys)
	d.rules(ana)
	d.saves(ana, 1, "file an appeal", func() {
		ana.unfold("A team appeals at the desk")
		ana.write("What is wrong with the ruling", "Nobody saw it.")
		ana.push("File the appeal")
		ana.told("Appeal 1 is filed with the section chief")
	})
	dana.open(lakeshore + "/desk/appeals")
	dana.follow("Open, round 1, table 30, match 1")
	dana.choose("Uphold…")
	for _, who := range []string{"The claimant was heard", "The other side was heard", "The first official was heard"} {
		dana.tick(who)
	}
	dana.write("Reason", "Both teams were heard.")
	d.saves(dana, 1, "decide the appeal", func() {
		dana.push("Sign: uphold…")
		dana.told("Signed. Tell both teams.")
	})
}

// rules signs the ruling that the rulebook proposes on the card that is open.
func (d *bigDay) rules(w *worker) {
	w.push("Save and rule")
	w.until("location.pathname.endsWith('/ruling')")
	w.choose("Deny the claim, play on…")
	w.write("Reason, read by both teams and by any reviewer", "Nothing of it was seen.")
	d.saves(w, 1, "sign the ruling", func() {
		w.push("Sign: claim denied…")
		w.told("Signed. Read it to both teams.")
	})
}

// claims opens an incident at table 30 and says who claims what: an act or a key more
// than seven is too much while a clock runs.
func (d *bigDay) claims(w *worker) {
	if d.keys() {
		d.saves(w, 1, "open an incident", func() {
			w.strike("30\r")
			w.until(settled + " && document.activeElement.name === 'outcome'")
			w.strike("d")
			w.until(settled + " && " + newIncident + " && document.activeElement?.name === 'kind'")
			w.strike(" \r")
			w.until("/incidents\\/\\d+$/.test(location.pathname) && document.activeElement?.name === 'by'")
		})
		before := w.ask(sentence)
		d.saves(w, 1, "say who claims", func() {
			w.strike(arrowDown)
			w.until(saved + " && " + sentence + " !== " + quote(before))
		})
		return
	}
	d.saves(w, 1, "open an incident", func() {
		w.follow("Table 30 …")
		w.follow("…dispute")
		w.choose("Illegal move")
		w.push("Open the card")
		w.until("/incidents\\/\\d+$/.test(location.pathname)")
	})
	before := w.ask(sentence)
	d.saves(w, 1, "say who claims", func() {
		w.pick("Who claims", "WA")
		w.until(saved + " && " + sentence + " !== " + quote(before))
		w.told("Saved")
	})
}

// verifies confirms results that somebody else entered. The next one is told each time, and
// the end of them.
func (d *bigDay) verifies(w *worker, round int) {
	w.open(fmt.Sprintf("%s/round/%d/verify", openDesk, round))
	w.until(settled + " && document.activeElement.matches('[data-waiting]')")
	const end = "All 60 results are verified."
	byHand := 3
	if d.whole {
		byHand = 60
	}
	if d.keys() {
		d.sends(w, byHand, byHand, "verify", func() {
			w.strike(strings.Repeat("y", byHand))
			if d.whole {
				w.told(end)
			}
		})
		return
	}
	for n := range byHand {
		d.saves(w, 1, "verify", func() {
			w.push(fmt.Sprintf("Confirm: Table %d, match %d…", 1+n/2, 1+n%2))
			if n+1 == 60 {
				w.told(end)
				return
			}
			w.told(fmt.Sprintf("Table %d, match %d: ", 1+(n+1)/2, 1+(n+1)%2)) // and its result
		})
	}
}

// closes ends the event, and a player reads the standings on a phone.
func (d *bigDay) closes(w *worker) {
	w.open(openDesk)
	w.follow("Final standings")
	w.told("Final standings")
	w.open(openDesk + "/teams")
	w.sees(".actions", "All rounds are paired.")
	w.gone(".actions", "is paired next")
	w.open(lakeshore + "/desk/setup/check")
	d.saves(w, 1, "archive the event", func() {
		w.push("Archive: the event is over")
		w.told("archived")
	})
	reader := byTouchAlone{}
	p := d.visitor(phone).worker(reader, "a player")
	p.size(phone)
	p.open(lakeshore)
	p.follow("Final standings")
	p.until("document.querySelectorAll('.ranking tbody tr').length === 60")
	p.content()
}
