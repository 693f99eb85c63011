package dispute_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Rulings answer the same question only by one rulebook, on one claim and about one act.
func TestMattersTellQuestionsApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		says, book, kind string
		claim            dispute.Claim
		acts             []dispute.Act
		want             string // "book claim act", empty for none
	}{
		{"nothing claimed", "USCF-R", "", dispute.Claim{}, nil, ""},
		{"illegal move", "USCF-R", "illegal-move", dispute.Claim{By: "WA"}, []dispute.Act{{"act": "move", "by": "BA", "move": "c6d4"}}, "USCF-R illegal-move "},
		{"another book", "FIDEX", "illegal-move", dispute.Claim{By: "WA"}, nil, "FIDEX illegal-move "},
		{"conduct without an act", "USCF-R", "conduct", dispute.Claim{By: "WA"}, []dispute.Act{{"act": "press", "by": "BA"}}, ""},
		{"hidden stock", "USCF-R", "conduct", dispute.Claim{By: "WA"}, []dispute.Act{{"act": "hide-stock", "by": "BA"}, {"act": "press", "by": "WA"}}, "USCF-R conduct hide-stock"},
		{"wrong hand", "USCF-R", "conduct", dispute.Claim{By: "WA"}, []dispute.Act{{"act": "other-hand", "by": "BA"}}, "USCF-R conduct hand"},
		{"two hands are the wrong hand", "USCF-R", "conduct", dispute.Claim{By: "WA"}, []dispute.Act{{"act": "two-hands", "by": "BA"}}, "USCF-R conduct hand"},
		{"a detail tells acts apart", "USCF-R", "conduct", dispute.Claim{By: "WA"}, []dispute.Act{{"act": "hover", "by": "BA", "over": "clock"}}, "USCF-R conduct hover-clock"},
		{"of the player it is against", "USCF-R", "conduct", dispute.Claim{By: "WA", Against: "BB"}, []dispute.Act{{"act": "bang", "by": "BB"}, {"act": "hide-stock", "by": "BA"}}, "USCF-R conduct bang"},
		{"of anybody else", "USCF-R", "conduct", dispute.Claim{By: "WA"}, []dispute.Act{{"act": "bang", "by": "BB"}}, "USCF-R conduct bang"},
	} {
		facts := dispute.Facts{BoardA: dispute.StartFEN, BoardB: dispute.StartFEN, Claim: c.claim, Acts: c.acts}
		m, ok := dispute.MatterOf(tournament.Section{Rulebook: c.book}, dispute.Incident{Kind: c.kind, Facts: facts})
		got := ""
		if ok {
			got = m.Rulebook + " " + string(m.Claim) + " " + m.Act
		}
		expect.Equal(t, got, c.want, "%s", c.says)
	}
}
