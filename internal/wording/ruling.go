package wording

import (
	"github.com/tandemchess/tandem/internal/dispute"
)

func LevelName(l dispute.Level) string {
	return map[dispute.Level]string{dispute.ByDirector: "director", dispute.BySectionChief: "section chief", dispute.ByChief: "chief floor director"}[l]
}
