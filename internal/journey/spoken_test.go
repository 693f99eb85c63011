package journey_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Every word that players, parents and spectators read comes from the catalogue:
// in the stretched language no word of a public page, of a team's own page or of
// a refusal is left as it was, but for names and what is the same everywhere.
func TestEveryWordOfPublicPagesIsSpoken(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	event := v.shown
	r := v.reader()
	pages := slices.Concat(publicPages, []string{
		"/e/lakeshore-demo/find?q=zzzz", "/e/lakeshore-demo/open/round/9/pairings", "/e/lakeshore-demo/open/rules?q=flag", "/e/lakeshore-demo/open/rules?q=zzzz",
		"/rules?all=yes", "/e/lakeshore-demo/u1600/rules", "/e/lakeshore-demo/u1600/standings", "/e/lakeshore-demo/u1600/crosstable", "/e/lakeshore-demo/u1600/status",
		"/e/lakeshore-demo/open/round/1/pairings?by=table", "/e/lakeshore-demo/open/round/1/standings", "/e/lakeshore-demo/open/standings.csv?for=spreadsheet",
		"/e/lakeshore-demo/open/standings.csv?round=9", "/no-such-page", "/e/no-such-event", "/e/lakeshore-demo/no-such-section/standings",
		"/e/lakeshore-demo/team/nobody", "/e/lakeshore-demo/player/9999", "/e/lakeshore-demo/hall/nowhere", "/e/lakeshore-demo/open/round/x/pairings", "/l/no-such-link",
		"/e/lakeshore-demo/team/knight-shift/own",
	})
	for _, path := range pages {
		r.reads(path)
	}
	// The private pages of the teams that an official was called for: with matches
	// to report, results, a ruling, an appeal.
	rows := expect.Must(v.pool.Query(t.Context(), "select match_id from incident where match_id is not null order by incident_id"))(t)
	matches, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	expect.MustTrue(t, err == nil && len(matches) >= 2, "%d matches with an incident, %v", len(matches), err)
	for _, section := range []string{"open", "u1600"} {
		book := v.book(demo.Slug, section)
		for _, id := range matches {
			p, m := book.FindMatch(id)
			if p == nil {
				continue
			}
			for _, team := range []int64{p.TeamID(1), p.TeamID(2)} {
				v.ownReader(event, book.Team(team)).acts(id, m.Revision)
			}
		}
	}
}

// reader asks for pages in the stretched language and looks for words in English.
type reader struct {
	v     *venue
	http  http.Client
	names map[string]bool
}

func (v *venue) reader() *reader {
	v.t.Helper()
	jar := expect.Must(cookiejar.New(nil))(v.t)
	site := expect.Must(url.Parse(v.url))(v.t)
	jar.SetCookies(site, []*http.Cookie{{Name: "lang", Value: "qps-ploc"}})
	return &reader{v: v, http: http.Client{Jar: jar}, names: v.names()}
}

// names are the words that people typed: names, places, notes.
func (v *venue) names() map[string]bool {
	v.t.Helper()
	names := map[string]bool{}
	for _, typed := range []string{
		"name, venue, address, contact, schedule, slug from event", "name, letter, hall, slug from section", "name, school, slug, code from team", "first_name, last_name from player",
		"speaker, body from statement", "name, login from account", "reason from ruling", "name, category from prize", "summary from incident", "grounds from appeal",
	} {
		rows := expect.Must(v.pool.Query(v.t.Context(), "select value from (select "+typed+") t, jsonb_each_text(to_jsonb(t))"))(v.t)
		for rows.Next() {
			var value *string
			expect.OK(v.t, rows.Scan(&value))
			if value != nil {
				for _, w := range word.FindAllString(*value, -1) {
					names[w] = true
				}
			}
		}
		expect.OK(v.t, rows.Err())
	}
	return names
}

// ladderStep is a step of a ladder as it may be typed, and what it means; typedCode is the step
// alone, in the field where it is typed.
var (
	ladderStep = regexp.MustCompile(`^[a-z-]+ = `)
	typedCode  = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seal       = regexp.MustCompile(`^([0-9a-f]{4}( |$)){4}$`)
)

var (
	word = regexp.MustCompile(`\p{L}[\p{L}\p{Nd}’'@+#=-]*`)
	// same is what is written alike in every language: rulebooks and articles,
	// tie-break codes, boards, moves, the hour, and what languages call themselves.
	same = regexp.MustCompile(`^(\p{L}|TR3|FIDEX|USCF-[RC]|JARED|A\d+|[IVX]+|[ABR]\d*|[KQRBNP]?[a-h]?[1-8]?x?[KQRBNP]?@?[a-h][1-8].*|O-O.*|[WB][AB]|pm|am|v\d+|s|Tandem|CSV|QR|US|FIDE|USCF|` +
		`PTS|DE|BH|SB|WIN|C1|EDE|GE|min|UTC|Etc|GMT[+-]\d+|[RTM]\d+|Go-http-client|\p{Lu}[\p{Lu}\d]+(\+\d+)?|MPvGP|English|Deutsch|Français|Español|Čeština|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$`)
	// spoken are the attributes that people read or hear.
	spoken = []string{"alt", "aria-label", "aria-description", "placeholder", "title", "data-in", "data-seconds", "data-grey", "data-red", "data-news", "data-own-news", "data-own-same", "data-spoken", "data-minutes", "data-live-word", "data-copied"}
)

// ask sends a form, or asks for a page when there is none.
func (r *reader) ask(path, form string) *html.Node {
	r.v.t.Helper()
	method := http.MethodGet
	if form != "" {
		method = http.MethodPost
	}
	req := expect.Must(http.NewRequestWithContext(r.v.t.Context(), method, r.v.url+path, strings.NewReader(form)))(r.v.t)
	if form != "" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", r.v.url)
	}
	answer := expect.Must(r.http.Do(req))(r.v.t)
	defer answer.Body.Close()
	page := expect.Must(html.Parse(answer.Body))(r.v.t)
	return page
}

// reads reports what is not spoken on a page.
func (r *reader) reads(path string) {
	r.v.t.Helper()
	r.listen(path, r.ask(path, ""))
}

// listen walks a page for words that no catalogue spoke.
func (r *reader) listen(path string, n *html.Node) {
	if n.Type == html.ElementNode && (n.Data == "script" || n.Data == "style" || n.Data == "textarea") {
		return
	}
	for _, a := range n.Attr {
		if a.Key == "lang" && a.Val == "en" && n.Data != "html" {
			return // the English text of an article, a value of the journal: each says that it is English
		}
		if slices.Contains(spoken, a.Key) && !typedCode.MatchString(a.Val) {
			r.hears(path, n.Data+" "+a.Key, a.Val)
		}
	}
	if n.Type == html.TextNode {
		r.hears(path, n.Parent.Data, n.Data)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.listen(path, c)
	}
}

func (r *reader) hears(path, where, text string) {
	text = ladderStep.ReplaceAllString(strings.TrimSpace(text), "")
	if seal.MatchString(text) {
		return
	}
	for _, said := range strings.Fields(text) {
		if strings.Contains(said, "ž") || strings.Contains(said, "{") || strings.Contains(said, "://") {
			continue
		}
		for _, w := range word.FindAllString(said, -1) {
			if !same.MatchString(w) && !r.names[w] {
				r.v.t.Errorf("%s: %q in <%s> is not from the catalogue: %s", path, w, where, strings.Join(strings.Fields(text), " "))
				return
			}
		}
	}
}

// ownReader holds the phone of a team.
func (v *venue) ownReader(event tournament.Event, team tournament.Team) *ownReader {
	v.t.Helper()
	token := account.NewToken()
	cmd := journal.Command{Actor: journal.Actor{Name: "Kim Osei"}, Key: "link-" + token}
	expect.Must(v.tournament.RenewTeamLinks(v.t.Context(), event.EventID, cmd, map[int64][]byte{team.TeamID: account.HashToken(token)}))(v.t)
	r := v.reader()
	r.ask("/l/"+token, "") // leads on to the team's page and leaves a cookie
	return &ownReader{r, "/e/" + event.Slug + "/team/" + team.Slug + "/own"}
}

type ownReader struct {
	*reader
	page string
}

// acts looks at the page of the team and at what it answers to forms, most of them
// refused.
func (r *ownReader) acts(match int64, revision int) {
	r.v.t.Helper()
	r.reads(r.page)
	id := strconv.FormatInt(match, 10)
	for _, outcome := range []string{"1", "2", "draw"} {
		r.reads(r.page + "?match=" + id + "&outcome=" + outcome)
	}
	for i, form := range []string{
		"call match=" + id, "call match=x", "call match=999999", "report match=" + id + "&outcome=nobody", "report match=" + id + "&outcome=1&revision=0",
		"report match=" + id + "&outcome=draw&revision=" + strconv.Itoa(revision), "appeal ruling=x", "appeal ruling=999999", "appeal ruling=1", "appeal ruling=1&grounds=žádost",
		"appeal ruling=1&grounds=žádost", "check-in", "call match=" + id + "&summary=žádost",
	} {
		action, fields, _ := strings.Cut(form, " ")
		r.listen(form, r.ask(r.page+"/"+action, fields+"&key=spoken-"+id+"-"+strconv.Itoa(i)))
	}
	r.reads(r.page)
}

// Every word that officials read comes from the catalogue as well: no word of a page of the desk is
// left in English, but for names and what is the same everywhere.
func TestEveryWordOfTheDeskIsSpoken(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	r := v.reader()
	site := expect.Must(url.Parse(v.url))(t)
	r.http.Jar.SetCookies(site, v.session("demo.chief"))
	expect.Must(v.pool.Exec(t.Context(), "update account set language = 'qps-ploc'"))(t)
	expect.Must(v.pool.Exec(t.Context(), "update event set paper_language = 'qps-ploc'"))(t)
	for _, path := range deskPages {
		if !forMachines(path) {
			r.reads(path)
		}
	}
}
