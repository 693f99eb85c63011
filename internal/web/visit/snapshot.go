package visit

import (
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
)

// Book is the section of a public page's address.
func (v *Visit) Book() *publicpages.SectionView { return v.Snap.Parts[v.Section.Slug].View }

// OpenSnapshot takes the snapshot that a visit to a public page sees from its first
// to its last byte.
func (v *Visit) OpenSnapshot(slug string) error {
	if s, ok := v.Request().Context().Value(publicpages.Preparing{}).(*publicpages.Snapshot); ok {
		v.Snap, v.Event = s, s.Event
		return nil
	}
	s, err := v.site.Snapshots.Open(v.Request().Context(), slug)
	if fault.Is(err, fault.NotFound) {
		return Refused(fault.NotFound, text.Message("There is no event at this address."))
	}
	if err != nil {
		return err
	}
	if s.Event.Slug != slug { // renamed: the old address leads on
		return v.Moved(slug, s.Event.Slug)
	}
	v.Snap, v.Event = s, s.Event
	return nil
}
