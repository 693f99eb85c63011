package layout

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/text"
)

// Share is what search engines and other sites are told of a public page.
type Share struct {
	Site        string // scheme and host: "https://tandem.example"; empty for a page that readers of several hosts share
	Address     string // of the page, from the first slash; without what only orders or narrows it
	Description string // one or two sentences; empty: nothing beyond the title
	Picture     string // address of the picture beside a link; empty for none
	Hidden      bool   // search engines leave the page out
	Data        any    // structured data (schema.org); nil for none
}

// in is the page's address in a language. English is what the plain address gives
// readers who ask for none.
func (s Share) in(w text.Words) string {
	if w.English() || w.Pseudo() {
		return s.Site + s.Address
	}
	return s.Site + with(s.Address, "lang="+w.Code())
}

// picture is the picture's address, words in the page's language. version lets those
// who keep pictures ask again.
func (f Frame) picture() string {
	address := f.Share.Site + with(f.Share.Picture, "v="+strconv.FormatInt(f.Version, 10))
	if f.Words.English() || f.Words.Pseudo() {
		return address
	}
	return with(address, "lang="+f.Words.Code())
}

func with(address, query string) string {
	if strings.Contains(address, "?") {
		return address + "&" + query
	}
	return address + "?" + query
}

// named is the title of a shared link. An event's first page has the event's name.
func (f Frame) named() string {
	if f.EventName == "" || f.EventName == f.Title {
		return f.Title
	}
	return f.Title + " · " + f.EventName
}
