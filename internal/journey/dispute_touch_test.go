package journey_test

import (
	"fmt"
	"testing"
)

// The same with a finger on a phone: taps on squares, stock and palette, three
// steps on the card, without contact in between.
func TestDisputeByTouch(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	director := v.official("demo.director", phone)
	table := v.waiting("u1600")
	director.open(fmt.Sprintf("/e/lakeshore-demo/desk/u1600/round/3/table/%d/match/1", table))
	plays := func(board, from, to, shown string) {
		before := director.ask("document.querySelectorAll('.lm-log tbody tr').length")
		director.tap(square("#board-"+board, from))
		director.until("document.querySelector('#board-" + board + " .can')")
		director.tap(square("#board-"+board, to))
		director.until("document.querySelectorAll('.lm-log tbody tr').length > " + before)
		director.sees(".lm-log tr:last-child", shown)
	}
	plays("A", "e2", "e4", "e4")
	plays("A", "d7", "d5", "d5")
	plays("A", "e4", "d5", "exd5")
	plays("B", "e2", "e4", "e4")
	// The captured pawn is in the partner's stock, because the clock was pressed.
	director.tap(`#board-B [data-seat="BB"] [data-drop="P"]`)
	director.until("document.querySelector('#board-B .can')")
	director.tap(square("#board-B", "e3"))
	director.sees(".lm-log", "P@e3")
	director.until("[...document.querySelectorAll('.lm-head .btn, .lm-steps .btn')].every((b) => b.getBoundingClientRect().height >= 43.5)")
	director.tap(`.lm-head a[href*="incidents/new"]`)
	director.until("location.pathname.endsWith('/incidents/new')")
	director.ask("document.querySelector('[name=kind][value=touch-move]').closest('label').click()")
	director.says("Open the card")
	director.until("location.pathname.match(/incidents\\/\\d+$/)")

	// Step 1: a queen too many, erased again; a promoted knight; a stock pawn.
	a := `[data-board-field="a"]`
	director.tap(`[data-piece="Q"]`)
	director.tap(square(a, "d4"))
	director.holds("[name=a]", "rnbqkbnr/ppp1pppp/8/3P4/3Q4")
	director.tap(`[data-piece=""]`)
	director.tap(square(a, "d4"))
	director.holds("[name=a]", "rnbqkbnr/ppp1pppp/8/3P4/8")
	director.tap(`[data-piece=""]`)
	director.tap(square(a, "b8"))
	director.tap(square(a, "c6"))
	director.holds("[name=a]", "r1bqkbnr/ppp1pppp/2n5/3P4/8")
	director.tap(`[data-tool="promoted"]`)
	director.tap(square(a, "c6"))
	director.holds("[name=a]", "r1bqkbnr/ppp1pppp/2n~5/3P4/8")
	director.tap(a + ` [data-turn="w"]`)
	director.until("document.querySelector('[name=a]').value.includes('] w ')")
	director.until(saved)

	// Without contact the card stays on the device and is sent when contact is back.
	director.ask("window.reach = window.fetch, window.fetch = () => Promise.reject(new TypeError('no contact'))")
	director.tap(`[data-to-step="b"]`)
	director.tap(`[data-board-field="b"] [data-stock="p"]`)
	director.until("document.querySelector('[data-saved]').textContent === 'On this device only' && !document.querySelector('[data-no-contact]').hidden")
	director.ask("window.fetch = window.reach, dispatchEvent(new Event('online'))")
	director.until(saved)
	director.until("document.querySelector('[data-no-contact]').hidden")
	director.tap(`[data-to-step="facts"]`)
	director.sees(".checks", "of 64 pieces")
	director.until("!document.querySelector('[data-board-field=\"a\"]').offsetParent")
	director.shoot("phone-card-facts")

	// A second official reads along on the desk.
	second := v.official("demo.section", desktop)
	second.open(director.ask("location.pathname"))
	second.sees(".card-notes", "Ana Ruiz is writing")
	second.fill("[name=speaker]", "Yuki Tan")
	second.fill("[name=role]", "witness")
	second.fill("[name=body]", "I saw the pawn go down.")
	second.says("Add statement")
	director.sees(".says li", "Yuki Tan witness")
	director.sees(".says", "I saw the pawn go down.")
	second.until("document.querySelector('[name=body]').value === ''") // led on by the answer, which would end another way
	second.settles()

	// The section chief is called and hears of it wherever the chief is just then.
	second.open(u3 + "/wall")
	director.tap("button[form=call-chief]")
	second.sees(".desk-alert", "The chief is called to the table. U1600, round 3, table "+itoa(table)) // by itself
	second.tab(".desk-alert form button")
	second.press("\r")
	second.gone(".desk-alert", "called to the table")
	director.sees(".card-notes", "Dana Holt comes to the table")
	director.content()
	second.content()
}
