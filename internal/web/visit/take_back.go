package visit

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
)

// takeBackFrom is where this person's last act in the event is undone, and from which page the
// person comes; empty for whoever has none, and on that page itself.
func takeBackFrom(v *Visit) string {
	to := "/e/" + v.Event.Slug + "/desk/undo"
	at := *v.Request().URL
	if !v.Who.SignedIn() || !v.Can(access.SeeOwnActs) || at.Path == to {
		return ""
	}
	if v.Request().Method != http.MethodGet || !strings.HasPrefix(at.Path, "/e/"+v.Event.Slug+"/desk") {
		return to
	}
	q := at.Query()
	q.Del("said")
	at.RawQuery = q.Encode()
	return to + "?from=" + url.QueryEscape(at.RequestURI())
}
