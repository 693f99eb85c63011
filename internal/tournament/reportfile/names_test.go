package reportfile

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// However long names are and wherever they differ, no two are one in a report file.
func TestNamesOfAReportStayApart(t *testing.T) {
	t.Parallel()
	long := "The Northern Lakes Regional High School for Mathematics, Science"
	names := []string{"Knights", long + " A", long + " B", "Middle 1 " + long, "Middle 2 " + long, long[:20] + " one " + long, long[:30] + " two " + long, "Łódź " + strings.Repeat("ż", 80)}
	for n := 1; n <= 63; n++ {
		names = append(names, fmt.Sprintf("The Fork Bishops of the Long Harbour %d of a school with a long name", n))
	}
	codes := make([]string, len(names))
	for i := range codes {
		codes[i] = fmt.Sprintf("O-%02d", i+1)
	}
	seen := map[string]string{}
	for i, short := range fitNames(names, codes, teamColumns) {
		n := utf8.RuneCountInString(short)
		expect.True(t, n <= teamColumns, "%q has %d characters", short, n)
		if other := seen[tournament.NameKey(short)]; other != "" {
			t.Errorf("%q is both %q and %q", short, other, names[i])
		}
		seen[tournament.NameKey(short)] = names[i]
	}
	if short := fitNames(names, codes, teamColumns); short[0] != "Knights" || !strings.HasSuffix(short[1], "cience A") || !strings.HasSuffix(short[60], "… O-61") {
		t.Errorf("%q", short)
	}
}
