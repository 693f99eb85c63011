package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestTourOfAFirstEvent is taken by somebody who has just made an event: it marks the real
// places, takes no key, is left and taken up again on another device, and is gone at its end.
func TestTourOfAFirstEvent(t *testing.T) {
	inBrowser(t)
	v := newVenue(t)
	expect.Must(v.accounts.Create(t.Context(), account.NewPerson{Login: "noor", Name: "Noor Haddad", Password: "four words in a row"}, "organizer"))(t)
	p := v.visitor(desktop)
	p.signIn("noor", "four words in a row")
	p.open("/new-event")
	p.fill("[name=name]", "Lakeshore")
	p.fill("[name=starts_on]", "2026-05-02")
	p.says("Create the event")
	p.until("location.pathname.endsWith('/desk/setup/new')")
	p.sees("[data-tour]", "New here?")
	p.fill("[name=name]", "Open")
	p.fill("[name=rulebook]", "FIDEX")
	p.says("Add the section and go on")
	p.until("location.pathname.endsWith('/system')")

	p.says("Begin the tour")
	p.until("location.pathname.endsWith('/desk/open/teams')")
	p.sees("[data-tour]", "Step 1 of 6: Entries.")
	p.until("document.querySelector('[data-new-team].tour-place')")
	p.shoot("tour-entries")
	p.says("On to the next step")
	p.sees("[data-tour]", "Step 2 of 6: Check-in.")
	p.until("document.querySelector('[data-check-in-form].tour-place') && document.querySelectorAll('.tour-place').length === 1")
	p.press("\x1b")
	p.until("document.activeElement.name === 'q'") // the tour has taken no focus
	p.open(lakeshore + "/desk/open/teams")
	p.sees("[data-tour]", "Step 2 of 6: Check-in.")

	p.says("Leave the tour")
	p.until("location.pathname.endsWith('/desk/open/teams') && !document.querySelector('[data-tour]')")
	p.content()

	small := v.visitor(phone)
	small.signIn("noor", "four words in a row")
	small.open(lakeshore + "/desk/open/teams")
	small.until("!document.querySelector('[data-tour]')")
	small.click("[data-help-open]")
	small.says("Tour")
	small.sees("[aria-current=step], .tag", "seen")
	small.looksAt(lakeshore+"/desk/tour", phone)
	small.says("Go on with step 2")
	for _, step := range []string{"Step 3 of 6: Pair.", "Step 4 of 6: Publish.", "Step 5 of 6: Results."} {
		small.says("On to the next step")
		small.sees("[data-tour]", step)
	}
	small.noWider("the tour on a phone", phone)
	small.says("On to the next step")
	small.sees("[data-tour]", "Step 6 of 6")
	small.until("document.querySelector('.tour-place')?.getAttribute('href').endsWith('/incidents')")
	small.says("End the tour")
	small.sees(".said", "That was the tour.")
	small.open(lakeshore + "/desk/setup")
	small.until("document.querySelector('main') && !document.querySelector('[data-tour]')")
	small.content()
}

// TestExercisesSayWhatIsDone looks at the exercises of the demonstration before and after one
// of them was done at the desk.
func TestExercisesSayWhatIsDone(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	const exercises = "/e/" + demo.Slug + "/desk/exercises"
	director := v.official("demo.director", desktop)
	director.open("/e/" + demo.Slug + "/desk/open")
	director.sees(".deskmenu a, .all-pages a", "Exercises")
	director.looksAt(exercises, desktop)
	director.sees("main section:first-of-type h3", "director")
	director.sees("[data-exercise=director]", "has two results for match 1")
	director.until("!document.querySelector('[data-exercise-done]')")
	director.click("[data-exercise=director] a.btn")
	director.click("main a[href$='/match/1/resolve']")
	director.until("location.pathname.endsWith('/resolve')")
	director.click("input[name=choice]")
	director.fill("[name=reason]", "Both teams and the slip say so.")
	director.click("main .btn-main")
	director.until("!location.pathname.endsWith('/resolve')")
	director.open(exercises)
	director.sees("[data-exercise=director] [data-exercise-done]", "done")
	director.content()
	v.official("demo.organizer", phone).looksAt(exercises, phone)
}
