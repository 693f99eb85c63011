package wording

import (
	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/text"
)

// Role is what people call a role.
func Role(w text.Words, r access.Role) string { return w.Say(text.Message(r.Words())) }
