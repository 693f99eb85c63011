package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/journal"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

var journalRoutes = []route{
	{get, deskPath + "/journal", access.SeeOwnActs, (*Server).journal},
	{post, deskPath + "/journal", access.SeeJournal, (*Server).verifyJournal},
}

const journalLines = 100

// journal lists who did what, newest first: all of it for chiefs, a person's own
// acts for everybody else at the desk.
func (s *Server) journal(v *visit) error {
	page, err := s.journalPage(v)
	if err != nil {
		return err
	}
	return v.page(pages.JournalPage(v.frame(layout.Desk, "Journal", v.event.Version), page))
}

func (s *Server) journalPage(v *visit) (pages.Journal, error) {
	before, _ := strconv.ParseInt(v.QueryParam("before"), 10, 64) // anything else means from the end
	q := journal.Query{EventID: v.event.EventID, Before: before, Words: v.formText("find"), Subject: v.journalScope(), Limit: journalLines}
	if !v.can(access.SeeJournal) {
		q.ActorID = v.who.Account.AccountID
	}
	entries, err := s.Journal.Entries(v.Request().Context(), q)
	if err != nil {
		return pages.Journal{}, err
	}
	page := pages.Journal{Words: q.Words, OwnOnly: q.ActorID != 0, To: "/e/" + v.event.Slug + "/desk/journal"}
	for _, e := range entries {
		line, err := journalLine(e)
		if err != nil {
			return page, err
		}
		page.Lines = append(page.Lines, line)
	}
	if len(entries) == journalLines {
		page.Older = page.To + "?" + url.Values{"before": {strconv.FormatInt(entries[len(entries)-1].Seq, 10)}, "find": {q.Words}}.Encode()
	}
	return page, nil
}

// journalScope limits a section chief to the own section's entries.
func (v *visit) journalScope() string {
	whole := access.Object{EventID: v.event.EventID}
	for _, role := range []access.Role{access.Organizer, access.Chief} {
		if access.Holds(v.who.Actor, role, whole, v.now) {
			return ""
		}
	}
	for _, g := range v.who.Actor.Grants {
		if g.EventID != v.event.EventID || g.Role != access.SectionChief || g.SectionID == 0 {
			continue
		}
		sections, err := v.sections()
		if err != nil {
			return ""
		}
		for _, s := range sections {
			if s.SectionID == g.SectionID {
				return s.Slug + "/"
			}
		}
	}
	return ""
}

func journalLine(e journal.Entry) (pages.JournalLine, error) {
	var data struct {
		Before, After any
		Reason        string
	}
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return pages.JournalLine{}, fmt.Errorf("read journal entry %d: %w", e.Seq, err)
	}
	return pages.JournalLine{
		Seq: e.Seq, At: e.At, Actor: e.Actor, Action: e.Action, Subject: e.Subject, Before: inWords(data.Before), After: inWords(data.After),
		Reason: data.Reason, Seal: e.Hash.Groups(),
	}, nil
}

// inWords prints a value of the journal for people: the sentence of a result,
// or its fields one after the other.
func inWords(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		parts := make([]string, len(v))
		for i, part := range v {
			parts[i] = inWords(part)
		}
		return strings.Join(parts, " / ")
	case map[string]any:
		if result, ok := v["result"].(string); ok {
			return result
		}
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return strings.NewReplacer(`"`, "", "{", "", "}", "", ",", ", ", ":", ": ").Replace(string(text))
}

// verifyJournal checks the chain from the first entry to the last.
func (s *Server) verifyJournal(v *visit) error {
	page, err := s.journalPage(v)
	if err != nil {
		return err
	}
	checked, err := s.Journal.Verify(v.Request().Context(), v.event.EventID)
	var broken *journal.Broken
	switch {
	case errors.As(err, &broken):
		page.Broken = fmt.Sprintf("Entry %d is the first that does not fit: %s.", broken.Seq, broken.Why)
	case err != nil:
		return err
	default:
		page.Intact = fmt.Sprintf("The record is intact: %d entries, seal %s.", checked.Entries, checked.Head.Groups())
	}
	return v.page(pages.JournalPage(v.frame(layout.Desk, "Journal", v.event.Version), page))
}
