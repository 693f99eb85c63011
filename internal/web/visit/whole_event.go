package visit

import (
	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
)

// WholeEvent reports whether the visitor may do this in every section: a role
// given for one section does not change the event itself.
func WholeEvent(v *Visit, action access.Action) bool {
	whole := v.Who.Actor
	whole.Grants = nil
	for _, g := range v.Who.Actor.Grants {
		if g.SectionID == 0 {
			whole.Grants = append(whole.Grants, g)
		}
	}
	return access.Can(whole, action, access.Object{EventID: v.Event.EventID}, v.Now)
}

// NeedWholeEvent refuses somebody whose role is for one section only.
func NeedWholeEvent(v *Visit, action access.Action) error {
	if WholeEvent(v, action) {
		return nil
	}
	return fault.New(fault.Forbidden, "Your role is for one section. To %s as a whole you need a role for all sections.", fault.Word(action))
}
