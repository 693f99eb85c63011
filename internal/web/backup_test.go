package web_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const backups = "/e/lake/desk/backup"

func TestBackupIsMadeAndDownloaded(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	admin := l.person("root", "Root", "administrator")
	admin.get(backups).wants(http.StatusOK).has(".tag-bad", "none").has("p", "No backup yet").has("p", "would be lost").has("a", "Health")
	to := admin.post(backups, url.Values{"key": {l.key()}}).wants(http.StatusSeeOther).to()
	page := admin.get(to).has(".said", "The backup is made").has(".tag-ok", "fresh").has("p", "Nothing would be lost").has(".rows", "made by hand")
	file := page.value(".rows a[download=]", "href")
	got := admin.get(file).wants(http.StatusOK)
	expect.True(t, strings.HasPrefix(got.body, "\x1f\x8b") && strings.Contains(got.header.Get("Content-Disposition"), "-hand.tandem"),
		"downloaded %d bytes, %q", len(got.body), got.header.Get("Content-Disposition"))
	admin.get(backups + "/..%2fbackup").wants(http.StatusNotFound)

	admin.get(backups).has("p", "No backup was ever restored as a test")
	to = admin.post(file+"/try", url.Values{"key": {l.key()}}).wants(http.StatusSeeOther).to()
	admin.get(to).has(".said", "can be restored: every row count and every seal").has("p", "Last successful test restore: just now, with the backup of")
	expect.OK(t, os.WriteFile(filepath.Join(l.backups.Dir, filepath.Base(file)), []byte(got.body[:len(got.body)/2]), 0o600))
	admin.post(file+"/try", url.Values{"key": {l.key()}}).wants(http.StatusConflict).has("[role=alert]", "cannot be restored: ").has("p", "Last successful test restore")

	l.pair(1)
	l.wait(3 * time.Hour)
	admin.get(backups).has(".tag-warn", "old").has(".big", "3 h ago").has("p", "since then would be lost")

	organizer := l.person("ola", "Ola", "none")
	l.give(organizer, l.event, 0, access.Organizer)
	organizer.get(backups).wants(http.StatusOK).has("p", "administrator makes").hasNot("button", "Make a backup").hasNot("a", "Download")
	organizer.get(file).wants(http.StatusForbidden)
}

func TestBackupThatFailsIsSaid(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	admin := l.person("root", "Root", "administrator")
	expect.OK(t, os.Remove(l.backups.Dir))
	if err := os.WriteFile(l.backups.Dir, nil, 0o600); err != nil { // a file in the way of the folder
		t.Fatal(err)
	}
	admin.post(backups, url.Values{"key": {l.key()}}).wants(http.StatusInternalServerError)
	expect.OK(t, os.Remove(l.backups.Dir))
	admin.get(backups).wants(http.StatusOK).has("[role=alert]", "no save point could be written")
	admin.get("/server/health").has("li", "Backup The last one failed")
}

func TestHealthSaysWhatToDo(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.chief.get("/server/health").wants(http.StatusForbidden)
	admin := l.person("root", "Root", "administrator")
	page := admin.get("/server/health").wants(http.StatusOK)
	page.has("li", "good Database PostgreSQL").has("li", "good Disk 50 GB of 100 GB free").has("li", "look Backup There is none yet").has("li", "Version "+programName)
	page.has("li", "look Clock Server and database differ") // the site's clock stands in May 2026
	page.has("li", "good Queue").has("li", "good Devices 2 devices").has("li", "good Replica It has everything.")
	page.has("li", "Slowest pages At worst, lately: ").has("li", "GET /server/health")
	l.stream(l.chief, "/e/lake/desk/stream?build=v0.9")
	admin.get("/server/health").has("li", "look Devices 2 devices").has("li", "(version v0.9). Reload the page there.")
	l.replica.Behind = 3
	admin.get("/server/health").has("li", "good Replica It is 3 journal entries behind.")
	l.replica.Behind = 1000
	admin.get("/server/health").has("li", "look Replica It is 1000 journal entries behind.")
	l.replica.Following = false
	admin.get("/server/health").has("li", "act Replica It does not follow")
	l.free = 100 << 20
	admin.get("/server/health").has("li", "act Disk 100.0 MB of 100 GB free. Free some space now")
	l.accept()
	admin.post(backups, url.Values{"key": {l.key()}}).wants(http.StatusSeeOther)
	admin.get("/server/health").has("li", "good Journals All intact").has("li", "good Backup")
	l.exec(`update team set state = 'withdrawn' where team_id = 1`)
	admin.post(backups, url.Values{"key": {l.key()}}).wants(http.StatusSeeOther)
	admin.get("/server/health").has("li", `act Journals The journal of event 1 is not intact: team 1: state is "withdrawn", entry `)
	admin.get(backups).has(".field-error", `team 1: state is "withdrawn"`)
	l.chief.post("/e/lake/desk/journal", url.Values{"key": {l.key()}}).has("[role=alert] li", `team 1: state is "withdrawn", entry `).has("[role=alert] li", `of the journal says "here"`)
	l.exec(`update journal set actor = 'somebody else' where seq = 1`)
	admin.post(backups, url.Values{"key": {l.key()}}).wants(http.StatusSeeOther)
	admin.get("/server/health").has("li", "act Journals")
}

// A node that does not hear of changes says so to proxies, people and machines, and a
// machine with the token sees what people see.
func TestHealthForMachines(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	ask := func(token string) (int, map[string]string) {
		t.Helper()
		request := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, l.url+"/server/health", nil))(t)
		request.Header.Set("Authorization", token)
		a := l.visitor().do(request)
		var said struct {
			State string
			Lines []struct{ Name, State, Sentence, Do string }
		}
		err := json.Unmarshal([]byte(a.body), &said)
		expect.MustTrue(t, err == nil, "%s: %v", a.body, err)
		found := map[string]string{"": said.State}
		for _, line := range said.Lines {
			found[line.Name] = line.State + " " + line.Sentence
		}
		return a.status, found
	}
	for _, wrong := range []string{"Bearer", "Bearer ", "Bearer something", "Basic " + healthToken, healthToken} {
		status, said := ask(wrong)
		expect.True(t, status == http.StatusUnauthorized && len(said) <= 1, "with %q: %d %v", wrong, status, said)
	}
	status, said := ask("Bearer " + healthToken)
	if status != http.StatusOK || said[""] != "look" || !strings.HasPrefix(said["Database"], "good PostgreSQL") || !strings.HasPrefix(said["News"], "good This node hears") {
		t.Errorf("%d %v", status, said)
	}
	l.visitor().get("/healthz").wants(http.StatusOK)

	l.deafen(errors.New("nothing comes"))
	status, said = ask("Bearer " + healthToken)
	expect.True(t, status == http.StatusServiceUnavailable && said[""] == "act" && said["News"] == "act This node does not hear of changes: nothing comes.",
		"%d %v", status, said)
	if a := l.visitor().get("/healthz").wants(http.StatusServiceUnavailable); !strings.Contains(a.body, "does not hear of changes") {
		t.Errorf("healthz says %q", a.body)
	}
	l.person("root", "Root", "administrator").get("/server/health").has("li", "act News This node does not hear of changes: nothing comes.")
}

// Copies go where an administrator says, who alone sees where that is; everybody who sees
// the backups is told that there is no second place, or what is wrong with it.
func TestSecondPlaceIsChosenAndItsAbsenceSaid(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	admin := l.person("root", "Root", "administrator")
	organizer := l.person("ola", "Ola", "none")
	l.give(organizer, l.event, 0, access.Organizer)
	admin.post(backups, url.Values{"key": {l.key()}}).wants(http.StatusSeeOther)

	organizer.get(backups).has("#second .tag-warn", "none").has("#second p", "on this machine only").hasNot("#second form", "Use").has("#second code", "tandem second-place")
	organizer.get("/e/lake/desk/open").has(".note", "It is on this machine only.")
	organizer.get("/e/lake/desk/setup/check").has("li", "Save points are copied to a second place")
	admin.get("/server/health").has("li", "look Second place There is none")
	organizer.get(backups+"/lost").has("li", "This Tandem has no second place").has("li", l.url)

	choose := func(where string) *answer {
		return admin.post(backups+"/second", url.Values{"key": {l.key()}, "where": {where}})
	}
	choose("/no/such/folder").wants(http.StatusUnprocessableEntity).has("#second .field-error", "it is not there").has("#second input", "")
	place := t.TempDir()
	admin.get(choose(place).wants(http.StatusSeeOther).to()).has(".said", "Copies go to "+place)
	admin.get(backups).has("#second .tag-ok", "copied").has("#second p", "No copy is there yet").has("#second p", "on the same disk")
	organizer.get(backups).hasNot("main", place)
	organizer.get("/e/lake/desk/open").hasNot(".note", "on this machine only")
	admin.get("/server/health").has("li", "good Second place The first copy is on its way")
	organizer.get(backups+"/lost").has("li", "The server administrator knows where the copies are.").hasNot("main", place)
	admin.get(backups+"/lost").has("li", "The copies are in "+place+", in the folder tandem-").has("code", "tandem restore "+place+"/tandem-")
	admin.get(backups+"/lost/paper").wants(http.StatusOK).has(".paper h2", "The laptop is gone: five steps").has(".paper h3", "Enter what is missing").has(".paper-foot", "seal")
	l.person("kim", "Kim", "none").get(backups + "/lost").wants(http.StatusForbidden)

	admin.get(admin.post(backups+"/second", url.Values{"key": {l.key()}, "none": {"1"}}).wants(http.StatusSeeOther).to()).has(".said", "does not ask for one any more")
	organizer.get("/e/lake/desk/setup/check").hasNot("li", "second place")
	organizer.get(backups).has("#second .tag", "elsewhere")
}
