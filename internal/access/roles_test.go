package access_test

import (
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Whoever reads that a role is needed, or is asked to give one, reads its words.
func TestEveryRoleThatMayDoSomethingHasWords(t *testing.T) {
	t.Parallel()
	asked := map[access.Role]bool{}
	for _, action := range access.Actions() {
		for _, role := range access.Needs(action) {
			asked[role] = true
			expect.True(t, role == access.Public || role.Words() != "", "the role %q may %s and has no words: add it to roles in access.go", role, action)
		}
	}
	var said []string
	for _, role := range access.Granted {
		expect.True(t, asked[role], "the role %q is given to people and may do nothing: name it in the table of permissions", role)
		expect.True(t, !slices.Contains(said, role.Words()), "two roles are called %q", role.Words())
		said = append(said, role.Words())
	}
}
