package testdb

import (
	"io"
	"os"
	"os/exec"
	"strconv"

	"github.com/tandemchess/tandem/internal/localpg"
)

// freeIn is 0: there is no folder in memory here.
func freeIn(string) uint64 { return 0 }

// nobodyHolds leaves folders alone whose owner nobody can tell.
func nobodyHolds(*os.File) bool { return false }

// caretakerScript waits for the end of its input, which is that of the test binary, ends the
// server and removes the folder. %1 is the server's process, %2 the folder.
const caretakerScript = `more > nul & taskkill /F /T /PID %1 & rmdir /S /Q %2`

// startCaretaker returns what has to stay open as long as the server is wanted.
func startCaretaker(dir string, srv *localpg.Server) (io.Closer, error) {
	cmd := exec.Command("cmd", "/C", caretakerScript, strconv.Itoa(srv.Process()), dir)
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	return input, cmd.Start()
}
