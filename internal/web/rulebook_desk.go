package web

import (
	"errors"
	"fmt"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/plaintext"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

const rulebooksPath = deskPath + "/rules"

var rulebookRoutes = []route{
	{get, rulebooksPath, access.KeepRulebooks, (*Server).rulebooksDesk},
	{post, rulebooksPath, access.KeepRulebooks, (*Server).keepRulebook},
}

// mostUpload is how long the file of a rulebook's text may be, in bytes: less than a form
// may have, and six times the longest of the five.
const mostUpload = 512 << 10

// rulebooksDesk is where the rulebooks' own texts are put in, replaced and taken out.
func (s *Server) rulebooksDesk(v *visit) error { return s.rulebooksAgain(v, "", nil) }

// rulebooksAgain shows the page, with what was refused beside the rulebook it is about.
func (s *Server) rulebooksAgain(v *visit, about string, refusal error) error {
	if refusal != nil && !refusable(refusal) {
		return refusal
	}
	texts, err := s.textsOf(v.Request().Context(), v.event.EventID, rulebook.Names()...)
	if err != nil {
		return err
	}
	sections, err := s.Tournament.Reader().Sections(v.Request().Context(), v.event.EventID)
	if err != nil {
		return err
	}
	page := pages.Rulebooks{MayKeep: v.wholeEvent(access.KeepRulebooks), SetUp: v.can(access.SeeSetup)}
	for _, used := range []bool{true, false} { // those of this event first
		for _, book := range rulebook.All() {
			text := texts[book.Name()]
			line := pages.RulebookLine{Name: string(book.Name()), Title: book.Title(), Words: text.words(book.Name()), Has: text.Has, Whole: text.Has && len(text.Passages.Missing) == 0}
			for _, x := range sections {
				if x.Rulebook == line.Name {
					line.Sections = append(line.Sections, x.Name)
				}
			}
			if (len(line.Sections) > 0) != used {
				continue
			}
			if text.Put != nil {
				line.Put, line.File, line.By, line.At, line.Digest = true, text.Put.FileName, text.Put.SavedName, text.Put.SavedAt.In(v.event.Zone()), text.Put.Digest
			}
			if line.Name == about {
				line.Problem = fault.Message(refusal)
				if said := fault.Fields(refusal)["file"]; said != "" {
					line.Problem = said
				}
			}
			page.Books = append(page.Books, line)
		}
	}
	frame := v.frame(layout.Desk, "Rulebook texts", v.event.Version)
	if refusal != nil {
		return v.again(refusal, pages.RulebooksPage(frame, page))
	}
	return v.page(pages.RulebooksPage(frame, page))
}

// keepRulebook puts a rulebook's text in, replaces it, or takes it out.
func (s *Server) keepRulebook(v *visit) error {
	if err := v.needWholeEvent(access.KeepRulebooks); err != nil {
		return err
	}
	ctx, name, was := v.Request().Context(), v.FormValue("rulebook"), v.FormValue("was")
	if v.FormValue("do") == "remove" {
		if err := s.Tournament.TakeOutRulebookText(ctx, v.event.EventID, v.command(), name, was); err != nil {
			return s.rulebooksAgain(v, name, err)
		}
		s.saved(v.event.EventID)
		return v.say("/e/"+v.event.Slug+"/desk/rules", fmt.Sprintf("The text of %s is taken out.", name))
	}
	in, note, err := v.rulebookUpload(name)
	if err == nil {
		_, err = s.Tournament.PutRulebookText(ctx, v.event.EventID, v.command(), in, was)
	}
	if err != nil {
		return s.rulebooksAgain(v, name, err)
	}
	s.saved(v.event.EventID)
	texts, err := s.textsOf(ctx, v.event.EventID, rulebook.Name(name))
	if err != nil {
		return err
	}
	return v.say("/e/"+v.event.Slug+"/desk/rules", fmt.Sprintf("The text of %s is in. %s%s", name, texts[rulebook.Name(name)].words(rulebook.Name(name)), note))
}

// rulebookUpload reads the file of a form; note says how it was read where it was not in
// UTF-8.
func (v *visit) rulebookUpload(name string) (in tournament.RulebookText, note string, err error) {
	data, file, err := v.upload("file", mostUpload)
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
		note = fmt.Sprintf(" The file was read as %s: look at its accents and quotation marks.", encodedAs)
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
