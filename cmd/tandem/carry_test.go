package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/trial"
	"github.com/tandemchess/tandem/static"
)

// playedHall is an event of two hundred teams with a round of results, and a save point of it in a
// folder that outlives the machine.
func playedHall(t *testing.T) (h *trial.Hall, folder string, results int) {
	t.Helper()
	ctx := t.Context()
	pool := testdb.New(t)
	h, err := trial.NewHall(ctx, pool, "lost", 200)
	expect.OK(t, err)
	round := expect.Must(h.Service.Reader().DraftRound(ctx, h.Event, h.Section, 1))(t)
	at := tournament.DraftInput{SectionID: h.Section, RoundNo: 1, Revision: round.Revision}
	expect.OK(t, expect.Err(h.Service.PublishRound(ctx, h.Event, h.Command(), tournament.PublishRound{DraftInput: at, Typed: 1})))
	book := expect.Must(h.Service.Reader().Book(ctx, h.Event, h.Section))(t)
	for _, p := range book.Round(1).Pairings {
		for _, m := range p.Matches {
			if _, err := h.Service.EnterResult(ctx, h.Event, h.Command(), tournament.TypedResult{
				SectionID: h.Section, Round: 1, Table: p.Table(), Match: m.MatchNo, Revision: m.Revision, Source: "desk", Outcome: tournament.FirstWins,
			}); err != nil {
				t.Fatal(err)
			}
			results++
		}
	}
	expect.MustTrue(t, results >= 100, "only %d results were entered", results)
	folder = t.TempDir()
	expect.OK(t, expect.Err(newKeeper(settings{backupDir: folder}, time.Now, &database{pool: pool}, slog.New(slog.DiscardHandler)).Make(ctx, savepoint.Automatic)))
	return h, folder, results
}

// secondMachine is a Tandem on an empty data directory, with somebody at its first link.
type secondMachine struct {
	t       *testing.T
	url     string
	link    string
	dataDir string
	browser *http.Client
}

func startSecond(t *testing.T, beside string) *secondMachine {
	t.Helper()
	m := &secondMachine{t: t, dataDir: emptyDataDir(t)}
	t.Setenv("DATABASE_URL", "")
	t.Setenv("TANDEM_DATA_DIR", m.dataDir)
	t.Setenv("TANDEM_ADDR", "127.0.0.1:0")
	t.Setenv("TANDEM_BACKUP_SECOND", beside)
	ctx, stop := context.WithCancel(context.Background())
	printed, out := io.Pipe()
	var messages bytes.Buffer // read after the end only
	ended := make(chan int, 1)
	go func() {
		ended <- dispatch(ctx, console{strings.NewReader(""), out, &messages}, []string{"serve"})
		out.Close()
	}()
	t.Cleanup(func() {
		stop()
		code := <-ended
		expect.True(t, code == exitDone, "exit %d after the stop signal\n%s", code, &messages)
	})
	greeting := readGreeting(printed)
	found := regexp.MustCompile(`(http://[^/\s]+)(/join/\S+)`).FindStringSubmatch(greeting)
	expect.MustTrue(t, found != nil, "printed %q, want the link of the first organizer", greeting)
	m.url, m.link = found[1], found[2]
	jar := expect.Must(cookiejar.New(nil))(t)
	m.browser = &http.Client{Jar: jar, Timeout: time.Minute}
	return m
}

// page reads an answer, which has to say this.
func (m *secondMachine) page(answer *http.Response, err error, says string) string {
	m.t.Helper()
	expect.OK(m.t, err)
	defer answer.Body.Close()
	text := expect.Must(io.ReadAll(answer.Body))(m.t)
	if !strings.Contains(string(text), says) {
		m.t.Fatalf("%s: %s without %q:\n%.1500s", answer.Request.URL, answer.Status, says, text[bytes.Index(text, []byte("<main"))+1:])
	}
	return string(text)
}

func (m *secondMachine) get(path, says string) string {
	m.t.Helper()
	answer, err := m.browser.Get(m.url + path)
	return m.page(answer, err, says)
}

func (m *secondMachine) post(path, says string, form url.Values) string {
	m.t.Helper()
	answer, err := m.browser.PostForm(m.url+path, form)
	return m.page(answer, err, says)
}

// bring starts with the only save point offered and waits until everything is back.
func (m *secondMachine) bring(offers string) string {
	m.t.Helper()
	id := regexp.MustCompile(`name="id" value="([0-9a-f]+)"`).FindStringSubmatch(offers)
	expect.MustTrue(m.t, id != nil, "nothing is offered: %s", offers)
	text := m.post(m.link+"/continue", "Continue from a save point", url.Values{"id": {id[1]}})
	for strings.Contains(text, "Bringing everything back") {
		expect.OK(m.t, m.t.Context().Err())
		text = m.get(m.link+"/continue/progress", "Continue from a save point")
	}
	return text
}

// The drill: a machine is lost in the middle of a round; a volunteer starts Tandem on another one,
// opens its link, and plays on. The time is logged, the state is asserted.
func TestGoingOnAfterALostMachine(t *testing.T) {
	if _, err := static.Load(); err != nil {
		t.Skip(err)
	}
	hall, folder, results := playedHall(t)
	lost := time.Now()
	m := startSecond(t, folder)
	t.Logf("the second machine serves after %s", time.Since(lost).Round(time.Millisecond))
	m.get(m.link, "Continue from a save point")
	offers := m.get(m.link+"/continue", hall.Slug)
	expect.True(t, strings.Contains(offers, "Found in "+folder) && strings.Contains(offers, "just now"),
		"the page does not say where the save point lies and how old it is: %.2000s", offers)
	back := m.bring(offers)
	for _, says := range []string{"Everything is back", hall.Slug, "in the journal", "Every journal fits its seal"} {
		expect.True(t, strings.Contains(back, says), "the page does not say %q: %.2000s", says, back)
	}
	m.post(m.link+"/continue/enter", "Sign-in name", url.Values{"name": {""}, "login": {"x"}, "password": {"x"}}) // what is wrong is said, the link is good again
	who := url.Values{"name": {"Vera Lund"}, "login": {"vera"}, "password": {"knights drop in pairs"}}
	m.post(m.link+"/continue/enter", "Open", who)
	desk := m.get("/e/"+hall.Slug+"/desk/open", "Vera Lund")
	t.Logf("from the loss to the open desk: %s, with %d results of %d teams", time.Since(lost).Round(time.Millisecond), results, 200)
	expect.Contains(t, desk, "Round 1", "the desk does not show the round")
	m.get("/e/"+hall.Slug+"/open/standings", "Team 0001") // everybody else sees it too

	// The link let one person in, and nobody else.
	stranger := &http.Client{Timeout: time.Minute}
	for _, path := range []string{m.link + "/continue/enter", m.link + "/continue", m.link} {
		answer := expect.Must(stranger.PostForm(m.url+path, url.Values{"name": {"Eve"}, "login": {"eve"}, "password": {"knights drop in pairs"}, "id": {"x"}}))(t)
		answer.Body.Close()
		expect.True(t, answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusConflict, "%s for a second person: %s", path, answer.Status)
	}
	// Who had a sign-in has it still.
	signed := expect.Must(stranger.PostForm(m.url+"/sign-in", url.Values{"login": {hall.Slug}, "password": {hall.Password}}))(t)
	signed.Body.Close()
	expect.True(t, signed.StatusCode == http.StatusOK || signed.StatusCode == http.StatusSeeOther, "the sign-in of before: %s", signed.Status)
	m.checkStored(results)
}

// checkStored compares what the second machine has with what was saved.
func (m *secondMachine) checkStored(results int) {
	m.t.Helper()
	ctx := m.t.Context()
	dsn, ok := localpg.Attach(m.dataDir)
	expect.MustTrue(m.t, ok, "the second machine's database does not run")
	pool, err := postgres.Connect(ctx, dsn)
	expect.OK(m.t, err)
	defer pool.Close()
	var stored, organizers int
	if err := pool.QueryRow(ctx, `select (select count(*) from result_report where state = 'confirmed'), (select count(*) from account where site_role = 'organizer')`).Scan(&stored, &organizers); err != nil {
		m.t.Fatal(err)
	}
	expect.True(m.t, stored == results && organizers == 1, "%d results and %d organizers of the server, want %d and 1", stored, organizers, results)
	journals := expect.Must(postgres.VerifyJournals(ctx, pool))(m.t)
	for _, j := range journals {
		expect.True(m.t, j.Broken == "" && len(j.Differs) == 0, "the journal of %s: %s %v", j.Slug, j.Broken, j.Differs)
	}
	var said string
	if err := pool.QueryRow(ctx, `select actor || ': ' || action || ', ' || (data ->> 'reason') from journal order by seq desc limit 1`).Scan(&said); err != nil || !strings.HasPrefix(said, "Vera Lund: give a role, Went on with this event") {
		m.t.Errorf("the journal says %q (%v)", said, err)
	}
}

// A file that is no save point is refused in words and changes nothing; a good one that is sent is
// looked at before it is taken.
func TestAFileIsSentToGoOnWith(t *testing.T) {
	if _, err := static.Load(); err != nil {
		t.Skip(err)
	}
	hall, folder, _ := playedHall(t)
	m := startSecond(t, "")
	m.get(m.link+"/continue", "No save point was found beside this Tandem")
	files, err := savepoint.Newest(folder)
	expect.OK(t, err)
	good := expect.Must(os.ReadFile(files[0]))(t)
	m.send("notes.txt", []byte("no save point"), "is no save point that can be brought back")
	m.send("half.tandem", good[:len(good)/2], "is no save point that can be brought back")
	offers := m.send(filepath.Base(files[0]), good, "From the file you sent")
	expect.Contains(t, offers, hall.Slug, "the page does not say what the file")
	expect.Contains(t, m.bring(offers), "Everything is back", "it was not brought back")
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), ".carry-*")); err != nil || len(left) > 0 {
		t.Errorf("files that were sent are left: %v, %v", left, err)
	}
	m.get("/join/nobody-knows-this/continue", "used already or is too old")
}

func (m *secondMachine) send(name string, content []byte, says string) string {
	m.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = form.Close()
	}
	expect.OK(m.t, err)
	answer, err := m.browser.Post(m.url+m.link+"/continue/file", form.FormDataContentType(), &body)
	return m.page(answer, err, says)
}
