package journey_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// means are how somebody gets at what is on a page: with keys, with a finger, or
// through the tree that a screen reader has of it.
type means interface {
	// device is the window that such a person sits at.
	device(p *person)
	// reach brings the element where the next act goes; false while that cannot be.
	reach(w *worker, e element) bool
	// activate follows a link, pushes a button, ticks a box, chooses.
	activate(w *worker, e element)
	// write types a text into the field, in place of what stands there.
	write(w *worker, e element, text string)
	// pick takes the option of a list whose words begin so.
	pick(w *worker, e element, option string)
	// told waits until the person has been told that.
	told(w *worker, text string)
}

// worker is a person who finds everything by role and name, and gets at it by one
// means only.
type worker struct {
	*person
	who   string
	means means
	files chan cdp.BackendNodeID // of file choosers that the page opened
	acts  int                    // done so far
	keys  int                    // struck so far, by keys
	far   int                    // the longest way to an element, in keys
	seen  string                 // the page whose tree was looked at last
}

// worker gives the person that means.
func (p *person) worker(m means, name string) *worker {
	p.t.Helper()
	w := &worker{person: p, who: name, means: m, files: make(chan cdp.BackendNodeID, 1)}
	m.device(p)
	p.do("hold file choosers", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
		return err
	}))
	if err := chromedp.Listen(p.ctx, func(event any) {
		if e, ok := event.(*page.EventFileChooserOpened); ok {
			w.files <- e.BackendNodeID
		}
	}); err != nil {
		p.t.Fatal(err)
	}
	return w
}

// element is something on the page, as the accessibility tree has it.
type element struct {
	role, name string
	id         cdp.BackendNodeID
	object     runtime.RemoteObjectID
}

func (e element) String() string { return fmt.Sprintf("%s “%s”", e.role, e.name) }

// follow follows the link of that name, push pushes the button, unfold opens what
// lies behind its summary. A name that ends
// in … is the beginning of one, one that begins with it the end; | stands between a
// name without the key that does the same, and the name with it.
func (w *worker) follow(name string) { w.t.Helper(); w.act("link", name) }
func (w *worker) push(name string)   { w.t.Helper(); w.act("button", name) }
func (w *worker) unfold(name string) { w.t.Helper(); w.act("DisclosureTriangle", name) }
func (w *worker) choose(name string) { w.t.Helper(); w.act("radio", name) }
func (w *worker) tick(name string)   { w.t.Helper(); w.act("checkbox", name) }

// act does the one thing that can be done with the element.
func (w *worker) act(role, name string) {
	w.t.Helper()
	w.acts++
	w.means.activate(w, w.at(role, name))
}

// write types into the field of that name.
func (w *worker) write(name, text string) {
	w.t.Helper()
	w.acts++
	w.means.write(w, w.at("textbox", name), text)
}

// writeIn is write into a field of another role than a plain one.
func (w *worker) writeIn(role, name, text string) {
	w.t.Helper()
	w.acts++
	w.means.write(w, w.at(role, name), text)
}

// pick takes the option of the list of that name whose words begin so.
func (w *worker) pick(name, option string) {
	w.t.Helper()
	w.acts++
	e := w.at("combobox", name)
	w.means.pick(w, e, option)
	got, _ := call[string](w, e, "function() { return this.selectedOptions[0].label }")
	expect.MustTrue(w.t, strings.HasPrefix(got, option), "%v has %q, want %q", e, got, option)
}

// choosesFile opens the file chooser of that name and takes the file.
func (w *worker) choosesFile(name, file string) {
	w.t.Helper()
	w.act("button", name)
	ctx, cancel := w.limit()
	defer cancel()
	select {
	case id := <-w.files:
		_, err := chromedp.Call(ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{file}, BackendNodeID: id})
		expect.MustTrue(w.t, err == nil, "choose %s: %v", file, err)
	case <-ctx.Done():
		w.t.Fatalf("%s opens no file chooser", name)
	}
}

// told waits until the person has been told that.
func (w *worker) told(text string) { w.t.Helper(); w.means.told(w, text) }

// at waits for the element and brings the hand to it.
func (w *worker) at(role, name string) element {
	w.t.Helper()
	ctx, cancel := w.limit()
	defer cancel()
	found := -1
	for ctx.Err() == nil {
		all := w.find(ctx, role, name)
		if found = len(all); found > 1 {
			w.t.Fatalf("%d of role %s are called “%s”: nobody can tell them apart\n%s", found, role, name, w.page())
		}
		if found == 1 && w.means.reach(w, all[0]) {
			return all[0]
		}
	}
	w.t.Fatalf("%T: no %s “%s” to get at (%d there)\n%s\n%s", w.means, role, name, found, w.outline(), w.page())
	return element{}
}

// find reads the tree for what has that role and name and can be used, once the page
// has settled.
func (w *worker) find(ctx context.Context, role, name string) (found []element) {
	w.t.Helper()
	w.settles()
	document, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: "(" + settled + ") ? document : null", ObjectGroup: objects})
	if err != nil || document.Result.ObjectID == "" {
		return nil // the page gave way
	}
	answer, err := chromedp.Call(ctx, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{ObjectID: document.Result.ObjectID, Role: role})
	if err != nil {
		return nil
	}
	for _, n := range answer.Nodes {
		if n.Ignored || said(n.Role) != role || !named(said(n.Name), name) || property(n, accessibility.PropertyNameDisabled) == "true" {
			continue
		}
		at, err := chromedp.Call(ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: n.BackendDOMNodeID, ObjectGroup: objects})
		if err != nil {
			return nil
		}
		found = append(found, element{role, said(n.Name), n.BackendDOMNodeID, at.Object.ObjectID})
	}
	return found
}

// objects is what the browser calls the elements that were found.
const objects = "walk"

func named(is, wanted string) bool {
	is = strings.ReplaceAll(strings.Join(strings.Fields(strings.ReplaceAll(is, "\u2060", "")), " "), " :", ":")
	if one, other, either := strings.Cut(wanted, "|"); either {
		return is == one || is == other
	}
	if begin, more := strings.CutSuffix(wanted, "…"); more {
		return strings.HasPrefix(is, begin)
	}
	if end, more := strings.CutPrefix(wanted, "…"); more {
		return strings.HasSuffix(is, end)
	}
	return is == wanted
}

// call asks something of the element; false where it is gone.
func call[T any](w *worker, e element, function string) (answer T, there bool) {
	w.t.Helper()
	ctx, cancel := w.limit()
	defer cancel()
	answer, err := chromedp.Run(ctx, chromedp.CallFunctionOn[T](function, func(p *runtime.CallFunctionOnParams) {
		p.ObjectID, p.UserGesture = e.object, new(true)
	}))
	return answer, err == nil
}

// byKeys is somebody with a keyboard and nothing else.
type byKeysAlone struct{}

func (byKeysAlone) device(p *person) { p.size(desktop) }

// reach goes there with Tab, and back with Shift and Tab where it lies behind; within
// a group of choices with the arrows.
func (byKeysAlone) reach(w *worker, e element) bool {
	w.t.Helper()
	way := 0
	for range 12 {
		steps, there := call[int](w, e, stepsTo)
		switch {
		case !there:
			return false
		case steps == 0:
			w.far = max(w.far, way)
			return true
		case steps > 0:
			w.strike(strings.Repeat("\t", steps))
		default:
			w.strike(strings.Repeat("\t", -steps), chromedp.ModifierShift)
		}
		way += max(steps, -steps)
	}
	return false
}

// stepsTo guesses how often Tab is pressed from the focus to the element; 0 is only
// said where the focus is there.
const stepsTo = `function() {
	const same = (a, b) => a === b || a?.type === "radio" && b?.type === "radio" && a.name === b.name && a.form === b.form;
	const now = document.activeElement;
	if (same(now, this)) return 0;
	const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter((e) =>
		e === this || e.tabIndex >= 0 && !e.disabled && e.type !== "hidden" && !e.closest("[inert]") && e.checkVisibility({ visibilityProperty: true }));
	const kept = stops.filter((e, i) => e === this || !same(e, this) && !stops.slice(0, i).some((b) => same(b, e)));
	const to = kept.indexOf(this);
	const before = (e) => Boolean(e.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING);
	const from = now === document.body || !now ? -1 : kept.filter((e) => e === now || before(e)).length - 1;
	return to - from || 1;
}`

func (w *worker) strike(keys string, modifiers ...chromedp.Modifier) {
	w.t.Helper()
	w.keys += len([]rune(keys))
	w.strikes(keys, modifiers...)
}

func (byKeysAlone) activate(w *worker, e element) {
	w.t.Helper()
	switch e.role {
	case "checkbox":
		w.strike(" ")
	case "radio":
		choose(w, e)
	default:
		w.strike("\r")
	}
}

// choose goes through a group with the arrows until the element is chosen.
func choose(w *worker, e element) {
	w.t.Helper()
	const chosen = "function() { return this.checked && document.activeElement === this }"
	for range 12 {
		on, there := call[bool](w, e, chosen)
		if !there || on {
			return
		}
		if alone, _ := call[bool](w, e, "function() { return document.activeElement === this }"); alone {
			w.strike(" ")
		} else {
			w.strike(arrowDown)
		}
	}
	w.t.Fatalf("the arrows do not lead to %v\n%s", e, w.page())
}

func (byKeysAlone) write(w *worker, e element, text string) {
	w.t.Helper()
	if e.role != "Date" {
		w.strike("a", chromedp.ModifierCtrl)
	}
	w.strike(text)
}

func (byKeysAlone) pick(w *worker, e element, option string) {
	w.t.Helper()
	w.strike(option)
}

func (byKeysAlone) told(w *worker, text string) { w.t.Helper(); w.sees(telling, text) }

// telling is where a page says what came of an act.
const telling = "title, h1, h2, h3, [role=status], [role=alert], [aria-live], [data-waiting]:focus"

// byTouchAlone is somebody with a tablet. Only text comes from keys, those that the
// tablet draws.
type byTouchAlone struct{}

const (
	tablet       = 820
	tabletHeight = 1180
	leastTarget  = 24 // pixels across, WCAG 2.5.8
)

func (byTouchAlone) device(p *person) {
	p.width, p.kind = tablet, []chromedp.EmulateViewportOption{chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait}
	p.do("take a tablet", chromedp.EmulateViewport(tablet, tabletHeight, p.kind...))
}

func (byTouchAlone) reach(w *worker, e element) bool {
	w.t.Helper()
	_, there := underTheFinger(w, e)
	return there
}

// place is the middle of what a finger touches of an element.
type place struct{ X, Y, Width, Height float64 }

// underTheFinger is where that is: of the element, or of its label where the element
// itself is drawn by it. False while something else lies there.
func underTheFinger(w *worker, e element) (place, bool) {
	w.t.Helper()
	at, there := call[place](w, e, `function() {
		const drawn = (e) => e?.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 4;
		const e = [this, ...(this.labels || [])].find(drawn);
		if (!e) return { Width: 0 };
		e.scrollIntoView({ block: "center", behavior: "instant" });
		const box = e.getClientRects()[0];
		const [X, Y] = [box.x + box.width / 2, box.y + box.height / 2];
		const under = document.elementFromPoint(X, Y);
		const hit = under && (e.contains(under) || this.contains(under) || under.closest("label")?.control === this);
		const whole = this.closest("label")?.getBoundingClientRect() || box;
		return { X, Y, Width: hit ? Math.max(box.width, whole.width) : 0, Height: Math.max(box.height, whole.height) };
	}`)
	return at, there && at.Width > 0
}

func (byTouchAlone) touch(w *worker, e element) {
	w.t.Helper()
	at, there := underTheFinger(w, e)
	if !there {
		w.t.Fatalf("%v moved away from the finger\n%s", e, w.page())
	}
	inText, _ := call[bool](w, e, `function() { return this.matches("a") && getComputedStyle(this).display === "inline" }`)
	if !inText && (at.Width < leastTarget || at.Height < leastTarget) {
		w.t.Errorf("%v is %v by %v pixels under the finger, want %d\n%s", e, at.Width, at.Height, leastTarget, w.ask("location.pathname"))
	}
	w.do("tap "+e.String(), chromedp.TapXY(at.X, at.Y))
}

func (m byTouchAlone) activate(w *worker, e element) { w.t.Helper(); m.touch(w, e) }

func (m byTouchAlone) write(w *worker, e element, text string) {
	w.t.Helper()
	m.touch(w, e)
	if e.role == "Date" { // the tablet draws a calendar over the page
		setValue(w, e, text[4:]+"-"+text[:2]+"-"+text[2:4])
		return
	}
	_, there := call[bool](w, e, "function() { this.select(); return document.activeElement === this }")
	expect.MustTrue(w.t, there, "%v is gone", e)
	w.strikes(text)
}

// pick opens the list, which the tablet draws over the page, and sets the option; the tap
// on it counts.
func (m byTouchAlone) pick(w *worker, e element, option string) {
	w.t.Helper()
	value, there := call[string](w, e, fmt.Sprintf("function() { return [...this.options].find((o) => o.label.startsWith(%s))?.value }", quote(option)))
	expect.MustTrue(w.t, there, "%v has no option %q", e, option)
	m.touch(w, e)
	w.acts++
	setValue(w, e, value)
}

func setValue(w *worker, e element, value string) {
	w.t.Helper()
	call[bool](w, e, fmt.Sprintf(`function() { this.value = %s; for (const what of ["input", "change"]) this.dispatchEvent(new Event(what, { bubbles: true })); return true; }`, quote(value)))
}

func (byTouchAlone) told(w *worker, text string) { w.t.Helper(); w.sees(telling, text) }

// byTree is somebody who hears the page: what is there, what to do with it and what
// came of it is known from the accessibility tree alone.
type byTree struct{}

func (byTree) device(p *person) { p.size(desktop) }

func (byTree) reach(w *worker, e element) bool {
	w.t.Helper()
	w.listens()
	ctx, cancel := w.limit()
	defer cancel()
	if _, err := chromedp.Call(ctx, dom.Focus, dom.FocusParams{BackendNodeID: e.id}); err != nil {
		return false
	}
	on, there := call[bool](w, e, "function() { return document.activeElement === this }")
	return there && on
}

// activate is the action that a screen reader has for an element.
func (byTree) activate(w *worker, e element) {
	w.t.Helper()
	call[bool](w, e, "function() { this.click(); return true }")
}

func (byTree) write(w *worker, e element, text string) {
	w.t.Helper()
	byKeysAlone{}.write(w, e, text)
}

func (byTree) pick(w *worker, e element, option string) { w.t.Helper(); w.strike(option) }

// told waits until a live region says it, or, on a new page, its title, a heading or
// what has the focus.
func (byTree) told(w *worker, text string) {
	w.t.Helper()
	ctx, cancel := w.limit()
	defer cancel()
	for ctx.Err() == nil {
		w.settles()
		if slices.ContainsFunc(w.tree(ctx).spoken(), func(s string) bool { return strings.Contains(strings.ToLower(s), strings.ToLower(text)) }) {
			return
		}
	}
	w.t.Fatalf("nobody who listens is told “%s”: %q\n%s", text, w.tree(w.ctx).spoken(), w.page())
}
