package journey_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A person acts once the page has settled (static/js/settled.js), as people do who
// look before they touch; strikes alone does not look.

// settled is a page that is whole, listens, and has nothing under way.
const settled = "document.readyState === 'complete' && document.activeElement && 'ready' in document.documentElement.dataset && !('busy' in document.documentElement.dataset)"

// settles waits until the page has settled.
func (p *person) settles() {
	p.t.Helper()
	p.until(settled)
}

// acts does something to an element, once, as soon as there is one and the page has
// settled: found is an expression for it, act is what to do to e.
func (p *person) acts(what, found, act string) {
	p.t.Helper()
	ctx, cancel := p.limit()
	defer cancel()
	p.done++
	mark := strconv.Itoa(p.done)
	once := fmt.Sprintf(`((e) => {
		if (!e) return "";
		sessionStorage.setItem("journey", %s);
		try { %s; } catch (trouble) { return String(trouble); }
		return "done";
	})(%s)`, quote(mark), act, found)
	for ctx.Err() == nil {
		switch said, err := chromedp.Run(ctx, comesTrue[string](settled+" && "+once)); {
		case err == nil && said == "done":
			return
		case err == nil:
			p.t.Fatalf("%s: %s\n%s", what, said, p.page())
		// A page that gives way at the act takes the answer with it; its successor still
		// knows that it was done.
		case p.ask(`sessionStorage.getItem("journey")`) == mark:
			return
		}
	}
	p.t.Fatalf("%s: it never came to it\n%s", what, p.page())
}

// leaves runs a script that may lead to another page, once and without a look whether
// the page has settled. A page that gives way takes the answer with it: ask would run
// the script again, on the page that followed.
func (p *person) leaves(what, script string) {
	p.t.Helper()
	ctx, cancel := p.limit()
	defer cancel()
	err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](script))
	if exception := new(chromedp.ExceptionError); ctx.Err() != nil || errors.As(err, &exception) {
		p.t.Fatalf("%s: %v\n%s", what, err, p.page())
	}
}

// one is an expression for the element of a selector.
func one(selector string) string { return fmt.Sprintf("document.querySelector(%s)", quote(selector)) }

// sight brings e into sight.
const sight = `e.scrollIntoView({ block: "center", behavior: "instant" })`

// seen is an expression for the first visible element of a selector whose text
// begins so.
func seen(selector, label string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%s)].find((e) => e.textContent.replace(/\s+/g, " ").trim().startsWith(%s) && e.offsetParent)`, quote(selector), quote(label))
}

func (p *person) click(selector string) {
	p.t.Helper()
	// Where an element stands may change, so the click goes to the element and not to
	// a place.
	p.acts("click "+selector, fmt.Sprintf("[%s].find((e) => e?.checkVisibility())", one(selector)), sight+"; e.click()")
}

// says clicks the button or link with that label.
func (p *person) says(label string) {
	p.t.Helper()
	p.acts("press “"+label+"”", seen("button, a, summary", label), sight+"; e.click()")
}

// taps clicks what has that label on the page itself.
func (p *person) taps(label string) {
	p.t.Helper()
	p.acts("press “"+label+"”", seen("main a, main button, main summary", label), sight+"; e.click()")
}

// fill puts a value into a field, as a password manager or a paste does.
func (p *person) fill(selector, text string) {
	p.t.Helper()
	p.acts("fill "+selector, one(selector), fmt.Sprintf(`e.value = %s;
		e.dispatchEvent(new Event("input", { bubbles: true }));
		e.dispatchEvent(new Event("change", { bubbles: true }))`, quote(text)))
}

// focus waits until the element has the focus.
func (p *person) focus(selector string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%s && ((field) => { field?.focus(); return field && document.activeElement === field; })(%s)", settled, one(selector)))
}

// types puts the focus there and types the text key by key.
func (p *person) types(selector, text string) {
	p.t.Helper()
	p.focus(selector)
	p.press(text)
}

// press types keys where the focus is; "\r" is Enter.
func (p *person) press(keys string) {
	p.t.Helper()
	p.settles()
	p.strikes(keys)
}

// strikes types keys without a look at the page.
func (p *person) strikes(keys string, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	p.do("press "+keys, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, r := range keys {
			for _, event := range stroke(r, modifiers) {
				if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, *event); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// stroke is a key that goes down and up. As with a keyboard, its letter comes with
// the key going down, and only where the page lets it: chromedp sends it apart, so
// that it is typed also where the page has taken the key.
func stroke(r rune, modifiers []chromedp.Modifier) []*input.DispatchKeyEventParams {
	events := kb.Encode(r)
	down, up := events[0], events[len(events)-1]
	for _, m := range modifiers {
		down.Modifiers |= int64(m)
		up.Modifiers |= int64(m)
	}
	if len(events) == 3 && len(modifiers) == 0 {
		down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
	}
	return []*input.DispatchKeyEventParams{down, up}
}

// signs presses Ctrl+Enter.
func (p *person) signs() {
	p.t.Helper()
	p.settles()
	p.strikes("\r", chromedp.ModifierCtrl)
}

// underFinger is an expression for where a finger touches an element, its middle, as
// "x y"; empty while something else lies there.
const underFinger = `((e) => {
	if (!e?.checkVisibility()) return "";
	e.scrollIntoView({ block: "center", behavior: "instant" });
	const box = e.getClientRects()[0] || e.getBoundingClientRect();
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	const under = document.elementFromPoint(x, y);
	return under && (e.contains(under) || under.closest("label")?.control === e) ? x + " " + y : "";
})(%s)`

// tap touches an element with a finger, once nothing lies over it any more.
func (p *person) tap(selector string) {
	p.t.Helper()
	ctx, cancel := p.limit()
	defer cancel()
	where := fmt.Sprintf(underFinger, one(selector))
	for ctx.Err() == nil {
		p.until(settled + " && " + where)
		var x, y float64
		if _, err := fmt.Sscan(p.ask("("+settled+") ? "+where+" : ''"), &x, &y); err != nil {
			continue // it moved away meanwhile
		}
		p.do("tap "+selector, chromedp.TapXY(x, y))
		return
	}
	p.t.Fatalf("tap %s: it is never under the finger\n%s", selector, p.page())
}

// limit is the longest that a person waits for one thing: a failure, never a pace. It
// grows with the slowness of the machine.
func (p *person) limit() (context.Context, context.CancelFunc) {
	return context.WithTimeout(p.ctx, patience())
}

// patience is how long that is. A page takes a tenth of a second on an idle machine:
// half a minute is long there, and leaves room for other work that begins later than
// the measure.
func patience() time.Duration {
	return time.Duration(min(slowness(), mostSlowness) * float64(30*time.Second))
}

const mostSlowness = 10
