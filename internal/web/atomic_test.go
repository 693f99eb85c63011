package web_test

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// sitting is where a team plays: its table and the team opposite.
type sitting struct{ Table, Opponent int }

// published is what all pages of one version of the event have to agree on.
type published struct {
	Publication int // 0 while the round is taken back
	Teams       map[int]sitting
}

// atomicPages are pages made of different parts of the round, each with how a
// reader understands it. A page may tell of some teams only.
var atomicPages = []struct {
	address string
	read    func(page string) (published, error)
	absent  bool // while the round is taken back there is no such page
}{
	{"/e/lake/open/round/1/pairings?by=table", byTable, false},
	{"/e/lake/open/pairings", byName, false},
	{"/e/lake/find?team=team-3", ofTeam, false},
	{"/e/lake/team/team-8", ofTeam, false},
	{"/api/v1/events/lake/sections/open/rounds/1/pairings", ofPrograms, true},
}

var (
	versionOfPage = regexp.MustCompile(`data-version="(\d+)"|^\{"version":(\d+)`)
	versionWords  = regexp.MustCompile(`Version (\d+), published|>v(\d+) ·`)
	tableRow      = regexp.MustCompile(`(?s)<a class="n" [^>]*>(\d+)</a>.*?data-team="team-(\d+)".*?data-team="team-(\d+)"`)
	nameRow       = regexp.MustCompile(`(?s)class="prow[^"]*" [^>]*data-team="team-(\d+)".*?>vs Team (\d+).*?<div class="n">(\d+)</div>`)
	answerOfTeam  = regexp.MustCompile(`data-team="team-(\d+)" data-seen="\d+ (\d+) team-(\d+)"`)
)

// firstNumber is the first group that matched.
func firstNumber(match []string) int {
	for _, group := range match[min(1, len(match)):] {
		if n, err := strconv.Atoi(group); err == nil {
			return n
		}
	}
	return 0
}

// facts reads a page; each row has the teams and the table at the given groups.
func facts(page string, row *regexp.Regexp, team, opponent, table int, both bool) (published, error) {
	p := published{Publication: firstNumber(versionWords.FindStringSubmatch(page)), Teams: map[int]sitting{}}
	for _, m := range row.FindAllStringSubmatch(page, -1) {
		a, b, at := firstNumber(m[team-1:]), firstNumber(m[opponent-1:]), firstNumber(m[table-1:])
		p.Teams[a] = sitting{at, b}
		if both {
			p.Teams[b] = sitting{at, a}
		}
	}
	return p, nil
}

func byTable(page string) (published, error) { return facts(page, tableRow, 2, 3, 1, true) }
func byName(page string) (published, error)  { return facts(page, nameRow, 1, 2, 3, false) }
func ofTeam(page string) (published, error)  { return facts(page, answerOfTeam, 1, 3, 2, false) }

func ofPrograms(page string) (published, error) {
	var list struct {
		Items []struct {
			Table int
			Teams [2]string
		}
	}
	p := published{Teams: map[int]sitting{}}
	if err := json.Unmarshal([]byte(page), &list); err != nil {
		return p, err
	}
	for _, item := range list.Items {
		var a, b int
		if _, err := fmt.Sscanf(item.Teams[0]+" "+item.Teams[1], "team-%d team-%d", &a, &b); err != nil {
			return p, err
		}
		p.Teams[a], p.Teams[b] = sitting{item.Table, b}, sitting{item.Table, a}
	}
	return p, nil
}

// sighting is a page at the version it names.
type sighting struct {
	page    int
	version int64
}

// gallery keeps one copy of everything readers saw.
type gallery struct {
	mu    sync.Mutex
	seed  maphash.Seed
	seen  map[sighting]uint64
	pages map[sighting]string
}

// add notes a page and reports whether it is the one that others saw at this
// version.
func (g *gallery) add(at sighting, page []byte) bool {
	sum := maphash.Bytes(g.seed, page)
	g.mu.Lock()
	defer g.mu.Unlock()
	before, known := g.seen[at]
	if !known {
		g.seen[at], g.pages[at] = sum, string(page)
	}
	return !known || before == sum
}

// A round is published again and again through the commands of the desk, each
// time with two teams swapped in its draft, while a crowd reads five kinds of
// pages. Each page read must be, in all it says, of the one version that it names:
// one that was published, never of a draft. Nobody may see time go back, on whatever
// pages.
func TestNoReaderSeesAMixOrADraft(t *testing.T) {
	t.Parallel()
	publications := 50
	if testing.Short() {
		publications = 10
	}
	readWhilePublishing(t, publications)
}

// The same with 102,400 reads.
func TestSoakNoReaderSeesAMixOrADraft(t *testing.T) {
	if os.Getenv("TANDEM_SOAK") == "" {
		t.Skip("part of make soak")
	}
	readWhilePublishing(t, 200)
}

// readWhilePublishing lets each of a crowd read a burst between two commands.
func readWhilePublishing(t *testing.T, publications int) {
	t.Helper()
	const crowd, bursts, burst, teams = 8, 4, 16, 12
	l := seated(t, teams)
	states := map[int64]published{l.version(): l.published(1)}

	g := &gallery{seed: maphash.MakeSeed(), seen: map[sighting]uint64{}, pages: map[sighting]string{}}
	turns := make(chan struct{}, crowd)
	var readers sync.WaitGroup
	for who := range crowd {
		readers.Go(func() {
			reader := dialLine(t, l.url)
			newest := int64(0)
			for range turns {
				for i := range burst {
					if !t.Failed() {
						newest = reader.look(g, (who+i)%len(atomicPages), newest)
					}
				}
			}
		})
	}
	read := func() {
		for range crowd {
			turns <- struct{}{}
		}
	}
	for n := 2; n <= publications+1 && !t.Failed(); n++ {
		read()
		l.takeBack()
		states[l.version()] = published{Teams: map[int]sitting{}}
		if n%4 == 0 {
			l.settle() // a round taken back for so short a time is often never shown
		}
		read()
		l.swapInDraft(n%teams+1, (n+n/teams)%(teams-1)+2)
		read()
		l.publishAgain()
		states[l.version()] = l.published(n)
		read()
		l.settle()
	}
	close(turns)
	readers.Wait()

	versions := map[int64]bool{}
	for at, page := range g.pages {
		versions[at.version] = true
		want, there := states[at.version]
		if !there {
			t.Fatalf("%s names version %d, at which nothing was published", atomicPages[at.page].address, at.version)
		}
		got, err := atomicPages[at.page].read(page)
		if err != nil {
			t.Fatalf("%s at version %d: %v", atomicPages[at.page].address, at.version, err)
		}
		if diff := cmp.Diff(want.asSeenOn(got), got); diff != "" {
			t.Fatalf("%s at version %d (- published, + read)\n%s", atomicPages[at.page].address, at.version, diff)
		}
	}
	expect.True(t, len(versions) >= publications/2, "%d versions were read of %d publications: that proves little", len(versions), publications)
	t.Logf("%d reads over %d publications, %d versions seen", publications*bursts*crowd*burst, publications, len(versions))
}

// asSeenOn leaves out what the kind of page never tells: the number of the
// publication in answers to programs, and other teams on a team's own page.
func (p published) asSeenOn(page published) published {
	want := published{Publication: p.Publication, Teams: p.Teams}
	if page.Publication == 0 && len(page.Teams) > 0 {
		want.Publication = 0
	}
	if len(page.Teams) == 1 {
		want.Teams = map[int]sitting{}
		for team := range page.Teams {
			want.Teams[team] = p.Teams[team]
		}
	}
	return want
}

// look reads a page over the line and returns the version it shows.
func (l *line) look(g *gallery, page int, newest int64) int64 {
	address := atomicPages[page].address
	l.send(ask("GET", address, ""))
	answer, err := http.ReadResponse(l.answers, nil)
	if err != nil {
		l.t.Errorf("%s: %v", address, err)
		return newest
	}
	body, err := io.ReadAll(answer.Body)
	version := int64(firstNumber(versionOfPage.FindStringSubmatch(string(body))))
	switch {
	case answer.StatusCode == http.StatusNotFound && atomicPages[page].absent:
		return newest
	case err != nil || version == 0:
		l.t.Errorf("%s: status %d without a version, %v", address, answer.StatusCode, err)
	case version < newest:
		l.t.Errorf("%s goes back from version %d to %d", address, newest, version)
	case !g.add(sighting{page, version}, body):
		l.t.Errorf("%s shows two things at version %d", address, version)
	}
	return version
}

// published is what the round's rows say now.
func (l *league) published(publication int) published {
	l.t.Helper()
	p := published{publication, map[int]sitting{}}
	rows := expect.Must(l.pool.Query(l.t.Context(), `select p.table_no, a.team_id, b.team_id from pairing p
		join pairing_team a using (event_id, section_id, round_no, pairing_no) join pairing_team b using (event_id, section_id, round_no, pairing_no)
		where p.event_id = $1 and a.slot = 1 and b.slot = 2`, l.event))(l.t)
	defer rows.Close()
	for rows.Next() {
		var table, a, b int
		expect.OK(l.t, rows.Scan(&table, &a, &b))
		p.Teams[a], p.Teams[b] = sitting{table, b}, sitting{table, a}
	}
	return p
}

// because is a command with the reason that changing a published round needs.
func (l *league) because() journal.Command {
	cmd := l.command()
	cmd.Reason = "two teams asked for it"
	return cmd
}

func (l *league) takeBack() {
	l.t.Helper()
	in := tournament.UnpublishInput{DraftInput: l.at(1), Typed: 1}
	_, err := l.tournament.Unpublish(l.t.Context(), l.event, l.because(), in)
	expect.MustTrue(l.t, err == nil, "take round 1 back: %v", err)
}

func (l *league) swapInDraft(team, other int) {
	l.t.Helper()
	if team == other {
		other = 1
	}
	in := tournament.DraftEditInput{DraftInput: l.at(1), Kind: tournament.EditSwap, TeamID: int64(team), OtherID: int64(other)}
	_, err := l.tournament.EditDraft(l.t.Context(), l.event, l.because(), in)
	expect.MustTrue(l.t, err == nil, "swap teams %d and %d in the draft: %v", team, other, err)
}

func (l *league) publishAgain() {
	l.t.Helper()
	in := tournament.PublishRound{DraftInput: l.at(1), Typed: 1}
	_, err := l.tournament.PublishRound(l.t.Context(), l.event, l.because(), in)
	expect.MustTrue(l.t, err == nil, "publish round 1 again: %v", err)
}
