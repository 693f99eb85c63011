package setup

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

func (h *entryHandlers) importRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Desk+"/import", access.EditTeams, h.importForm),
		visit.Post(address.Desk+"/import", access.EditTeams, h.importList),
	}
}

func (h *entryHandlers) importForm(v *visit.Visit) error {
	return h.importStart(v, pages.ImportStart{}, nil)
}

func (h *entryHandlers) importStart(v *visit.Visit, p pages.ImportStart, err error) error {
	sections, sectionsErr := h.editableSections(v)
	if sectionsErr != nil {
		return sectionsErr
	}
	for _, section := range sections {
		p.Sections = append(p.Sections, layout.Choice{Value: section.Name, Label: section.Name})
		if section.Slug == v.QueryParam("section") {
			p.Default = section.Name
		}
	}
	frame := v.Frame(layout.Desk, v.Words.Say("Entries"), 0)
	if err != nil {
		p.Problem = visit.SaidIn(v.Words, err)
		return v.Again(err, pages.ImportStartPage(frame, p))
	}
	return v.Page(pages.ImportStartPage(frame, p))
}

// editableSections are the sections whose entries this person may change.
func (h *entryHandlers) editableSections(v *visit.Visit) ([]tournament.Section, error) {
	all, err := h.Reader.Sections(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(s tournament.Section) bool { return !v.CanIn(access.EditTeams, s.SectionID) }), nil
}

// importList reads a list, checks it again after corrections, or saves it. The
// list itself travels in the form: nothing of it is stored before it is saved.
func (h *entryHandlers) importList(v *visit.Visit) error {
	if v.FormValue("list") == "" {
		table, source, err := uploaded(v)
		if err != nil {
			return h.importStart(v, pages.ImportStart{Text: v.FormValue("text"), Default: v.FormValue("default")}, err)
		}
		choices := roster.Choices{Mapping: roster.Guess(table.Columns), Default: v.FormValue("default")}
		review, err := h.review(v, table, source, choices)
		if err != nil {
			return err
		}
		return v.Page(pages.ImportReviewPage(v.Frame(layout.Desk, v.Words.Say("Entries"), 0), review.page))
	}
	table, err := roster.Restore(v.FormValue("list"))
	if err != nil {
		return h.importStart(v, pages.ImportStart{}, err)
	}
	choices := corrections(v, &table)
	if table.ReadAs(v.FormValue("letters")) {
		choices.Mapping.Complete(table.Columns)
	}
	review, err := h.review(v, table, v.FormText("source"), choices)
	if err != nil {
		return err
	}
	if v.FormValue("do") != "save" {
		return v.Page(pages.ImportReviewPage(v.Frame(layout.Desk, v.Words.Say("Entries"), 0), review.page))
	}
	return h.saveImport(v, review)
}

func (h *entryHandlers) saveImport(v *visit.Visit, r importReview) error {
	err := r.refusal
	var made tournament.Imported
	if r.page.MappingProblem != "" {
		err = fault.New(fault.Invalid, "The columns are still to be decided. Nothing was saved.")
	}
	if err == nil {
		r.list.Unsettled = r.page.Problems
		made, err = h.Entries.ImportEntries(v.Request().Context(), v.Event.EventID, v.Command(), r.list)
	}
	if visit.Refusable(err) {
		r.page.Message = visit.SaidIn(v.Words, err)
		return v.Again(err, pages.ImportReviewPage(v.Frame(layout.Desk, v.Words.Say("Entries"), 0), r.page))
	}
	if err != nil {
		return err
	}
	h.Saved(v.Event.EventID)
	said := v.Words.Say("%s and %s are entered", v.Words.Say("%d teams", made.Teams), v.Words.Say("%d players", made.Players))
	if made.Pool > 0 {
		said += v.Words.Say("; %s without a partner", v.Words.Say("%d players", made.Pool))
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/setup", said+".")
}

// uploaded reads the list of the first form: a file, or pasted rows.
func uploaded(v *visit.Visit) (roster.Table, string, error) {
	data, source, err := v.Upload("file", roster.MaxBytes)
	if err != nil {
		return roster.Table{}, "", err
	}
	if source == "" {
		data, source = []byte(v.FormValue("text")), v.Words.Say("pasted rows")
	}
	table, err := roster.Read(v.Request().Context(), data, commonLetters(v))
	if over := visit.Overdue(v); over != nil {
		return roster.Table{}, "", over
	}
	if err != nil && fault.Of(err) == fault.Internal {
		err = fault.Wrap(fault.Invalid, err, "The file cannot be read as a list.")
	}
	if err != nil {
		return roster.Table{}, "", err
	}
	return table, source, nil
}

// corrections applies what the director typed to the table and collects the
// choices.
func corrections(v *visit.Visit, table *roster.Table) roster.Choices {
	choices := roster.Choices{Mapping: make(roster.Mapping, len(table.Columns)), Rows: map[int]roster.Decision{}, Sections: map[string]string{}, Default: v.FormValue("default")}
	known := map[roster.Field]bool{}
	for _, f := range roster.Fields() {
		known[f.Field] = true
	}
	for i := range table.Columns {
		if f := roster.Field(v.FormValue("map." + strconv.Itoa(i))); known[f] {
			choices.Mapping[i] = f
		}
	}
	for _, r := range table.Rows {
		line := strconv.Itoa(r.Line)
		if d := roster.Decision(v.FormValue("row." + line)); d != roster.Undecided {
			choices.Rows[r.Line] = d
		}
		cells := slices.Clone(r.Cells)
		edited := false
		for i := range cells {
			if typed, ok := v.Request().Form["cell."+line+"."+strconv.Itoa(i)]; ok {
				cells[i], edited = strings.TrimSpace(typed[0]), true
			}
		}
		if edited {
			table.Correct(r.Line, cells)
		}
	}
	return choices
}

// importReview is a checked list: how it is shown and what would be saved.
type importReview struct {
	page    pages.ImportReview
	list    tournament.Import
	refusal error // what this person may not do
}

// review checks a list against the event as it is now.
func (h *entryHandlers) review(v *visit.Visit, table roster.Table, source string, choices roster.Choices) (importReview, error) {
	ctx := v.Request().Context()
	sections, err := h.Reader.Sections(ctx, v.Event.EventID)
	if err != nil {
		return importReview{}, err
	}
	existing, err := h.Reader.Entries(ctx, v.Event.EventID)
	if err != nil {
		return importReview{}, err
	}
	r := importReview{list: tournament.Import{Source: source}}
	r.page = pages.ImportReview{
		Source: source, Table: table, Default: choices.Default, Decided: map[int]roster.Decision{}, CanMakeSections: visit.WholeEvent(v, access.EditSetup),
		MappingProblem: choices.Mapping.Check(table.Columns).In(visit.Saying(v.Words)),
	}
	for _, note := range table.Notes {
		r.page.Notes = append(r.page.Notes, note.In(visit.Saying(v.Words)))
	}
	if r.page.Kept, err = table.Keep(); err != nil {
		return importReview{}, err
	}
	sections = r.sections(v, table, choices, sections)
	for i, column := range table.Columns {
		example, column := examples(table, i), roster.ColumnWords(column).In(visit.Saying(v.Words))
		r.page.Columns = append(r.page.Columns, pages.ImportColumn{Name: column, Field: choices.Mapping[i], Example: example})
		if choices.Mapping[i] == roster.Ignored && example != "" {
			r.page.Unused = append(r.page.Unused, v.Words.Say("“%s”", column))
		}
	}
	if r.page.MappingProblem != "" {
		return r, nil
	}
	if choices.Mapping.Nameless() {
		r.page.Notes = append(r.page.Notes, v.Words.Say("No column holds names of teams: each is called after its players."))
	}
	look := roster.Look(table, choices, sections, existing)
	r.page.Unrated = choices.Mapping.Unrated() && !slices.ContainsFunc(look.Entries, rated)
	if look.Under > 0 {
		r.page.Notes = append(r.page.Notes, v.Words.Say("%d rows name no team and are read as players of the team above them.", look.Under))
	}
	if look.Joined > 0 {
		r.page.Notes = append(r.page.Notes, v.Words.Say("%d teams stand in the list twice, signed up by each of their players, and are read once.", look.Joined))
	}
	r.list.Entries, r.page.Entries, r.page.Left, r.page.Problems = look.Entries, look.Entries, look.Left, len(look.Problems)
	for _, k := range look.Known {
		r.page.Known = append(r.page.Known, k.Team)
		for _, differs := range k.Differs {
			r.page.Differs = append(r.page.Differs, differs.In(visit.Saying(v.Words)))
		}
	}
	r.page.Single = aloneByLine(look.Entries, sections)
	r.rows(table, choices, look.Problems, visit.Saying(v.Words))
	r.refusal = mayImport(v, r.list, sections)
	return r, nil
}

func rated(e tournament.ImportEntry) bool {
	return slices.ContainsFunc(e.Players, func(p tournament.NewPlayer) bool { return p.Rating != nil })
}

// aloneByLine are the rows of sections where nobody has a partner, by line.
func aloneByLine(entries []tournament.ImportEntry, sections []tournament.Section) map[int]bool {
	alone := map[string]bool{}
	for _, s := range sections {
		alone[tournament.NameKey(s.Name)] = s.EntrySize() == 1
	}
	rows := map[int]bool{}
	for _, e := range entries {
		if alone[tournament.NameKey(e.Section)] {
			rows[e.Line] = true
		}
	}
	return rows
}

// sections offers a choice for each section the event does not have, and adds
// those that are to be made.
func (r *importReview) sections(v *visit.Visit, table roster.Table, choices roster.Choices, have []tournament.Section) []tournament.Section {
	known := map[string]bool{}
	for _, s := range have {
		known[tournament.NameKey(s.Name)] = true
		if v.CanIn(access.EditTeams, s.SectionID) {
			r.page.Sections = append(r.page.Sections, layout.Choice{Value: s.Name, Label: s.Name})
		}
	}
	for _, name := range table.SectionsNamed(choices.Mapping) {
		key := tournament.NameKey(name)
		if known[key] {
			continue
		}
		known[key] = true
		if len(r.page.Unknown) == mostNewSections {
			r.page.MappingProblem = v.Words.Say("The list names more than %d sections that the event does not have. Choose another column for the section, or none.", mostNewSections)
			break
		}
		u := pages.UnknownSection{Name: name, Chosen: v.FormValue("section." + name), Choices: []layout.Choice{{Value: "", Label: v.Words.Say("Choose…")}}}
		for _, c := range r.page.Sections {
			u.Choices = append(u.Choices, layout.Choice{Value: "=" + c.Value, Label: v.Words.Say("Put them into %s", c.Label)})
		}
		if r.page.CanMakeSections {
			for _, book := range rulebook.Names() {
				u.Choices = append(u.Choices, layout.Choice{Value: "+" + string(book), Label: v.Words.Say("Make the section, under %s", string(book))})
			}
		}
		r.page.Unknown = append(r.page.Unknown, u)
		if to, ok := strings.CutPrefix(u.Chosen, "="); ok {
			choices.Sections[key] = to
		}
		book, err := rulebook.ByName(strings.TrimPrefix(u.Chosen, "+"))
		if strings.HasPrefix(u.Chosen, "+") && err == nil {
			r.list.Sections = append(r.list.Sections, tournament.NewSection{Name: name, Rulebook: string(book.Name())})
			have = append(have, tournament.Section{SectionID: int64(-1 - len(have)), Name: name, Letter: "?", TeamSize: book.Boards(), Rounds: 99})
		}
	}
	return have
}

// A page shows so many rows to decide at once, and offers so many sections to make:
// who has more has another kind of list, or another column in mind.
const (
	mostRowsShown   = 200
	mostNewSections = 50
)

// rows collects the rows with problems; decisions about other rows travel on
// unseen.
func (r *importReview) rows(table roster.Table, choices roster.Choices, problems []roster.Problem, say fault.Say) {
	byLine := map[int][]roster.Problem{}
	for _, p := range problems {
		byLine[p.Line] = append(byLine[p.Line], p)
	}
	for _, row := range table.Rows {
		found := byLine[row.Line]
		if len(found) > 0 && len(r.page.Rows) == mostRowsShown {
			r.page.More++
		}
		if len(found) == 0 || len(r.page.Rows) == mostRowsShown {
			switch d := choices.Rows[row.Line]; {
			case d == roster.Leave && len(r.page.LeftOut) < mostRowsShown:
				r.page.LeftOut = append(r.page.LeftOut, row)
			case d != roster.Undecided:
				r.page.Decided[row.Line] = d
			}
			continue
		}
		shown := pages.ImportRow{Row: row, Decision: choices.Rows[row.Line]}
		shown.Accept = shown.Decision == roster.Accept
		for _, p := range found {
			shown.Problems = append(shown.Problems, pages.ImportProblem{Column: roster.ColumnWords(p.Column).In(say), What: p.What.In(say), Do: p.Do.In(say)})
			shown.Accept, shown.Pool = shown.Accept || p.Accept, shown.Pool || p.Pool
		}
		r.page.Rows = append(r.page.Rows, shown)
	}
}

// examples are the first cells of a column, to recognise it by.
func examples(table roster.Table, column int) string {
	var cells []string
	for _, r := range table.Rows {
		if cell := r.Cells[column]; cell != "" && !slices.Contains(cells, cell) {
			cells = append(cells, cell)
		}
		if len(cells) == 2 {
			break
		}
	}
	return strings.Join(cells, " · ")
}

// mayImport refuses entries of sections this person has no role in.
func mayImport(v *visit.Visit, list tournament.Import, sections []tournament.Section) error {
	allowed := map[string]bool{}
	for _, s := range sections {
		allowed[tournament.NameKey(s.Name)] = s.SectionID < 0 || v.CanIn(access.EditTeams, s.SectionID)
	}
	if len(list.Sections) > 0 && !visit.WholeEvent(v, access.EditSetup) {
		return fault.New(fault.Forbidden, "Making a section needs a role for the whole event.")
	}
	for _, e := range list.Entries {
		if may, known := allowed[tournament.NameKey(e.Section)]; known && !may {
			return fault.New(fault.Forbidden, "Row %d belongs to %s, where you have no role. Leave it out or choose another section.", e.Line, e.Section)
		}
	}
	return nil
}
