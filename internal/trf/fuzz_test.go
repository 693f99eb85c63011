package trf_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := trf.Read(bytes.NewReader(data))
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
