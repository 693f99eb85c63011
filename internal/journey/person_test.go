package journey_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// chromium is the one browser of all tests; each person has a profile of their
// own in it. It ends with the test binary. Without windows it takes half the time, and
// with its network in its own process a tenth less.
var chromium = sync.OnceValues(func() (context.Context, error) {
	var path string
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, errors.New("there is no Chromium on this machine; make test installs it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("enable-features", "NetworkServiceInProcess2"))
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator)
	closeChromium = stop
	return ctx, chromedp.Do(ctx)
})

// slowness is how many times longer than on an idle machine a known piece of work
// takes in this browser, measured once, when the first window opens; at least 1. What
// else runs on the machine counts, and what runs later can only be guessed: limits
// are long enough for that.
var slowness = sync.OnceValue(func() float64 {
	browser, err := chromium()
	if err != nil {
		return 1
	}
	ctx, stop := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	defer stop()
	begun := time.Now()
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank"), chromedp.Evaluate[chromedp.Void](knownWork)); err != nil {
		return 1
	}
	return max(1, time.Since(begun).Seconds()/knownWorkTakes.Seconds())
})

// knownWork lays out lists again and again, as pages do.
const knownWork = `(() => {
	for (let turn = 0; turn < 60; turn++) {
		document.body.innerHTML = "<ul>" + "<li><b>one</b> two <i>three</i></li>".repeat(400) + "</ul>";
		for (const item of document.querySelectorAll("li")) item.style.paddingLeft = turn + "px";
		document.body.offsetHeight;
	}
})()`

// knownWorkTakes is what it took on two idle cores, the opening of the window included.
const knownWorkTakes = 400 * time.Millisecond

var closeChromium = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	closeChromium()
	os.Exit(code)
}

// person is somebody in front of a page.
type person struct {
	t     testing.TB
	ctx   context.Context
	url   string
	width int64
	kind  []chromedp.EmulateViewportOption // of the device, besides its size

	mu         sync.Mutex
	complaints []string // what the browser's console says against the page

	done    int  // acts of this person so far
	checked bool // the checker of keepsWCAG comes with every page
}

const (
	desktop = 1440
	phone   = 390
)

// visitor opens a window of that width.
func (v *venue) visitor(width int64) *person {
	v.t.Helper()
	browser, err := chromium()
	if err != nil {
		v.t.Skip(err)
	}
	ctx, stop := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	v.t.Cleanup(stop)
	p := &person{t: v.t, ctx: ctx, url: v.url}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		v.t.Fatalf("open a window: %v", err)
	}
	// Nobody here asks for the style sheets, the requests and the elements of a page: to
	// tell of them takes a seventh of the browser's time.
	for _, off := range []cdp.Command[cdp.Empty, cdp.Empty]{css.Disable, network.Disable, dom.Disable} {
		if _, err := chromedp.Call(ctx, off, cdp.Empty{}); err != nil {
			v.t.Fatalf("open a window: %v", err)
		}
	}
	p.size(width)
	return p
}

// size makes the window that of a phone or of a screen.
func (p *person) size(width int64) {
	p.t.Helper()
	height := int64(900)
	p.width, p.kind = width, nil
	if width == phone {
		height, p.kind = 844, []chromedp.EmulateViewportOption{chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait}
	}
	p.do("size the window", chromedp.EmulateViewport(width, height, p.kind...))
}

// official is an official of the demonstration whose window is signed in. The
// page for it is tried where an organizer prepares an event; here the server is
// asked for the session directly.
func (v *venue) official(login string, width int64) *person {
	v.t.Helper()
	p := v.visitor(width)
	for _, c := range v.session(login) {
		_, err := chromedp.Call(p.ctx, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: v.url, HTTPOnly: &c.HttpOnly})
		expect.MustTrue(v.t, err == nil, "keep the session: %v", err)
	}
	return p
}

// session signs an official of the demonstration in and returns what a browser keeps of it.
func (v *venue) session(login string) []*http.Cookie {
	v.t.Helper()
	form := url.Values{"login": {login}, "password": {demo.Password}}
	ask := expect.Must(http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.url+"/sign-in", strings.NewReader(form.Encode())))(v.t)
	ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	ask.Header.Set("Origin", v.url)
	answer, err := http.DefaultTransport.RoundTrip(ask) // which does not follow to the next page
	expect.OK(v.t, err)
	answer.Body.Close()
	expect.MustEqual(v.t, answer.StatusCode, http.StatusSeeOther, "%s signs in: %s", login, answer.Status)
	return answer.Cookies()
}

// keepsNothing lets this window have pages without the worker that keeps copies of them, where
// many pages are only looked at: it takes a tenth of the time that a page needs.
func (p *person) keepsNothing() *person {
	p.t.Helper()
	p.brings("delete Navigator.prototype.serviceWorker")
	return p
}

func (p *person) signIn(login, password string) {
	p.t.Helper()
	p.open("/sign-in")
	p.fill("[name=login]", login)
	p.fill("[name=password]", password)
	p.click("main button")
	p.until("location.pathname !== '/sign-in'")
}

// hear notes errors of scripts and everything the content policy blocks.
func (p *person) hear(event any) {
	var said string
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		said = e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			said += " " + e.ExceptionDetails.Exception.Description
		}
	case *cdplog.EventEntryAdded:
		// A refused form is an answer with its own status, not a mistake of the page.
		if e.Entry.Level == cdplog.EntryLevelError && e.Entry.Source != cdplog.EntrySourceNetwork {
			said = e.Entry.Text
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			said = fmt.Sprint("console.error ", len(e.Args))
		}
	}
	if said != "" {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.complaints = append(p.complaints, said)
	}
}

// content fails the test when the console said anything against a page.
func (p *person) content() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, said := range p.complaints {
		p.t.Errorf("the browser complains: %s", said)
	}
	p.complaints = nil
}

func (p *person) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := p.limit()
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v\n%s", what, err, p.page())
	}
}

// open goes to an address of the site. A page that is about to lead on by itself, such as after
// an answer, would take that away: wait for where it leads first.
func (p *person) open(path string) {
	p.t.Helper()
	address := path
	if strings.HasPrefix(path, "/") {
		address = p.url + path
	}
	p.do("open "+path, chromedp.Navigate(address))
}

// until waits for a condition in JavaScript, also across a change of page.
func (p *person) until(condition string) {
	p.t.Helper()
	ctx, cancel := p.limit()
	defer cancel()
	for ctx.Err() == nil {
		// A new page ends the wait with an error; the condition then is about it.
		if _, err := chromedp.Run(ctx, comesTrue[bool]("!!("+condition+")")); err == nil {
			return
		}
	}
	p.t.Fatalf("it did not come true in %v: %s\n%s", patience(), condition, p.page())
}

// comesTrue looks again and again, on the page itself, until an expression is true or
// anything else that counts as that, and returns it.
func comesTrue[T any](expression string) chromedp.Action[T] {
	return chromedp.Evaluate[T](`(async () => {
		for (;;) {
			const seen = `+expression+`;
			if (seen) return seen;
			await new Promise((again) => setTimeout(again, 20));
		}
	})()`, chromedp.EvalAwaitPromise)
}

// sees waits until an element of the selector shows the text, in whatever case.
func (p *person) sees(selector, text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("[...document.querySelectorAll(%s)].some((e) => e.textContent.replaceAll('\\u2060', '').replace(/\\s+/g, ' ').toLowerCase().includes(%s))", quote(selector), quote(strings.ToLower(text))))
}

// gone waits until nothing of the selector shows the text.
func (p *person) gone(selector, text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("document.readyState === 'complete' && ![...document.querySelectorAll(%s)].some((e) => e.textContent.replaceAll('\\u2060', '').replace(/\\s+/g, ' ').toLowerCase().includes(%s))", quote(selector), quote(strings.ToLower(text))))
}

func (p *person) upload(selector, file string) {
	p.t.Helper()
	p.do("choose "+file, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		field, err := chromedp.Evaluate[*runtime.RemoteObject](one(selector))(ctx, t)
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, t, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{file}, ObjectID: field.ObjectID})
		return err
	}))
}

// ask reads something from the page.
func (p *person) ask(expression string) string {
	p.t.Helper()
	ctx, cancel := p.limit()
	defer cancel()
	for {
		// An address stands before all of its page does.
		answer, err := chromedp.Run(ctx, comesTrue[[]string]("document.readyState !== 'loading' && [String("+expression+")]"))
		if err == nil {
			return answer[0]
		}
		if exception := new(chromedp.ExceptionError); ctx.Err() != nil || errors.As(err, &exception) {
			p.t.Fatalf("%s: %v\n%s", expression, err, p.page())
		}
	}
}

// page is where the person is and what it says, for messages.
func (p *person) page() string {
	ctx, cancel := p.limit()
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + "\n" + (document.querySelector("main") || document.body)?.innerText + " focus: " + document.activeElement?.outerHTML.slice(0, 120) + " busy: " + document.documentElement.dataset.busy`))
	if err != nil {
		return "the page cannot be read: " + err.Error()
	}
	if u, err := url.Parse(p.url); err == nil {
		text = strings.ReplaceAll(text, u.Host, "")
	}
	return text[:min(len(text), 2500)]
}

// shoot writes a picture of the window into the folder of TANDEM_SHOTS.
func (p *person) shoot(name string) {
	p.t.Helper()
	dir := os.Getenv("TANDEM_SHOTS")
	if dir == "" {
		return
	}
	ctx, cancel := p.limit()
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	expect.MustTrue(p.t, err == nil, "picture %s: %v", name, err)
}

func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always encodes
	}
	return string(text)
}

// Keys that have no letter.
const (
	arrowDown  = kb.ArrowDown
	arrowRight = kb.ArrowRight
	home       = kb.Home
)
