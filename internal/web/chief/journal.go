package chief

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
	sheets "github.com/tandemchess/tandem/templates/print"
)

func (h *Handlers) journalRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Desk+"/journal", access.SeeOwnActs, visit.With(h.journalPage, h.journal)),
		visit.Get(address.Desk+"/journal/export.csv", access.SeeJournal, visit.With(journalQuery, h.exportJournal)),
		visit.Get(address.Desk+"/journal/seals", access.SeeJournal, h.sealsPaper),
		visit.Post(address.Desk+"/journal", access.SeeJournal, visit.With(h.journalPage, h.verifyJournal)),
	}
}

const journalLines = 100

// journal lists who did what, newest first: all of it for chiefs, a person's own
// acts for everybody else at the desk.
func (h *Handlers) journal(v *visit.Visit, page pages.Journal) error {
	return v.Page(pages.JournalPage(v.Frame(layout.Desk, v.Words.Say("Journal"), v.Event.Version), page))
}

// journalQuery reads the filters of the address.
func journalQuery(v *visit.Visit) (journal.Query, error) {
	number := func(field string) int64 {
		n, err := strconv.ParseInt(v.FormValue(field), 10, 32)
		if err != nil {
			return 0 // anything else does not filter
		}
		return max(0, n)
	}
	q := journal.Query{
		EventID: v.Event.EventID, Before: number("before"), Words: v.FormText("find"), Team: v.FormText("team"), Table: int(min(number("table"), 1_000_000)),
		ActorID: number("person"), Limit: journalLines,
	}
	if !v.Can(access.SeeJournal) {
		q.ActorID = v.Who.Account.AccountID
	}
	var err error
	q.Sections, err = journalScope(v)
	return q, err
}

func (h *Handlers) journalPage(v *visit.Visit) (pages.Journal, error) {
	ctx := v.Request().Context()
	q, err := journalQuery(v)
	if err != nil {
		return pages.Journal{}, err
	}
	entries, err := h.Journal.Entries(ctx, q)
	if err != nil {
		return pages.Journal{}, err
	}
	page := pages.Journal{
		Words: q.Words, Team: q.Team, Table: v.FormValue("table"), Person: strconv.FormatInt(q.ActorID, 10), OwnOnly: !v.Can(access.SeeJournal),
		To: "/e/" + v.Event.Slug + "/desk/journal", Persons: []layout.Choice{{Value: "0", Label: v.Words.Say("Everybody")}},
	}
	sections, err := v.Sections()
	if err != nil {
		return page, err
	}
	names, err := h.namesFor(v, entries)
	if err != nil {
		return page, err
	}
	for _, e := range entries {
		line, err := journalLine(v.Words, e, sections, names)
		if err != nil {
			return page, err
		}
		page.Lines = append(page.Lines, line)
	}
	filter := url.Values{"find": {q.Words}, "team": {q.Team}, "table": {page.Table}, "person": {page.Person}}
	page.Export = page.To + "/export.csv?" + filter.Encode()
	if len(entries) == journalLines {
		filter.Set("before", strconv.FormatInt(entries[len(entries)-1].Seq, 10))
		page.Older = page.To + "?" + filter.Encode()
	}
	if page.OwnOnly {
		return page, nil
	}
	officials, err := h.Accounts.Officials(ctx, v.Event.EventID)
	if err != nil {
		return page, err
	}
	for _, o := range officials {
		page.Persons = append(page.Persons, layout.Choice{Value: strconv.FormatInt(o.AccountID, 10), Label: o.Name})
	}
	return page, nil
}

// mostExported bounds one file of the journal.
const mostExported = 200_000

// exportJournal writes the entries that the filters leave as a table.
func (h *Handlers) exportJournal(v *visit.Visit, q journal.Query) error {
	q.Before, q.Limit = 0, mostExported
	entries, err := h.Journal.Entries(v.Request().Context(), q)
	if err != nil {
		return err
	}
	names, err := h.namesFor(v, entries)
	if err != nil {
		return err
	}
	head := v.Response().Header()
	head.Set("Content-Type", "text/csv; charset=utf-8")
	head.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", v.Event.Slug+"-journal.csv"))
	rows := [][]string{{"no", "time", "who", "what", "where", "before", "after", "reason", "device", "request", "seal"}}
	for _, e := range slices.Backward(entries) {
		line, err := journalLine(text.Words{}, e, nil, names)
		if err != nil {
			return err
		}
		rows = append(rows, []string{
			strconv.FormatInt(e.Seq, 10), e.At.In(v.Event.Zone()).Format(time.RFC3339), e.Actor, e.Action, e.Subject, line.Before, line.After, line.Reason, e.Device, e.Request, hex.EncodeToString(e.Hash[:]),
		})
	}
	return roster.Write(v.Response(), rows)
}

// anchors are the acts whose seals stand on printed pairing sheets.
var anchors = []string{"publish round", "unpublish round", "change published tables", "pair tables again", "move table", "correct result"}

// sealsPaper prints the seals of the day: with them a copy on paper proves how
// far the record was intact.
func (h *Handlers) sealsPaper(v *visit.Visit) error {
	ctx := v.Request().Context()
	entries, err := h.Journal.Entries(ctx, journal.Query{EventID: v.Event.EventID, Actions: anchors, Limit: mostExported})
	if err != nil {
		return err
	}
	last, err := h.Journal.Entries(ctx, journal.Query{EventID: v.Event.EventID, Limit: 1})
	if err != nil {
		return err
	}
	if len(entries) == 0 || entries[0].Seq != last[0].Seq {
		entries = slices.Concat(last, entries)
	}
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	paper := visit.OnPaper(v)
	w := paper.Words
	columns := []sheets.Column{{Label: w.Say("No."), Num: true}, {Label: w.Say("Time")}, {Label: w.Say("What")}, {Label: w.Say("Where")}, {Label: w.Say("Seal")}}
	var rows []sheets.Row
	for _, e := range slices.Backward(entries) {
		what := wording.Act(w, e.Action)
		if e.Seq == last[0].Seq {
			what = w.Say("last entry: %s", what)
		}
		rows = append(rows, sheets.Row{Cells: []string{
			strconv.FormatInt(e.Seq, 10), w.DayAndClock(e.At.In(v.Event.Zone())), what, wording.ActPlace(w, placeIn(sections, e.Subject)), e.Hash.Groups(),
		}})
	}
	seal := ""
	if len(last) > 0 {
		seal = last[0].Hash.Groups()
	}
	job := visit.Paper(paper, v.Words.Say("Seals of the day"), visit.EventFoot(paper, seal), sheets.Table(w.Say("Seals of the day"), v.Event.Name, columns, rows))
	return v.Page(sheets.Papers(v.Frame(layout.Desk, v.Words.Say("Print"), 0), job))
}

// journalScope limits a section chief to the entries of the own sections: their
// slugs, none for all.
func journalScope(v *visit.Visit) ([]string, error) {
	if visit.WholeEvent(v, access.SeeJournal) {
		return nil, nil
	}
	sections, err := v.Sections()
	if err != nil {
		return nil, err
	}
	var own []string // nobody's: the own acts alone, wherever they were
	for _, s := range sections {
		if v.CanIn(access.SeeJournal, s.SectionID) {
			own = append(own, s.Slug)
		}
	}
	return own, nil
}

// placeIn says where an entry belongs: the journal has "u1600/round 3/table 14/match 2".
func placeIn(sections []tournament.Section, subject string) string {
	where := journal.Parts(subject)
	if at := slices.IndexFunc(sections, func(s tournament.Section) bool { return s.Slug == where[0] }); at >= 0 {
		where[0] = sections[at].Name
	}
	return strings.Join(where, ", ")
}

func journalLine(w text.Words, e journal.Entry, sections []tournament.Section, names teamNames) (pages.JournalLine, error) {
	var data struct {
		Before, After any
		Reason        string
	}
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return pages.JournalLine{}, fmt.Errorf("read journal entry %d: %w", e.Seq, err)
	}
	settings := settingsActions[e.Action]
	return pages.JournalLine{
		Seq: e.Seq, At: e.At, Actor: e.Actor, Action: wording.Act(w, e.Action), Subject: wording.ActPlace(w, placeIn(sections, e.Subject)), Before: names.inWords(data.Before, settings), After: names.inWords(data.After, settings),
		Reason: data.Reason, Seal: e.Hash.Groups(), Device: e.Device, Request: e.Request,
	}, nil
}

// settingsActions are the entries whose values are settings of a section by name.
var settingsActions = map[string]bool{"edit section": true, "add section": true}

// teamNames finds the name of a team of the event, empty for none.
type teamNames func(teamID int64) string

// namesFor reads the teams of the event where one of these entries has tables.
func (h *Handlers) namesFor(v *visit.Visit, entries []journal.Entry) (teamNames, error) {
	names := map[int64]string{}
	named := func(id int64) string { return names[id] }
	seats := func(e journal.Entry) bool {
		return bytes.Contains(e.Data, []byte(`"team1"`)) || bytes.Contains(e.Data, []byte(tournament.DraftTeams))
	}
	if !slices.ContainsFunc(entries, seats) {
		return named, nil
	}
	all, err := h.Reader.Entries(v.Request().Context(), v.Event.EventID)
	for _, t := range all.Teams {
		names[t.TeamID] = t.Name
	}
	return named, err
}

// table prints a pairing of a publication or a draft: its table and who sits there.
func (names teamNames) table(pairing map[string]any) (said string, is bool) {
	side := func(ids ...any) string {
		var all []string
		for _, id := range ids {
			if id, ok := id.(float64); ok {
				all = append(all, cmp.Or(names(int64(id)), fmt.Sprintf("team %.0f", id)))
			}
		}
		return strings.Join(all, " / ")
	}
	one, other := side(pairing["team1"], pairing["partner1"]), side(pairing["team2"], pairing["partner2"])
	if drafted, ok := pairing[tournament.DraftTeams].([]any); ok {
		seats := append(drafted, make([]any, 4)...)
		one, other = side(seats[0], seats[2]), side(seats[1], seats[3])
	}
	table, seated := pairing["table"].(float64)
	switch {
	case one == "":
		return "", false
	case !seated:
		return fmt.Sprintf("%s: bye", one), true
	}
	return fmt.Sprintf("table %.0f: %s – %s", table, one, other), true
}

// inWords prints a value of the journal for people: the sentence of a result, a published
// table, or its fields one after the other; settings as the set-up calls them.
func (names teamNames) inWords(value any, settings bool) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		parts := make([]string, len(v))
		for i, part := range v {
			parts[i] = names.inWords(part, settings)
		}
		return strings.Join(parts, " / ")
	case map[string]any:
		if result, ok := v["result"].(string); ok {
			return result
		}
		if said, is := names.table(v); is {
			return said
		}
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if label, said, known := tournament.SettingWords(name, v[name]); known && settings {
				parts = append(parts, label+": "+said)
			} else if said := names.inWords(v[name], name == "settings" || name == "sections"); said != "" {
				parts = append(parts, strings.ReplaceAll(name, "_", " ")+": "+said)
			}
		}
		return strings.Join(parts, ", ")
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// verifyJournal checks the chain from the first entry to the last, and the values that
// are stored against what the entries say.
func (h *Handlers) verifyJournal(v *visit.Visit, page pages.Journal) error {
	began := h.Now()
	checked, err := h.Journal.Verify(v.Request().Context(), v.Event.EventID)
	took := h.Now().Sub(began).Round(10 * time.Millisecond)
	var broken *journal.Broken
	switch {
	case errors.As(err, &broken):
		return h.brokenJournal(v, *broken)
	case err != nil:
		return err
	case len(checked.Differs) > 0:
		page.Differs = checked.Differs
	default:
		compared := v.Words.Say("%d values in force are stored as its entries say", checked.Values)
		if checked.Unvalued {
			compared = v.Words.Say("values are compared from the next change on")
		}
		page.Intact = v.Words.Say("The record is intact: %d entries, seal %s; %s. Checked at %s in %s.", checked.Entries, checked.Head.Groups(), compared, v.Clock(began), took)
	}
	return v.Page(pages.JournalPage(v.Frame(layout.Desk, v.Words.Say("Journal"), v.Event.Version), page))
}

// brokenJournal names the first entry that does not fit, the last good seal, and
// what to do.
func (h *Handlers) brokenJournal(v *visit.Visit, broken journal.Broken) error {
	page := pages.BrokenJournal{Seq: broken.Seq, Why: broken.Why, To: "/e/" + v.Event.Slug + "/desk/journal"}
	good, err := h.Journal.Entries(v.Request().Context(), journal.Query{EventID: v.Event.EventID, Before: broken.Seq, Limit: 1})
	if err != nil {
		return err
	}
	if len(good) > 0 {
		page.Good, page.Seal, page.At = good[0].Seq, good[0].Hash.Groups(), good[0].At
	}
	return v.Page(pages.BrokenPage(v.Frame(layout.Desk, v.Words.Say("The record is broken"), 0), page))
}
