package access_test

import (
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
)

// Whoever reads that a role is needed, or is asked to give one, reads its words.
func TestEveryRoleThatMayDoSomethingHasWords(t *testing.T) {
	t.Parallel()
	asked := map[access.Role]bool{}
	for _, action := range access.Actions() {
		for _, role := range access.Needs(action) {
			asked[role] = true
			if role != access.Public && role.Words() == "" {
				t.Errorf("the role %q may %s and has no words: add it to roles in access.go", role, action)
			}
		}
	}
	var said []string
	for _, role := range access.Granted {
		if !asked[role] {
			t.Errorf("the role %q is given to people and may do nothing: name it in the table of permissions", role)
		}
		if slices.Contains(said, role.Words()) {
			t.Errorf("two roles are called %q", role.Words())
		}
		said = append(said, role.Words())
	}
}
