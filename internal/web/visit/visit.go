// Package visit is one request: who asks, about what, what the form says, the answer and the
// frame around a page; and the site that all requests share. It belongs to no area: what one
// area alone needs stands there.
package visit

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Visit is one request together with what its address and cookie say.
type Visit struct {
	echo.Context
	site    *Site
	Who     account.Identity
	Event   tournament.Event      // of :event
	Section tournament.Section    // of :section
	RoundNo int                   // of :round, 0 where the address has none
	TableNo int                   // of :table
	MatchNo int                   // of :match
	Snap    *publicpages.Snapshot // what public pages of the event show, the same for the whole visit
	Passing bool                  // a public page that changes with time alone: found by its key, never by its address
	Linked  tournament.LinkedTeam // of the private link the visitor came by
	Now     time.Time
	Words   text.Words // the reader's language on public pages
	Embeds  bool       // the page may stand inside a page of another site
}

const visitKey = "visit"

// Moved leads from an address before a rename to the present one.
func (v *Visit) Moved(from, to string) error {
	stem := "/e/"
	if IsAPI(v) {
		stem = "/events/"
	}
	there := *v.Request().URL
	there.Path, there.RawPath = strings.Replace(there.Path, stem+from, stem+to, 1), ""
	return RedirectTo{there.RequestURI()}
}

// RedirectTo is an error that sends the reader on.
type RedirectTo struct{ URL string }

func (r RedirectTo) Error() string { return "go to " + r.URL }

// object is what the address is about.
func (v *Visit) object() access.Object {
	return access.Object{EventID: v.Event.EventID, SectionID: v.Section.SectionID, TeamID: v.linkedTo()}
}

// Can reports whether the visitor may do this to what the address is about.
func (v *Visit) Can(action access.Action) bool {
	return access.Can(v.Who.Actor, action, v.object(), v.Now)
}

// CanIn asks about one section of the event.
func (v *Visit) CanIn(action access.Action, sectionID int64) bool {
	return access.Can(v.Who.Actor, action, access.Object{EventID: v.Event.EventID, SectionID: sectionID}, v.Now)
}

// Origin is the visitor's device and the request, for the journal. Devices of one kind
// are told apart by the number of the session.
func (v *Visit) Origin() journal.Origin {
	o := journal.Origin{Device: DeviceName(v.Request().UserAgent()), Request: v.Response().Header().Get(RequestIDHeader)}
	if session := v.Who.Session.SessionID; session != 0 {
		o.Device = strings.TrimSpace(fmt.Sprintf("%s #%d", o.Device, session))
	}
	return o
}

// Command carries the visitor and the form's one-time key into a change.
func (v *Visit) Command() journal.Command {
	return journal.Command{
		Actor: journal.Actor{AccountID: v.Who.Account.AccountID, Name: v.Who.Account.Name},
		Key:   v.FormValue("key"), Content: Content(v),
		Reason: strings.TrimSpace(v.FormValue("reason")),
	}
}

// CommandWith is command on a page with several forms, where each gives its reason
// under a name of its own.
func (v *Visit) CommandWith(field string) journal.Command {
	cmd := v.Command()
	cmd.Reason = v.FormText(field)
	return cmd
}

// Content is a digest of what the form asks for and where, without its key: the same
// for the same form sent twice.
func Content(v *Visit) []byte {
	r := v.Request()
	if _, err := v.FormParams(); err != nil {
		return nil // the fields are missed where they are read
	}
	digest := sha256.New()
	fmt.Fprintf(digest, "%s\n", r.URL.Path)
	for _, name := range slices.Sorted(maps.Keys(r.PostForm)) {
		if name != "key" && name != "written_at" { // which tells of the sending
			fmt.Fprintf(digest, "%q %q\n", name, r.PostForm[name])
		}
	}
	if r.MultipartForm != nil {
		for _, field := range slices.Sorted(maps.Keys(r.MultipartForm.File)) {
			for _, file := range r.MultipartForm.File[field] {
				fmt.Fprintf(digest, "%q %q %d\n", field, file.Filename, file.Size)
			}
		}
	}
	return digest.Sum(nil)
}

// Number reads a positive number from the address.
func (v *Visit) Number(name string) (int, error) {
	n, err := strconv.Atoi(v.Param(name))
	if err != nil || n < 1 || n > 1_000_000 {
		if m, ok := numberless[name]; ok {
			return 0, Refused(fault.NotFound, m, v.Param(name))
		}
		return 0, fault.New(fault.NotFound, "There is no page with the number “%s”.", v.Param(name))
	}
	return n, nil
}

// ReadPlace reads the numbers of the round, the table and the match that the address names.
func (v *Visit) ReadPlace() error {
	for _, at := range []struct {
		name string
		into *int
	}{{"round", &v.RoundNo}, {"table", &v.TableNo}, {"match", &v.MatchNo}} {
		if v.Param(at.name) == "" {
			continue
		}
		var err error
		if *at.into, err = v.Number(at.name); err != nil {
			return err
		}
	}
	return nil
}

// numberless says that an address holds no number where one belongs.
var numberless = map[string]text.Message{
	"round": text.Message("There is no round “%s”."), "table": text.Message("There is no table “%s”."), "match": text.Message("There is no match “%s”."),
}

// Done is what a page that sent a form by itself is told when it was carried out.
type Done struct {
	To   string `json:"to"`             // where it leads
	Said string `json:"said,omitempty"` // the sentence for the top of that page
}

// Refusal is what such a page is told when it was not, in words for people.
type Refusal struct {
	Problem string            `json:"problem"`
	Fields  map[string]string `json:"fields,omitempty"` // by the field's name in the form
}

// SeeOther redirects after a form was carried out. A page that sent the form by itself
// is told where that leads.
func (v *Visit) SeeOther(format string, args ...any) error {
	to := fmt.Sprintf(format, args...)
	if v.InBackground() {
		return v.JSON(http.StatusOK, Done{To: to})
	}
	return v.Redirect(http.StatusSeeOther, to)
}

// Onward redirects with a sentence for the top of the next page.
func (v *Visit) Onward(to, sentence string) error {
	sep := "?"
	if strings.Contains(to, "?") {
		sep = "&"
	}
	to += sep + "said=" + url.QueryEscape(sentence)
	if v.InBackground() {
		return v.JSON(http.StatusOK, Done{To: to, Said: sentence})
	}
	return v.SeeOther("%s", to)
}

// Said is the sentence of Onward, for whom one of our own pages sent here: a link made
// elsewhere must not put words of its own on top of a page. Browsers tell where a
// request comes from, on plain HTTP by the referring page alone.
func (v *Visit) Said() string {
	r := v.Request()
	site := r.Header.Get("Sec-Fetch-Site")
	if site == "" {
		if from, err := url.Parse(r.Referer()); err == nil && v.site.owns(r, from) {
			site = "same-origin"
		}
	}
	if site != "same-origin" {
		return ""
	}
	return v.QueryParam("said")
}

// LocalAddress keeps a "next" address on this server. Browsers read a backslash as a
// slash and leave out tabs and line ends, so neither may stand in it.
func LocalAddress(next string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.Contains(next, `\`) || strings.ContainsFunc(next, unicode.IsControl) {
		return "/"
	}
	return next
}

// Clock is a time of day in the event's zone.
func (v *Visit) Clock(t time.Time) string { return v.Words.Clock(t.In(v.Event.Zone())) }

// linkedTo is the id of the visitor's own team when the address names it, else 0.
func (v *Visit) linkedTo() int64 {
	if v.Linked.TeamID != 0 && v.Linked.EventID == v.Event.EventID && v.Param("team") == v.Linked.Slug {
		return v.Linked.TeamID
	}
	return 0
}

// SectionOf is 0 for none.
func SectionOf(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}
