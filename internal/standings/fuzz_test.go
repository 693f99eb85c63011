package standings_test

import (
	"bytes"
	"testing"

	"github.com/tandemchess/tandem/internal/hammer"
	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/trf"
)

// FuzzReport: every report that reads has standings by every code, each row with
// one value per code.
func FuzzReport(f *testing.F) {
	const two = "001    1      A                                 2000                             1.0    1     2 w 1  0000 - H     2 w +\n" +
		"001    2      B                                 1900                             0.0    2     1 b 0  0000 - U     1 b -\n"
	f.Add([]byte(two), "PTS,DE,BH/C1,BH,SB,WIN")
	f.Add([]byte("192 FIDE_TEAM_GP_MP\n352 WB\n310   1 One                              ONE    2000    2.0    2.0   1     1\n310   2 Two                              TWO    1900    0.0    0.0   2     2\n"+two), "PTS,EDEBT,SSSC/K3,BC,TBR,BBE,MPvGP")
	f.Add([]byte("092 Round robin\nXXS W=3 D=1\n299        1.5        1    1\n"+two), "KS/L-1,ARO/M1,TPR,PTP,APRO,APPO,MMED,CUMOPP,FB/P,AOB/F")
	hammer.Fuzz(f, func(t *testing.T, data []byte, list string) {
		codes, err := standings.ParseCodes(list)
		if err != nil {
			return
		}
		file, err := trf.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		in, err := standings.FromTRF(file)
		if err != nil {
			t.Fatalf("input of a file that was read: %v", err)
		}
		table, err := standings.Compute(in, codes)
		if err != nil {
			return // points beyond what any event awards
		}
		for _, row := range table.Rows() {
			if len(row.Values) != len(codes) || row.Place < 1 || row.Shared < 1 {
				t.Fatalf("row %+v for %d codes", row, len(codes))
			}
			for k := range codes {
				if _, err := table.Explain(row.Number, k); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
