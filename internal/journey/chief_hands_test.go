package journey_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	chiefRound = "/e/lakeshore-demo/desk/open/round/4"
	chiefDesk  = "/e/lakeshore-demo/desk/open"
)

// A chief pairs, corrects and steers the floor with the keyboard alone: every act
// is reached by Tab and done by a key.
func TestChiefByKeyboardAlone(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	chief, desk := v.official("demo.chief", desktop), v.official("demo.desk", desktop)
	chief.open(chiefRound + "/pair")
	chief.tab("button[value=make]")
	chief.press("\r")
	chief.sees(".draft .why", "group of")
	chief.pairsByKeys()

	chief.open(chiefRound + "/pair/publish")
	chief.sees("fieldset", "Wait for it")
	chief.tab("[name^=settle]")
	chief.press(arrowDown)
	chief.until("document.activeElement.value === 'count'")

	chief.open(chiefDesk + "/round/2/table/2/match/1/correct")
	chief.tab("[name=outcome]")
	chief.press(arrowDown)
	chief.press(arrowDown)
	chief.until("document.activeElement.value === 'draw'")
	chief.tab("[name=reason]")
	chief.press("The slip was read upside down.")
	chief.tab("button[formmethod=get]")
	chief.press("\r")
	chief.sees(".mini th", "Standing")
	chief.tab("[name=then]")
	chief.press(arrowDown)
	chief.tab("button.btn-main")
	chief.press("\r")
	chief.sees(".said", "a second official signs too")
	stored := func() tournament.Match { return v.book(demo.Slug, "open").Round(2).AtTable(2).Matches[0] }
	if m := stored(); m.Result.Outcome == tournament.Drawn {
		t.Errorf("after one signature %+v", m.Result)
	}
	director := v.official("demo.director", desktop)
	director.open(chiefDesk + "/corrections/1")
	director.tab("button[value=sign]")
	director.press("\r")
	director.sees(".said", "Corrected")
	if m := stored(); m.Result.Outcome != tournament.Drawn || !strings.HasPrefix(m.Result.Reason, "The slip was read upside down.") {
		t.Errorf("after the second signature %+v", m.Result)
	}

	desk.open(chiefDesk + "/round/3/wall")
	chief.open("/e/lakeshore-demo/desk/floor")
	chief.tab("[name=body]")
	chief.press("Lunch is at 12:30.\r")
	desk.sees(".desk-messages", "Lunch is at 12:30.") // by itself
	desk.tab("[data-dismiss] button")
	desk.press("\r")
	desk.gone(".desk-messages", "Lunch")
	for _, p := range []*person{chief, desk, director} {
		p.content()
	}
}

// pairsByKeys swaps, takes back, unpairs, pairs and checks from the list.
func (p *person) pairsByKeys() {
	p.t.Helper()
	cell := func(n int) string { return fmt.Sprintf("document.querySelectorAll('[data-cell]')[%d]", n) }
	first, third := p.ask(cell(0)+".value"), p.ask(cell(2)+".value")
	p.tab("[data-cell]")
	p.press(" ")
	p.press(arrowDown)
	p.press(" ")
	p.press("\r")
	p.until(fmt.Sprintf("%s.value === %q && %s.value === %q", cell(0), third, cell(2), first))
	p.tab("[data-cell]")
	p.press("z")
	p.until(fmt.Sprintf("%s.value === %q", cell(0), first))
	p.tab("[data-cell]")
	p.press(" ")
	p.press("u")
	p.sees("legend", "Without opponent or bye")
	p.sees(".note", "has no opponent and no bye")
	p.focus(".loose [data-cell]")
	p.press(" ")
	p.press(arrowRight)
	p.press(" ")
	p.press("p")
	p.gone("legend", "Without opponent or bye")
	p.tab("[data-cell]")
	p.press("c")
	p.gone(".note", "has no opponent")
}

// The same with a finger on a tablet, and what a phone is for: reading and
// publishing.
func TestChiefByTouchAlone(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	chief := v.official("demo.chief", phone)
	const tablet = 820
	chief.do("take a tablet", chromedp.EmulateViewport(tablet, 1180, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait))
	chief.open(chiefRound + "/pair")
	chief.tap("button[value=make]")
	chief.sees(".draft .why", "group of")
	first := chief.ask("document.querySelectorAll('[data-cell]')[0].value")
	third := chief.ask("document.querySelectorAll('[data-cell]')[2].value")
	for _, id := range []string{first, third} {
		chief.tap("#t-" + id)
	}
	chief.tap("button[value=swap]")
	chief.until(fmt.Sprintf("document.querySelectorAll('[data-cell]')[0].value === %q", third))
	chief.tap("button[value=undo]")
	chief.until(fmt.Sprintf("document.querySelectorAll('[data-cell]')[0].value === %q", first))

	chief.do("take a phone", chromedp.EmulateViewport(phone, 844, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait))
	chief.open(chiefRound + "/pair")
	chief.sees(".bench-small", "too narrow to move teams")
	expect.Equal(t, chief.ask("document.querySelector('button[value=swap]').offsetParent === null"), "true", "a phone offers to swap teams")
	chief.tap(`a[href$="/pair/publish"]`)
	chief.sees("main", "Publish round 4 as version 1")

	chief.open("/e/lakeshore-demo/desk/floor")
	chief.fill("[name=place]", "door")
	chief.tap("form[action$=move] button")
	chief.sees(".floor-staff", "door")

	chief.open("/account/phone")
	chief.tap("main form .btn-main")
	chief.until("document.querySelector('.phone-code')?.textContent.replaceAll(/\\s/g, '').length === 6")
	code := chief.ask("document.querySelector('.phone-code').textContent.replaceAll(/\\s/g, '')")
	walker := v.visitor(phone)
	walker.open("/sign-in?code=" + code)
	walker.tap("form[action='/sign-in/code'] button")
	walker.until("location.pathname !== '/sign-in'")
	chief.content()
	walker.content()
}
