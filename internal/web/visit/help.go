package visit

import (
	"strings"
	"unicode/utf8"

	"github.com/tandemchess/tandem/internal/help"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/templates/layout"
)

// helpOf is the help of the page that is asked for; nil where it has none.
func helpOf(v *Visit) *layout.Help {
	p, ok := help.Of(v.Path())
	if !ok {
		return nil
	}
	h := HelpIn(v.Words, p, v.Who.Account.SingleKeys)
	return &h
}

// HelpIn is a help in a language. Who has single keys switched off is shown none.
func HelpIn(w text.Words, p help.Page, singleKeys bool) layout.Help {
	chapter, anchor, _ := strings.Cut(p.Guide, "#")
	in := "?lang=" + w.Code() + "#"
	if w.Pseudo() {
		in = "#"
	}
	h := layout.Help{
		ID: p.ID, Title: w.Say(p.Title), KeysOff: !singleKeys, Guide: address.Guides + "/" + chapter + in + anchor, Pages: address.GuideOfPages + in + p.ID,
	}
	for _, line := range p.Lines {
		h.Lines = append(h.Lines, w.Say(line))
	}
	for _, group := range p.AllKeys() {
		keys := layout.HelpKeys{Title: w.Say(group.Title)}
		for _, k := range group.List {
			if !singleKeys && single(k.Press[0]) {
				continue
			}
			keys.List = append(keys.List, layout.HelpKey{Press: caps(w, k.Press), Does: w.Say(k.Does), On: k.On})
		}
		if len(keys.List) > 0 {
			h.Keys = append(h.Keys, keys)
		}
	}
	return h
}

// single tells a letter, a digit or a sign from arrows and keys with a name.
func single(key string) bool {
	return utf8.RuneCountInString(key) == 1 && !strings.Contains("↑↓←→", key)
}

// caps are the keys as their caps are labelled where the language is spoken.
func caps(w text.Words, keys []string) []string {
	named := map[string]string{"Home": w.Say("Home"), "End": w.Say("End"), "Del": w.Say("Del"), "space": w.Say("space"), "Ctrl+Enter": w.Say("Ctrl") + "+Enter"}
	said := make([]string, len(keys))
	for i, k := range keys {
		said[i] = k
		if name, ok := named[k]; ok {
			said[i] = name
		}
	}
	return said
}
