package journey_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A rulebook's own text is put in and opens beside the summary of an article; what
// happens in the corridor is penalized by name, after a word of why; a review changes a
// penalty, and the page of appeals lists what may still be appealed.
func TestOwnTextAndAPenaltyAwayFromTheTables(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	text := filepath.Join(t.TempDir(), "ours.txt")
	words := ""
	for _, id := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22"} {
		words += id + ". Our words for article " + id + ".\n"
	}
	expect.OK(t, os.WriteFile(text, []byte(words), 0o644))
	chief := v.official("demo.chief", desktop)
	chief.open(event + "/desk/rules")
	chief.upload("#text-USCF-R input[type=file]", text)
	chief.click("#text-USCF-R button[value=put]")
	chief.sees("#text-USCF-R", "found")
	chief.sees("#text-USCF-R", "ours.txt, put in by")
	chief.shoot("rulebook-texts")
	chief.content()

	director := v.official("demo.director", desktop)
	director.open(event + "/desk/incidents/new?section=open")
	director.fill("[name=place]", "corridor")
	director.click("[name=kind][value=conduct]")
	director.fill("[name=summary]", "Shouting at the notice board.")
	director.says("Open the card")
	director.until("location.pathname.match(/incidents\\/\\d+$/)")
	director.sees(".card-head", "in the corridor")
	boards := director.ask("document.querySelectorAll('main .board, main .clock, [name=by], [name=certainty], [data-act-builder]').length")
	expect.Equal(t, boards, "0", "parts of boards are on the card of what happened in the corridor")
	director.types("[name=summary]", " Twice.")
	director.until(saved)
	director.shoot("incident-corridor")
	card := director.ask("location.pathname")
	director.open(event + "/desk/open")
	director.sees("main a", ", in the corridor")
	director.open(card)
	director.says("Save and rule")
	director.until("location.pathname.endsWith('/ruling')")
	director.click("[name=choice][value=other]")
	director.until("document.querySelector('[data-other]').open")
	who := director.ask("document.querySelector('[name=penalty_seat] option:nth-child(2)').textContent")
	director.fill("[name=penalty_seat]", director.ask("document.querySelector('[name=penalty_seat] option:nth-child(2)').value"))
	director.fill("[name=penalty_offence]", "insult")
	director.fill("[name=penalty]", "warning")
	director.click("[data-sign-button]")
	director.sees(".field-error", "Say why")
	director.shoot("ruling-corridor")
	director.fill("[name=reason]", "Everybody heard it.")
	director.click("[data-sign-button]")
	director.sees(".read-aloud h2", "warning for insult")
	director.sees(".read-aloud", "This decision is final.") // no team could appeal it
	director.open(event + "/desk/penalties")
	director.sees(".register", "no match")
	expect.Equal(t, director.ask("document.querySelector('.register').textContent.includes("+quote(who[:3])+")"), "true", "the register does not name %s", who)
	director.shoot("penalties")

	director.open(event + "/desk/incidents/1/ruling")
	director.click(".passage summary")
	director.until("document.querySelector('.passage').open && document.querySelector('.passage .quote').offsetHeight > 0")
	director.sees(".passage .quote", "Our words for article")
	director.shoot("ruling-passage")

	// A review changes the penalty into a lighter one; the new ruling may be appealed
	// still, and a phone is not told of keys that it does not have.
	section := v.official("demo.section", desktop)
	section.open(event + "/desk/appeals/1")
	section.click("[name=state][value=modified]")
	section.fill("select[name^=lift_]", "warning")
	section.decides("modified", "The finding stands; a warning is enough.")
	section.open(event + "/desk/penalties")
	section.until("[...document.querySelectorAll('.register tr')].some((row) => /illegal move/.test(row.textContent) && /voided/.test(row.textContent))")
	section.until("[...document.querySelectorAll('.register tr')].some((row) => /illegal move/.test(row.textContent) && /warning/.test(row.textContent) && /counts/.test(row.textContent))")
	section.content()
	director.open(event + "/desk/appeals")
	director.sees("h2", "May still be appealed")
	director.sees("main", "decided by the section chief")
	director.shoot("appeals-windows")
	director.size(phone)
	director.open(event + "/desk/incidents/2/ruling")
	director.until("document.querySelector('[data-sign-button]')?.checkVisibility() && ![...document.querySelectorAll('[data-sign-button] kbd')].some((key) => key.checkVisibility())")
	director.shoot("sign-phone")
	director.content()
}
