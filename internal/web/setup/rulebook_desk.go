package setup

import (
	"errors"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/plaintext"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

const rulebooksPath = address.Desk + "/rules"

func (h *Handlers) rulebookRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(rulebooksPath, access.KeepRulebooks, h.rulebooksDesk),
		visit.Post(rulebooksPath, access.KeepRulebooks, h.keepRulebook),
	}
}

// mostUpload is how long the file of a rulebook's text may be, in bytes: less than a form
// may have, and six times the longest of the five.
const mostUpload = 512 << 10

// rulebooksDesk is where the rulebooks' own texts are put in, replaced and taken out.
func (h *Handlers) rulebooksDesk(v *visit.Visit) error { return h.rulebooksAgain(v, "", nil) }

// rulebooksAgain shows the page, with what was refused beside the rulebook it is about.
func (h *Handlers) rulebooksAgain(v *visit.Visit, about string, refusal error) error {
	if refusal != nil && !visit.Refusable(refusal) {
		return refusal
	}
	texts, err := h.TextsOf(v.Request().Context(), v.Event.EventID, rulebook.Names()...)
	if err != nil {
		return err
	}
	sections, err := h.Reader.Sections(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	page := pages.Rulebooks{MayKeep: visit.WholeEvent(v, access.KeepRulebooks), SetUp: v.Can(access.SeeSetup)}
	for _, used := range []bool{true, false} { // those of this event first
		for _, book := range rulebook.All() {
			text := texts[book.Name()]
			line := pages.RulebookLine{Name: string(book.Name()), Title: v.Words.Rule(book.Title()), Words: text.Words(v.Words, book.Name()), Has: text.Has, Whole: text.Has && len(text.Passages.Missing) == 0}
			for _, x := range sections {
				if x.Rulebook == line.Name {
					line.Sections = append(line.Sections, x.Name)
				}
			}
			if (len(line.Sections) > 0) != used {
				continue
			}
			if text.Put != nil {
				line.Put, line.File, line.By, line.At, line.Digest = true, text.Put.FileName, text.Put.SavedName, text.Put.SavedAt.In(v.Event.Zone()), text.Put.Digest
			}
			if line.Name == about {
				line.Problem = visit.SaidIn(v.Words, refusal)
				if said := visit.FieldsIn(v.Words, refusal)["file"]; said != "" {
					line.Problem = said
				}
			}
			page.Books = append(page.Books, line)
		}
	}
	frame := v.Frame(layout.Desk, v.Words.Say("Rulebook texts"), v.Event.Version)
	if refusal != nil {
		return v.Again(refusal, pages.RulebooksPage(frame, page))
	}
	return v.Page(pages.RulebooksPage(frame, page))
}

// keepRulebook puts a rulebook's text in, replaces it, or takes it out.
func (h *Handlers) keepRulebook(v *visit.Visit) error {
	if err := visit.NeedWholeEvent(v, access.KeepRulebooks); err != nil {
		return err
	}
	ctx, name, was := v.Request().Context(), v.FormValue("rulebook"), v.FormValue("was")
	if v.FormValue("do") == "remove" {
		if err := h.Setup.TakeOutRulebookText(ctx, v.Event.EventID, v.Command(), name, was); err != nil {
			return h.rulebooksAgain(v, name, err)
		}
		h.Saved(v.Event.EventID)
		return v.Onward("/e/"+v.Event.Slug+"/desk/rules", v.Words.Say("The text of %s is taken out.", name))
	}
	in, note, err := rulebookUpload(v, name)
	if err == nil {
		_, err = h.Setup.PutRulebookText(ctx, v.Event.EventID, v.Command(), in, was)
	}
	if err != nil {
		return h.rulebooksAgain(v, name, err)
	}
	h.Saved(v.Event.EventID)
	texts, err := h.TextsOf(ctx, v.Event.EventID, rulebook.Name(name))
	if err != nil {
		return err
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/rules", v.Words.Say("The text of %s is in. %s%s", name, texts[rulebook.Name(name)].Words(v.Words, rulebook.Name(name)), note))
}

// rulebookUpload reads the file of a form; note says how it was read where it was not in
// UTF-8.
func rulebookUpload(v *visit.Visit, name string) (in tournament.RulebookText, note string, err error) {
	data, file, err := v.Upload("file", mostUpload)
	switch {
	case err != nil:
		return in, "", err
	case len(data) == 0 && file == "":
		return in, "", fault.Field("file", "Choose a plain text file.")
	}
	body, encodedAs, err := plaintext.Decode(data)
	switch {
	case errors.Is(err, plaintext.ErrNoText) || err == nil && isDocument(data):
		return in, "", fault.Field("file", "“%s” is no plain text. Open it in the program it was made with and save it as plain text (.txt), UTF-8.", file)
	case err != nil:
		return in, "", fault.Wrap(fault.Invalid, err, "“%s” cannot be read as %s. Save it as plain text (.txt), UTF-8.", file, encodedAs)
	case encodedAs != plaintext.UTF8:
		note = v.Words.Say(" The file was read as %s: look at its accents and quotation marks.", encodedAs)
	}
	return tournament.RulebookText{Rulebook: name, FileName: file, Body: body}, note, nil
}

// isDocument reports whether a file begins as those of office programs and readers do:
// PDF, ZIP (DOCX, ODT), RTF.
func isDocument(data []byte) bool {
	for _, begin := range []string{"%PDF", "PK\x03\x04", `{\rtf`} {
		if len(data) >= len(begin) && string(data[:len(begin)]) == begin {
			return true
		}
	}
	return false
}
