package desktop

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/square"
	"github.com/tandemchess/tandem/static"
	pages "github.com/tandemchess/tandem/templates/desktop"
)

// routes answers below the secret, and what style sheets need.
func (d *Desk) routes() http.Handler {
	mux := http.NewServeMux()
	below := func(method, path string, handler http.HandlerFunc) {
		mux.HandleFunc(method+" /"+d.secret+"/"+path, handler)
	}
	below("GET", "{$}", func(w http.ResponseWriter, r *http.Request) { d.show(w, r, false) })
	below("GET", "alive", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(alive)) })
	below("POST", "open", d.openFirst)
	below("POST", "again", d.again)
	below("POST", "stop", d.askAndStop)
	mux.Handle("GET "+static.Prefix, d.opt.Assets)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Cache-Control", "no-store")
		head.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' "+d.siteOrigin()+"; frame-ancestors 'none'; base-uri 'none'")
		head.Set("Referrer-Policy", "no-referrer") // the address is a key
		head.Set("X-Content-Type-Options", "nosniff")
		mux.ServeHTTP(w, r)
	})
}

// siteOrigin is where the button "Open" leads on, which a browser counts as part of a form.
func (d *Desk) siteOrigin() string {
	site, _, _ := d.now()
	if site == nil {
		return ""
	}
	u, err := url.Parse(site.Local)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// show draws the page as things stand.
func (d *Desk) show(w http.ResponseWriter, r *http.Request, asks bool) {
	site, problem, result := d.now()
	words := text.Accepted(r.Header.Get("Accept-Language"))
	page := pages.Page{Words: words, Version: d.opt.Version, DataDir: d.opt.DataDir, Asset: d.opt.Assets.Path, State: pages.Starting}
	select {
	case <-d.ended:
		page.State = pages.Stopped
		if result != nil {
			page.Details = result.Error()
		}
	default:
		switch {
		case problem != nil:
			page.State, page.Sentence, page.Next, page.Details = pages.Failed, problem.Sentence.In(sayIn(words)), problem.Next.In(sayIn(words)), problem.Details
			page.Port, page.Anyway = problem.Port, problem.Anyway
		case site != nil:
			page.State, page.Local, page.Streams, page.Asks = pages.Running, site.Local, site.Streams(), asks
			page.Saved, page.Kept, page.Major = site.Renewed.Saved, site.Renewed.Kept, site.Renewed.Major
			page.Hall = HallAddresses(site.Local)
			if len(page.Hall) > 0 {
				code, err := square.Draw(words, page.Hall[0])
				if err != nil {
					http.Error(w, err.Error(), http.StatusInternalServerError)
					return
				}
				page.Code = code
			}
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	pages.Small(page).Render(r.Context(), w) // whoever went away needs no answer
}

func sayIn(words text.Words) fault.Say {
	return func(sentence string, parts ...any) string { return words.Say(text.Message(sentence), parts...) }
}

// openFirst leads to the first page; what it is may have changed since the start.
func (d *Desk) openFirst(w http.ResponseWriter, r *http.Request) {
	site, _, _ := d.now()
	if site == nil {
		http.Redirect(w, r, "./", http.StatusSeeOther)
		return
	}
	first, err := site.First(r.Context())
	if err != nil {
		first = site.Local // its own pages say what is the matter
	}
	http.Redirect(w, r, first, http.StatusSeeOther)
}

// again tries to start once more.
func (d *Desk) again(w http.ResponseWriter, r *http.Request) {
	choice := Choice{Port: r.FormValue("port"), Anyway: r.FormValue("anyway") != ""}
	if n, err := strconv.Atoi(choice.Port); choice.Port != "" && (err != nil || n < 1 || n > 65535) {
		words := text.Accepted(r.Header.Get("Accept-Language"))
		http.Error(w, words.Say("The port has to be a number from 1 to 65535."), http.StatusUnprocessableEntity)
		return
	}
	d.choose(choice)
	http.Redirect(w, r, "./", http.StatusSeeOther)
}

// askAndStop ends Tandem; while pages are open somewhere it asks before.
func (d *Desk) askAndStop(w http.ResponseWriter, r *http.Request) {
	site, _, _ := d.now()
	if site != nil && site.Streams() > 0 && r.FormValue("sure") == "" {
		d.show(w, r, true)
		return
	}
	d.stopped.Do(func() { close(d.stop) })
	select {
	case <-d.ended:
	case <-r.Context().Done():
	}
	d.show(w, r, false)
}
