package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Every page says at its foot which program made it, and a machine hears it too.
func TestEveryPageSaysItsProgram(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	director := l.person("foot", "Foot", "none")
	l.give(director, l.event, 0, access.Organizer)
	for _, path := range []string{"/", "/sign-in", "/e/lake", "/e/lake/find", "/nothing-here"} {
		if a := l.visitor().get(path); !strings.Contains(a.body, `<footer class="program">Tandem `+programName+`</footer>`) {
			t.Errorf("%s has no foot:\n%s", path, a.body)
		}
	}
	director.get("/e/lake/desk/open").has("footer", "Tandem "+programName)
	if a := l.visitor().get("/healthz").wants(http.StatusOK); !strings.Contains(a.body, programName) {
		t.Errorf("healthz says %q", a.body)
	}
}

// A newer Tandem that comes to the same database is seen: a node goes on beside one that
// only added to the schema, and changes nothing once something was taken away.
func TestANewerTandemBesideThisNode(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	root := l.person("root", "Root", "administrator")
	for _, statement := range []string{
		"insert into goose_db_version (version_id, is_applied) values (99999, true)", "comment on table goose_db_version is '9.9-next'",
		"comment on column goose_db_version.version_id is 'works beside programs from schema 45 on'",
	} {
		expect.Must(l.pool.Exec(t.Context(), statement))(t)
	}
	l.visitor().get("/healthz").wants(http.StatusOK)
	root.get("/server/health").has("li", "look Program Version "+programName+". A newer Tandem (9.9-next) has brought the database forward. This node goes on beside it.")
	if err := l.db.CanSave(t.Context(), false); err != nil {
		t.Errorf("nothing can be saved: %v", err)
	}

	expect.Must(l.pool.Exec(t.Context(), "comment on column goose_db_version.version_id is 'works beside programs from schema 99999 on'"))(t)
	if a := l.visitor().get("/healthz").wants(http.StatusServiceUnavailable); !strings.Contains(a.body, "a newer Tandem has changed the database") {
		t.Errorf("healthz says %q", a.body)
	}
	root.get("/server/health").has("li", "act Program Version "+programName+". A newer Tandem (9.9-next) has changed the database in a way that this node does not know: it changes nothing any more.")
	if err := l.db.CanSave(t.Context(), false); err == nil || !strings.Contains(err.Error(), "Reload the page") {
		t.Errorf("changes are taken: %v", err)
	}
	l.visitor().get("/e/lake").wants(http.StatusOK)
}
