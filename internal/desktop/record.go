package desktop

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/localpg"
)

// A Tandem that runs leaves the address of its small page in its data directory, where the
// next double click looks. The file may be read by its user alone: the address can stop it.
const recordName = "running.json"

type record struct {
	Page string `json:"page"`
}

// alive is what a small page answers to whoever asks whether it is there.
const alive = "tandem is here\n"

// Other returns the address of the small page of a Tandem that runs on the data; empty
// when none answers.
func Other(dataDir string) string {
	text, err := os.ReadFile(filepath.Join(dataDir, recordName))
	var r record
	if err != nil || json.Unmarshal(text, &r) != nil || !strings.HasPrefix(r.Page, "http://127.0.0.1:") {
		return ""
	}
	client := http.Client{Timeout: 2 * time.Second}
	answer, err := client.Get(r.Page + "alive")
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(io.LimitReader(answer.Body, 100))
	if err != nil || string(said) != alive {
		return "" // its port has gone to another program
	}
	return r.Page
}

// Announce leaves the address for the next double click; forget takes it away. A record
// whose Tandem does not answer is replaced.
func (d *Desk) Announce() (forget func(), err error) {
	path := filepath.Join(d.opt.DataDir, recordName)
	text, err := json.Marshal(record{d.address})
	if err != nil {
		return nil, err
	}
	if err := localpg.CreateRoot(d.opt.DataDir); err != nil {
		return nil, err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("writing into the folder of the data: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("writing into the folder of the data: %w", err)
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("writing into the folder of the data: %w", err)
	}
	return func() {
		if kept, err := os.ReadFile(path); err == nil && string(kept) == string(text) {
			os.Remove(path)
		}
	}, nil
}

// portName holds the port that somebody chose when another program had the usual one, so
// that the hall's address is the same at the next start.
const portName = "port"

// RememberPort keeps the port for later starts.
func RememberPort(dataDir, port string) error {
	if err := os.WriteFile(filepath.Join(dataDir, portName), []byte(port+"\n"), 0o600); err != nil {
		return fmt.Errorf("keeping the port in mind: %w", err)
	}
	return nil
}

// RememberedPort is the port that was chosen; empty when none was.
func RememberedPort(dataDir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dataDir, portName))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	port := strings.TrimSpace(string(text))
	if n, bad := strconv.Atoi(port); err == nil && (bad != nil || n < 1 || n > 65535) {
		err = fmt.Errorf("%s holds %q, which is no port", portName, port)
	}
	return port, err
}
