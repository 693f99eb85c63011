package web

import (
	"crypto/sha256"
	"errors"
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
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// visit is one request together with what its address and cookie say.
type visit struct {
	echo.Context
	server  *Server
	who     account.Identity
	event   tournament.Event      // of :event
	section tournament.Section    // of :section
	snap    *snapshot             // what public pages of the event show, the same for the whole visit
	passing bool                  // a public page that changes with time alone: found by its key, never by its address
	linked  tournament.LinkedTeam // of the private link the visitor came by
	now     time.Time
	words   text.Words // the reader's language on public pages
	embeds  bool       // the page may stand inside a page of another site
}

// admit resolves the address, checks the permission and calls the handler.
func (s *Server) admit(c echo.Context, r route) error {
	defer inTime(c, r.path)()
	v := &visit{Context: c, server: s, now: s.Now().UTC()}
	c.Set(visitKey, v)
	v.words = s.language(v)
	public := r.needs == access.ReadPublic && r.method == get
	if public {
		if err := s.admitPublic(v); err != nil {
			return err
		}
	}
	if public {
		if err := s.resolvePublic(v); err != nil {
			return err
		}
		return r.handle(s, v) // public pages hold no session
	}
	if err := s.resolve(v); err != nil {
		return err
	}
	if err := s.identify(v); err != nil {
		return err
	}
	if !v.can(r.needs) {
		return s.refuse(v, r.needs)
	}
	from := v.origin()
	s.inUse.note(v.who.Session.SessionID, from.Device, "", v.now)
	c.SetRequest(c.Request().WithContext(journal.WithOrigin(c.Request().Context(), from)))
	c.Response().Header().Set("Cache-Control", "no-store")
	if err := v.checkForm(); err != nil {
		return err
	}
	v.rememberSection()
	return r.handle(s, v)
}

const visitKey = "visit"

// resolve finds the event and the section that the address names.
func (s *Server) resolve(v *visit) error {
	slug := v.Param("event")
	if slug == "" {
		return nil
	}
	ctx := v.Request().Context()
	known, err := s.events.find(ctx, slug)
	if fault.Is(err, fault.NotFound) {
		return refused(fault.NotFound, text.Message("There is no event at this address."))
	}
	if err != nil {
		return err
	}
	if known.event.Slug != slug {
		return v.moved(slug, known.event.Slug)
	}
	v.event = known.event
	if err := v.inSight(); err != nil {
		return err
	}
	if name := v.Param("section"); name != "" {
		section, ok := known.sections[name]
		if !ok {
			return refused(fault.NotFound, text.Message("%s has no section “%s”."), v.event.Name, name)
		}
		v.section = section
	}
	return nil
}

// moved leads from an address before a rename to the present one.
func (v *visit) moved(from, to string) error {
	stem := "/e/"
	if isAPI(v) {
		stem = "/events/"
	}
	there := *v.Request().URL
	there.Path, there.RawPath = strings.Replace(there.Path, stem+from, stem+to, 1), ""
	return redirectTo{there.RequestURI()}
}

// redirectTo is an error that sends the reader on.
type redirectTo struct{ url string }

func (r redirectTo) Error() string { return "go to " + r.url }

// identify finds the person behind the session cookie and the team behind its
// private link.
func (s *Server) identify(v *visit) error {
	if isAPI(v) {
		return s.identifyProgram(v)
	}
	if err := s.identifySession(v); err != nil {
		return err
	}
	return s.identifyTeam(v)
}

func (s *Server) identifySession(v *visit) error {
	cookie, err := v.Cookie(s.cookieName())
	if errors.Is(err, http.ErrNoCookie) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the session cookie: %w", err)
	}
	v.who, err = s.Accounts.Identify(v.Request().Context(), cookie.Value)
	return err
}

// object is what the address is about.
func (v *visit) object() access.Object {
	return access.Object{EventID: v.event.EventID, SectionID: v.section.SectionID, TeamID: v.linkedTo()}
}

// can reports whether the visitor may do this to what the address is about.
func (v *visit) can(action access.Action) bool {
	return access.Can(v.who.Actor, action, v.object(), v.now)
}

// canIn asks about one section of the event.
func (v *visit) canIn(action access.Action, sectionID int64) bool {
	return access.Can(v.who.Actor, action, access.Object{EventID: v.event.EventID, SectionID: sectionID}, v.now)
}

// origin is the visitor's device and the request, for the journal. Devices of one kind
// are told apart by the number of the session.
func (v *visit) origin() journal.Origin {
	o := journal.Origin{Device: deviceName(v.Request().UserAgent()), Request: v.Response().Header().Get(requestIDHeader)}
	if session := v.who.Session.SessionID; session != 0 {
		o.Device = strings.TrimSpace(fmt.Sprintf("%s #%d", o.Device, session))
	}
	return o
}

// command carries the visitor and the form's one-time key into a change.
func (v *visit) command() journal.Command {
	return journal.Command{
		Actor: journal.Actor{AccountID: v.who.Account.AccountID, Name: v.who.Account.Name},
		Key:   v.FormValue("key"), Content: v.content(),
		Reason: strings.TrimSpace(v.FormValue("reason")),
	}
}

// commandWith is command on a page with several forms, where each gives its reason
// under a name of its own.
func (v *visit) commandWith(field string) journal.Command {
	cmd := v.command()
	cmd.Reason = v.formText(field)
	return cmd
}

// content is a digest of what the form asks for and where, without its key: the same
// for the same form sent twice.
func (v *visit) content() []byte {
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

// number reads a positive number from the address.
func (v *visit) number(name string) (int, error) {
	n, err := strconv.Atoi(v.Param(name))
	if err != nil || n < 1 || n > 1_000_000 {
		if m, ok := numberless[name]; ok {
			return 0, refused(fault.NotFound, m, v.Param(name))
		}
		return 0, fault.New(fault.NotFound, "There is no %s %q.", name, v.Param(name))
	}
	return n, nil
}

// numberless says that an address holds no number where one belongs.
var numberless = map[string]text.Message{
	"round": text.Message("There is no round “%s”."), "table": text.Message("There is no table “%s”."), "match": text.Message("There is no match “%s”."),
}

// formNumber reads a whole number of a form field and notes what is wrong.
func (v *visit) formNumber(form *fault.Form, field string, least, most int) int {
	text := strings.TrimSpace(v.FormValue(field))
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		form.Add(field, "Enter a whole number from %d to %d.", least, most)
	}
	return n
}

// formText reads a line of text without surrounding space.
func (v *visit) formText(field string) string { return strings.TrimSpace(v.FormValue(field)) }

// seeOther redirects after a form was carried out. A page that sent the form by itself
// is told where that leads.
func (v *visit) seeOther(format string, args ...any) error {
	to := fmt.Sprintf(format, args...)
	if v.inBackground() {
		return v.JSON(http.StatusOK, map[string]string{"to": to})
	}
	return v.Redirect(http.StatusSeeOther, to)
}

// say redirects with a sentence for the top of the next page.
func (v *visit) say(to, sentence string) error {
	sep := "?"
	if strings.Contains(to, "?") {
		sep = "&"
	}
	to += sep + "said=" + url.QueryEscape(sentence)
	if v.inBackground() {
		return v.JSON(http.StatusOK, map[string]string{"to": to, "said": sentence})
	}
	return v.seeOther("%s", to)
}

// said is the sentence of say, for whom one of our own pages sent here: a link made
// elsewhere must not put words of its own on top of a page. Browsers tell where a
// request comes from, on plain HTTP by the referring page alone.
func (v *visit) said() string {
	r := v.Request()
	site := r.Header.Get("Sec-Fetch-Site")
	if site == "" {
		if from, err := url.Parse(r.Referer()); err == nil && from.Host == r.Host {
			site = "same-origin"
		}
	}
	if site != "same-origin" {
		return ""
	}
	return v.QueryParam("said")
}

// local keeps a "next" address on this server. Browsers read a backslash as a
// slash and leave out tabs and line ends, so neither may stand in it.
func local(next string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.Contains(next, `\`) || strings.ContainsFunc(next, unicode.IsControl) {
		return "/"
	}
	return next
}
