package visit

import (
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
)

// namedHolders is how many people a refusal names.
const namedHolders = 4

// whoMay names the officials who hold a role that is needed: to another official of
// the event only, because the roster of a hall is no public list.
func whoMay(v *Visit, needs access.Action) string {
	ask := v.Words.Say("The organizer gives roles on the page People.")
	if v.Event.EventID == 0 || !v.Can(access.SeeDesk) {
		return ask
	}
	officials, err := v.site.accounts.Officials(v.Request().Context(), v.Event.EventID)
	if err != nil {
		v.site.Log.Error("who holds a role cannot be read", "error", err)
		return ask
	}
	roles := access.Needs(needs)
	var names []string
	for _, o := range officials {
		holds := func(g account.Grant) bool {
			return slices.Contains(roles, g.Role) && (g.SectionID == nil || v.Section.SectionID == 0 || *g.SectionID == v.Section.SectionID)
		}
		if len(names) < namedHolders && slices.ContainsFunc(o.Grants, holds) {
			names = append(names, o.Name)
		}
	}
	if len(names) == 0 {
		return ask
	}
	return v.Words.Say("Ask %s. %s", strings.Join(names, ", "), ask)
}
