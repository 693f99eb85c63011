package localpg

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
)

// serversOpenIn reads what lsof says field by field (-F pRn): "p12" begins a process,
// "R1" is its parent, "n/folder" its present folder. It returns those in dir.
func serversOpenIn(dir string, output io.Reader) ([]server, error) {
	want, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	var found []server
	var now server
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		line := lines.Text()
		if line == "" {
			continue
		}
		number, numeric := strconv.Atoi(line[1:])
		switch {
		case line[0] == 'p' && numeric == nil:
			now = server{process: number}
		case line[0] == 'R' && numeric == nil:
			now.parent = number
		case line[0] == 'n' && now.process != 0:
			if folder, err := os.Stat(line[1:]); err == nil && os.SameFile(folder, want) {
				found = append(found, now)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("listing processes: %w", err)
	}
	return found, nil
}
