package journey_test

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// composes leaves a text with the input method, which has not given it to the page yet.
func (p *person) composes(text string) {
	p.t.Helper()
	p.calls("compose "+text, func(ctx context.Context, t *chromedp.Target) error {
		at := int64(len([]rune(text)))
		_, err := cdp.Call(ctx, t, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: at, SelectionEnd: at})
		return err
	})
}

// gives puts a text in at once, as an input method does with what it has, and the keys of
// a screen do.
func (p *person) gives(text string) {
	p.t.Helper()
	p.calls("give "+text, func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
		return err
	})
}

// takesAWord presses Enter for the input method: no character comes of it.
func (p *person) takesAWord() {
	p.t.Helper()
	p.calls("press Enter for the input method", func(ctx context.Context, t *chromedp.Target) error {
		event := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Code: "Enter", Key: "Enter", WindowsVirtualKeyCode: 229}
		if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, event); err != nil {
			return err
		}
		event.Type = input.DispatchKeyEventTypeKeyUp
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, event)
		return err
	})
}

func (p *person) calls(what string, call func(context.Context, *chromedp.Target) error) {
	p.t.Helper()
	p.settles()
	p.do(what, chromedp.Func(call))
}

// Numbers count in the digits of any keyboard, and Enter belongs to the input method while
// it still has what is typed.
func TestNumbersOfOtherKeyboards(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(8)
	desk := h.official("hall.desk", desktop)
	box := "document.querySelector('[data-find] [name=table]')"

	desk.open(h.wall)
	desk.focus("[data-find] [name=table]")
	desk.gives("٦") // a telephone in Arabic
	expect.Equal(t, desk.ask(box+".value"), "6", "the box")
	desk.press("\r")
	desk.sees("[data-echo]", "table 6, match 1")

	// Who goes back to the box while a slip is open names another table.
	desk.focus("[data-find] [name=table]")
	desk.gives("7")
	expect.Equal(t, desk.ask(box+".value"), "7", "the box")
	desk.press("\r")
	desk.sees("[data-echo]", "table 7, match 1")

	desk.focus("[data-find] [name=table]")
	desk.composes("８")
	desk.takesAWord()
	desk.sees("[data-echo]", "table 7, match 1")
	desk.gives("８")
	expect.Equal(t, desk.ask(box+".value"), "8", "the box")
	desk.press("\r")
	desk.sees("[data-echo]", "table 8, match 1")
}

// Enter belongs to the input method while it still has what is typed, also where Enter
// adds a line.
func TestEnterOfAnInputMethodAddsNothing(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	director := v.official("demo.director", desktop)
	director.opensCard(v.waiting("u1600"))
	director.until("document.querySelector('[data-act-builder]:not([hidden])')")
	director.leaves("choose an act", `((kind) => { kind.value = "move"; kind.dispatchEvent(new Event("change")); })(document.querySelector("[data-act-kind]"))`)
	director.focus("[data-act-detail]")
	director.composes("e2e4")
	director.takesAWord()
	expect.Equal(t, director.ask("document.querySelector('[name=acts]').value"), "", "the acts while the input method has one")
	director.gives("e2e4")
	director.press("\r")
	director.until("/^[WB][AB] move e2e4$/.test(document.querySelector('[name=acts]').value)")
}
