package web_test

import (
	"net/http"
	"net/url"
	"testing"
)

// A team is found by its name, whatever key was stored for it: one from before marks of
// Japanese letters counted says カキ.
func TestATeamIsFoundByItsNameAndNotByAStoredKey(t *testing.T) {
	t.Parallel()
	l := seated(t, 8)
	l.exec(`update team set name = 'ガキ', name_key = 'カキ' where event_id = $1 and team_id = (select min(team_id) from team where event_id = $1)`, l.event)
	l.exec(`update event set version = version + 1 where event_id = $1`, l.event)
	l.settle()
	l.visitor().get("/e/lake/find?q="+url.QueryEscape("ガキ")).wants(http.StatusOK).has("main", "ガキ").hasNot("main", "Nobody here is called")
}
