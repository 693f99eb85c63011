package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// wanted says what to take, and where to.
type wanted struct {
	folder string
	pages  *regexp.Regexp // of addresses
	looks  *regexp.Regexp // of names
	out    io.Writer
}

const (
	longestPage = time.Minute           // of one picture, the page included
	longestWait = 20 * time.Second      // for a page to settle
	pause       = 25 * time.Millisecond // between two looks whether it has
	mostTall    = 16_000                // pixels of a page that are drawn
)

// take takes all pictures. A page that cannot be taken is named at the end, and is an error.
func take(ctx context.Context, w wanted) (err error) {
	if err := os.MkdirAll(w.folder, 0o755); err != nil {
		return err
	}
	if old, _ := filepath.Glob(filepath.Join(w.folder, "*.png")); len(old) > 0 {
		return fmt.Errorf("%s holds %d pictures already: take another folder, or empty it", w.folder, len(old))
	}
	begun := time.Now()
	s, err := openStand(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	browser, stop, err := openBrowser(ctx)
	if err != nil {
		return err
	}
	defer stop()
	taken := 0
	var failed []error
	for _, v := range visitors {
		n, err := visit(browser, s, v, w)
		taken += n
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", v.name, err))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	fmt.Fprintf(w.out, "%d pictures in %s, %s\n", taken, w.folder, time.Since(begun).Round(time.Second))
	return errors.Join(failed...)
}

// openBrowser starts a Chromium without windows.
func openBrowser(ctx context.Context) (context.Context, func(), error) {
	var path string
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, nil, errors.New("there is no Chromium on this machine: scripts/install-needs browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("font-render-hinting", "none"), chromedp.Flag("disable-lcd-text", true), chromedp.Flag("force-color-profile", "srgb"))
	allocator, end := chromedp.NewExecAllocator(ctx, options...)
	browser, close := chromedp.NewContext(allocator)
	stop := func() { close(); end() }
	if err := chromedp.Do(browser); err != nil {
		stop()
		return nil, nil, fmt.Errorf("start %s: %w", path, err)
	}
	return browser, stop, nil
}

// visit is one visitor's way through the pages, in a profile of his own.
func visit(browser context.Context, s *stand, v visitor, w wanted) (taken int, err error) {
	var pages []string
	for _, address := range v.pages {
		if w.pages.MatchString(address) {
			pages = append(pages, address)
		}
	}
	if len(pages) == 0 {
		return 0, nil
	}
	tab, stop := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	defer stop()
	if err := prepare(tab, s, v); err != nil {
		return 0, err
	}
	var failed []error
	for _, address := range pages {
		n, err := takePage(tab, s.url+address, filepath.Join(w.folder, v.name+pictureName(address)), w.looks)
		taken += n
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", address, err))
		}
		if browser.Err() != nil {
			break
		}
	}
	fmt.Fprintf(w.out, "%-14s %3d pages, %3d pictures\n", v.name, len(pages), taken)
	return taken, errors.Join(failed...)
}

// prepare makes the tab that of the visitor: its clock stands, nothing moves in it, it is
// signed in, and what is to be done first is done.
func prepare(tab context.Context, s *stand, v visitor) error {
	frozen := fmt.Sprintf("(%s)(%d)", freeze, stands.UnixMilli())
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: frozen}); err != nil {
		return err
	}
	if _, err := chromedp.Call(tab, network.SetBypassServiceWorker, network.SetBypassServiceWorkerParams{Bypass: true}); err != nil {
		return err
	}
	if v.login != "" {
		cookies, err := s.signIn(tab, v.login)
		if err != nil {
			return err
		}
		for _, c := range cookies {
			if _, err := chromedp.Call(tab, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: s.url, HTTPOnly: &c.HttpOnly}); err != nil {
				return fmt.Errorf("keep the session: %w", err)
			}
		}
	}
	if v.first == "" {
		return nil
	}
	if err := open(tab, s.url+v.first); err != nil {
		return err
	}
	if v.does == "" {
		return nil
	}
	// A page that gives way at what is done takes the answer with it; what is then seen tells.
	err := chromedp.Do(tab, chromedp.Evaluate[chromedp.Void](v.does))
	if exception := new(chromedp.ExceptionError); errors.As(err, &exception) {
		return err
	}
	return until(tab, v.done)
}

// takePage takes all looks of one page: name is the file without the look and its ending.
func takePage(tab context.Context, address, name string, only *regexp.Regexp) (taken int, err error) {
	loaded, phone := false, false
	for _, l := range looks {
		if !only.MatchString(l.name) || !strings.Contains(address, l.only) {
			continue
		}
		ctx, cancel := context.WithTimeout(tab, longestPage)
		err := size(ctx, l)
		if err == nil && (!loaded || l.phone != phone) {
			err = open(ctx, address)
			loaded, phone = true, l.phone
		}
		if err == nil {
			err = shoot(ctx, l, name+"."+l.name)
		}
		cancel()
		if err != nil {
			return taken, fmt.Errorf("%s: %w", l.name, err)
		}
		taken++
	}
	return taken, nil
}

// size makes the window that of the look.
func size(ctx context.Context, l look) error {
	var kind []chromedp.EmulateViewportOption
	if l.phone {
		kind = append(kind, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(l.width, l.height, kind...)); err != nil {
		return err
	}
	theme := "light"
	if l.dark {
		theme = "dark"
	}
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: l.media, Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
	return err
}

// open goes to an address and waits until the page has settled (static/js/settled.js).
// What belongs on other sites' pages has no script that says so.
func open(ctx context.Context, address string) error {
	answer, err := chromedp.Run(ctx, chromedp.NavigateResponse(address))
	if err != nil {
		return err
	}
	if answer != nil && answer.Status != http.StatusOK && !strings.HasSuffix(address, nowhere) {
		return fmt.Errorf("the page answers %d", answer.Status)
	}
	return until(ctx, `document.readyState === "complete" && (!document.querySelector("script[src]") || "ready" in document.documentElement.dataset && !("busy" in document.documentElement.dataset))`)
}

// until waits for a condition in JavaScript, also across a change of page.
func until(tab context.Context, condition string) error {
	ctx, cancel := context.WithTimeout(tab, longestWait)
	defer cancel()
	for {
		met, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+condition+")"))
		if err == nil && met {
			return nil
		}
		select {
		case <-ctx.Done():
			busy, _ := chromedp.Run(tab, chromedp.Evaluate[string]("String(document.documentElement.dataset.busy)"))
			return fmt.Errorf("it did not come true in %s: %s (busy: %s)", longestWait, condition, busy)
		case <-time.After(pause):
		}
	}
}

// shoot writes the picture of the whole page and the list of its styles.
func shoot(ctx context.Context, l look, file string) error {
	if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](mask)); err != nil {
		return err
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](twoFrames, chromedp.EvalAwaitPromise)); err != nil {
		return err
	}
	tall, err := chromedp.Run(ctx, chromedp.Evaluate[float64]("document.documentElement.scrollHeight"))
	if err != nil {
		return err
	}
	styles, err := chromedp.Run(ctx, chromedp.Evaluate[string](listStyles))
	if err != nil {
		return err
	}
	height := min(max(float64(l.height), tall), mostTall)
	picture, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
		CaptureBeyondViewport: new(true), FromSurface: new(true), OptimizeForSpeed: new(true),
		Clip: &page.Viewport{Width: float64(l.width), Height: height, Scale: 1},
	})
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(file+".png", picture.Data, 0o644), os.WriteFile(file+".styles", []byte(styles), 0o644))
}

// pictureName is what an address is called in the names of files.
func pictureName(address string) string {
	if address == "/" {
		return "-home"
	}
	return strings.NewReplacer(event, "-e", "/", "-", "?", "-", "=", "-", "+", "-", "&", "-").Replace(address)
}

// mask puts the same words for everything in texts that changes from run to run: seals
// that rest on what chance drew, numbers of requests, what the machine says of itself.
// Square codes keep their room.
const mask = `(() => {
	for (const code of document.querySelectorAll("svg.qr")) code.style.visibility = "hidden";
	const changing = [/^\s*(seal|Request) [0-9a-zA-Z -]+\s*$/, /^\s*(At) worst, lately: .+\s*$/, /\b(seal)( [0-9a-f]{4})+/];
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const said = texts.currentNode.data, masked = changing.reduce((words, changes) => words.replace(changes, "$1 …"), said);
		if (masked !== said) texts.currentNode.data = masked;
	}
})()`

// freeze is what happens in every page before its own scripts: the clock stands, what
// would come in a second or later never comes, chance always says the same, nothing
// moves or blinks.
const freeze = `(now) => {
	const Real = Date;
	const Still = class extends Real {
		constructor(...words) { words.length ? super(...words) : super(now); }
		static now() { return now; }
	};
	globalThis.Date = Still;
	Math.random = () => 0;
	performance.now = () => 0;
	for (const name of ["setTimeout", "setInterval"]) {
		const real = globalThis[name];
		globalThis[name] = (what, after, ...words) => (after >= 1000 ? 0 : real(what, after, ...words));
	}
	const sheet = new CSSStyleSheet();
	sheet.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; caret-color: transparent !important; scroll-behavior: auto !important }");
	document.adoptedStyleSheets = [sheet];
}`

// twoFrames is over when the page has been laid out and drawn as it is now.
const twoFrames = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`

// listStyles is a line for every element that takes room: its way from the body, its
// name, its box, and the styles that people see.
const listStyles = `(() => {
	const names = ["display", "position", "font-size", "font-weight", "line-height", "letter-spacing", "color", "background-color", "padding", "margin", "border-width", "border-color", "border-radius", "gap", "grid-template-columns", "text-align", "white-space", "opacity"];
	const lines = [];
	const walk = (e, way) => {
		const style = getComputedStyle(e);
		if (style.display === "none") return;
		const box = e.getBoundingClientRect();
		const at = [box.x + scrollX, box.y + scrollY, box.width, box.height].map((n) => Math.round(n * 10) / 10).join(" ");
		const called = e.tagName.toLowerCase() + [...e.classList].map((c) => "." + c).join("");
		lines.push([way, called, at, names.map((n) => n + ": " + style.getPropertyValue(n)).join("; ")].join("\t"));
		if (e.tagName === "svg") return;
		[...e.children].forEach((child, i) => walk(child, way + "." + (i + 1)));
	};
	walk(document.body, "1");
	return lines.join("\n") + "\n";
})()`
