//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	longestStart = 90 * time.Second
	lastLines    = 4 << 10 // bytes of a program's log that are kept
)

// machine is a Tandem that may be broken: a program, its data, its address.
type machine struct {
	program string
	data    string // folder of the embedded database, empty with a database of its own
	env     []string
	wrap    []string // words before the program's name, such as a shell that sets a limit
	address string   // host:port, the same after every start

	running *exec.Cmd
	ended   chan struct{}
	log     tail
}

// tail keeps the end of what was written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - lastLines; over > 0 {
		t.text = t.text[over:]
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// newMachine finds an address that nobody uses.
func newMachine(program, data string, env ...string) (*machine, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().String()
	return &machine{program: program, data: data, env: env, address: address}, free.Close()
}

func (m *machine) url() string { return "http://" + m.address }

// start starts the program and returns when its pages answer.
func (m *machine) start(ctx context.Context) (took time.Duration, err error) {
	began := time.Now()
	words := append(append([]string{}, m.wrap...), m.program, "serve")
	m.running = exec.Command(words[0], words[1:]...)
	m.running.Env = append(os.Environ(), "DATABASE_URL=", "TANDEM_DATA_DIR="+m.data, "TANDEM_ADDR="+m.address)
	m.running.Env = append(m.running.Env, m.env...)
	m.running.Stdout, m.running.Stderr = &m.log, &m.log
	m.running.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := m.running.Start(); err != nil {
		return 0, err
	}
	m.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) {
		_ = cmd.Wait() // it is killed most of the time
		close(ended)
	}(m.running, m.ended)
	ctx, cancel := context.WithTimeout(ctx, longestStart)
	defer cancel()
	for !answers(ctx, m.url()+"/healthz") {
		select {
		case <-ctx.Done():
			return 0, fmt.Errorf("the program did not start: %w\n%s", ctx.Err(), &m.log)
		case <-m.ended:
			return 0, fmt.Errorf("the program ended while it started:\n%s", &m.log)
		case <-time.After(20 * time.Millisecond):
		}
	}
	return time.Since(began), nil
}

// answers reports whether a page is there at once.
func answers(ctx context.Context, url string) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// stop ends the program in order; one that does not end within half a minute is
// killed, which is an error.
func (m *machine) stop() error {
	if m.running == nil {
		return nil
	}
	_ = m.running.Process.Signal(syscall.SIGTERM) // it may have ended
	select {
	case <-m.ended:
		return nil
	case <-time.After(30 * time.Second):
		m.kill()
		return fmt.Errorf("the program did not end within 30 seconds after SIGTERM:\n%s", &m.log)
	}
}

// kill ends the program as the kernel does when memory runs out.
func (m *machine) kill() {
	_ = m.running.Process.Kill() // it may have ended
	<-m.ended
}

// server is the process of the embedded database.
func (m *machine) server() (int, error) {
	files, err := filepath.Glob(filepath.Join(m.data, "pg*", "postmaster.pid"))
	if err != nil || len(files) != 1 {
		return 0, fmt.Errorf("find the database server: %v, %w", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || pid <= 1 {
		return 0, fmt.Errorf("%s begins with %q", files[0], first)
	}
	return pid, nil
}

// processes are all that work in the database's folder: the server and what it
// started.
func (m *machine) processes() ([]int, error) {
	all, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		return nil, err
	}
	var found []int
	for _, link := range all {
		at, err := os.Readlink(link)
		if err != nil || !strings.HasPrefix(at, m.data+string(os.PathSeparator)) {
			continue // gone, or somebody else's
		}
		pid, err := strconv.Atoi(strings.Split(link, "/")[2])
		if err != nil {
			return nil, err
		}
		found = append(found, pid)
	}
	return found, nil
}

// tool runs one of the program's commands on the machine's data.
func (m *machine) tool(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, m.program, args...)
	cmd.Env = append(append(os.Environ(), "DATABASE_URL=", "TANDEM_DATA_DIR="+m.data), m.env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", err
	}
	return out.String(), err
}
