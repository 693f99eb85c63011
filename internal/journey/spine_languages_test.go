package journey_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	words "github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/wording"
)

// spine is a day in the language of its officials.
type spine struct {
	t    *testing.T
	v    *venue
	code string
	w    words.Words
}

func (s *spine) say(m words.Message, parts ...any) string { return s.w.Say(m, parts...) }

// begins is a sentence up to its last number, which the page knows better.
func (s *spine) begins(m words.Message, numbers ...any) string {
	said, _, _ := strings.Cut(s.say(m, append(numbers, 987)...), "987")
	return strings.TrimSpace(said)
}

// official sits down and chooses the language of the pages.
func (s *spine) official(login, name string) *worker {
	s.t.Helper()
	w := s.v.official(login, desktop).worker(byTree{}, name)
	w.chooses(s.code)
	return w
}

// The spine of a day in Czech, which has plurals that no other language here has: an event is set up
// and goes live; elsewhere a claim is logged and ruled, a team appeals and the chief decides, results
// are pasted, the next round is drafted, published and started. Everything that is acted on is found by
// the name it has in that language, and each act is answered in it.
func TestSpineInTheLanguageOfTheOfficial(t *testing.T) {
	inBrowser(t)
	aDayIn(t, "cs")
}

// TestSoakSpineInGerman is the same day in the language with the longest words.
func TestSoakSpineInGerman(t *testing.T) {
	atLength(t)
	aDayIn(t, "de")
}

func aDayIn(t *testing.T, code string) {
	t.Helper()
	all := words.Languages()
	s := &spine{t: t, v: newVenue(t), code: code, w: all[slices.IndexFunc(all, func(w words.Words) bool { return w.Code() == code })]}
	h := s.v.newHall(4)
	expect.Must(s.v.accounts.Create(t.Context(), account.NewPerson{Login: "noor", Name: "Noor Haddad", Password: demo.Password}, "organizer"))(t)
	s.setsUp(s.official("noor", "Noor Haddad"))
	director, chief := s.official("hall.director", "Ana Ruiz"), s.official("hall.chief", "Dana Holt")
	s.rules(director)
	s.appeals(director)
	s.decides(chief)
	s.playsOn(chief)

	book := h.book("lake", "open")
	expect.Equal(t, len(book.Rounds), 2, "rounds")
	expect.True(t, book.Round(2).ClockStarted != nil, "the clock of round 2 stands")
	appeal := testkit.Stored[string](t, s.v.pool, `select state from appeal where event_id = $1`, h.event)
	expect.Equal(t, appeal, "upheld", "the appeal")
}

// setsUp makes an event with one section, step by step, and lets it go live.
func (s *spine) setsUp(w *worker) {
	s.t.Helper()
	w.open("/new-event")
	w.write(s.say("Name"), "Seehof")
	w.fill("[name=starts_on]", "2026-05-02")
	w.push(s.say("Create the event and go on to its sections"))
	w.until("location.pathname.endsWith('/desk/setup/new')")
	w.write(s.say("Name"), "Hauptturnier")
	w.push(s.say("Add the section and go on"))
	for _, step := range []string{"system", "template", "rulebook", "scoring", "tie-breaks", "tables"} {
		w.until("location.pathname.endsWith('/" + step + "')")
		w.push(strings.TrimSuffix(s.say("Save and go on: %s", ""), " ") + "…")
	}
	w.until("location.pathname.endsWith('/people')")
	w.open("/e/seehof/desk/setup")
	w.follow(s.say("Check list and go live"))
	w.push(s.say("Go live: list %s on the front page", "Seehof"))
	w.sees("main", s.say("%s is live: everybody finds it on the front page.", "Seehof"))
	w.content()
}

// rules logs a claim at table 2 and denies it.
func (s *spine) rules(w *worker) {
	s.t.Helper()
	w.open("/e/lake/desk/incidents/new?section=open&round=1&table=2&match=1")
	w.choose(wording.ClaimLabel(s.w, "illegal-move"))
	w.push(s.say("Open the card"))
	w.until("/incidents\\/\\d+$/.test(location.pathname)")
	before := w.ask(sentence)
	w.pick(s.say("Who claims"), "WA")
	w.until(strings.Replace(saved, "'Saved'", quote(s.say("Saved")), 1) + " && " + sentence + " !== " + quote(before))
	w.push(s.say("Save and rule"))
	w.until("location.pathname.endsWith('/ruling')")
	w.choose(s.say("Deny the claim, play on") + "…")
	w.write(s.say("Reason, read by both teams and by any reviewer"), "Es war nichts zu sehen.")
	w.push(s.say("Sign: claim denied") + "…")
	w.sees("main", s.say("Signed. Read it to both teams."))
}

// appeals takes the appeal of a team that came to the desk.
func (s *spine) appeals(w *worker) {
	s.t.Helper()
	w.unfold(s.say("A team appeals at the desk"))
	w.write(s.say("What is wrong with the ruling"), "Der König stand im Schach.")
	w.push(s.say("File the appeal"))
	w.sees("main", s.say("Appeal %d is filed with the %s.", 1, wording.LevelName(s.w, dispute.ByChief)))
	w.content()
}

// decides upholds the ruling.
func (s *spine) decides(w *worker) {
	s.t.Helper()
	w.open("/e/lake/desk/appeals/1")
	w.choose(s.say("Uphold") + "…")
	for _, heard := range []words.Message{"The claimant was heard", "The other side was heard", "The first official was heard"} {
		w.tick(s.say(heard))
	}
	w.write(s.say("Reason"), "Die Stellung zeigt kein Schach.")
	w.push(s.say("Sign: uphold, the ruling stands") + "…")
	w.sees("main", s.say("Signed. Tell both teams."))
}

// playsOn pastes the results of round 1, and drafts, publishes and starts round 2.
func (s *spine) playsOn(w *worker) {
	s.t.Helper()
	w.open(lakeRound + "/bulk")
	w.write(s.say("One result in a line: table, match, result"), "1 1 1\r1 2 1\r2 1 1\r2 2 2\r3 1 3\r3 2 3\r4 1 2\r4 2 1")
	w.push(s.say("Save these results"))
	w.sees("[role=status]", s.say("%d lines saved, %d not saved", 8, 0))

	w.open("/e/lake/desk/open/round/2/pair")
	w.push(s.say("Make the draft of round %s", "2"))
	w.until("document.querySelectorAll('.draft .why').length === 4")
	w.follow(s.say("Go on to publish"))
	w.write(s.say("Type the round number, %d", 2), "2")
	w.push(s.say("Publish round %s", "2"))
	done, _, _ := strings.Cut(s.say("Round %d is published as version %d: %s, %s.", 2, 1, "", ""), ":")
	w.sees("main", done)
	w.open("/e/lake/desk/open/round/2/clock")
	w.unfold(s.say("Start the round clock"))
	w.push(s.begins("Start: %d minutes from now") + "…")
	w.sees("main", s.begins("The clock of round %d runs: %d minutes.", 2))
	w.content()
}
