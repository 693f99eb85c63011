package trf_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/hammer"
	"github.com/tandemchess/tandem/internal/trf"
)

// FuzzRead: any bytes give a file or an error with a place in the text; a file
// can be written, and what is written reads to the same file.
func FuzzRead(f *testing.F) {
	f.Add([]byte(twoPlayers))
	f.Add([]byte("012 Open\n142 9\n152 W\n162  W 3.0    D 1.0    L 0.0\n240 H   1    1\n260   1   3    1    2\n250       1.0 001 003 0001 0002\n299 W      1.5        1    1\n" + twoPlayers))
	f.Add([]byte("XXR 5\rXXC rank black1\rXXS W=3 D=1 PAB=1\rBBU  0.5\rXXZ 1\rXXP 1 2\rXXA    1  1.0  0.5\r" + twoPlayers))
	f.Add([]byte("132" + string(bytes.Repeat([]byte(" "), 88)) + "24/12/01  24/12/02\n### comment\nIND    1   GM\n013 A                                 1    2\n" + twoPlayers))
	f.Add([]byte("352 WB\n362 TW 2.0   TD 1.0   TL 0.0\n320  1.0  1.0 000 001\n330 +-   1   1   2\n300   1   1   2    1    2\n" +
		"310   1 One                              ONE    2000    2.0    2.0   1     1\n310   2 Two                              TWO    1900    0.0    0.0   2     2\n" + twoPlayers))
	f.Add([]byte("162   W 3.0 d 1,0 Z 0.5 A.5\n299 W        1.5\n299 +    2.0  2.5   001\n299         -0.5          1\n" + twoPlayers))
	f.Add(inUTF16("012 Žofín\r\n"+twoPlayers, 0, 1))
	f.Add(inUTF16(twoPlayers, 1, 0))
	f.Add([]byte("192 FIDE_TEAM_GP\n352 WB\n362  TW3  TD 1.0\n320  1.0  1.5\n162  A 1.0 P 0.5\n300   1   1   2    1    3\n" +
		squadRows(1, "     4 w 1  0000 - U", "", "     5 b 1  0000 - U") + squadRows(4, "     1 b 0     2 w -", "     3 w 0") + teamRow(1, 1, 2) + teamRow(2, 4, 5)))
	hammer.Fuzz(f, func(t *testing.T, data []byte) {
		file, warnings, err := trf.Examine(bytes.NewReader(data))
		for _, w := range warnings {
			if w.Line < 1 || w.Column < 1 || w.What == "" {
				t.Fatalf("warning without a place: %+v", w)
			}
		}
		if err != nil {
			var at *trf.Error
			if !errors.As(err, &at) || at.Line < 1 || at.Column < 1 || at.Expected == "" {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		table, err := file.CrossTable()
		if err != nil {
			t.Fatalf("cross table of a file that was read: %v", err)
		}
		for _, p := range table.Participants {
			if len(p.Records) != table.Paired && len(p.Records) != table.Paired+1 {
				t.Fatalf("participant %d has %d rounds of %d", p.Number, len(p.Records), table.Paired)
			}
		}
		var out bytes.Buffer
		if err := file.Write(&out); err != nil {
			t.Fatalf("write: %v", err)
		}
		again, err := trf.Read(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatalf("read again: %v\n%s", err, out.Bytes())
		}
		if diff := cmp.Diff(file, again); diff != "" {
			t.Fatalf("read again:\n%s\n%s", diff, out.Bytes())
		}
	})
}
