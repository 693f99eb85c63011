package publicpages

import (
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/public"
)

// BesideWords say whom somebody plays, and with rotating partners with whom.
func BesideWords(w text.Words, p public.PairingRow) string {
	if p.Partner != "" {
		return w.Say("with %s", p.Partner) + " " + w.Say("vs %s", p.Other)
	}
	return w.Say("vs %s", p.Other)
}
