package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A name that looks like a setting and is none is told of, with those there are; names that
// containers and the set-up use are left alone.
func TestUnknownSettingsAreToldOf(t *testing.T) {
	var said bytes.Buffer
	expect.OK(t, expect.Err(settingsFrom(console{err: &said}, []string{"TANDEM_BACKUPDIR=/mnt/usb", "TANDEM_ADDR=:8080", "PATH=/bin"})))
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	expect.True(t, len(lines) == 1 && strings.HasPrefix(lines[0], "TANDEM_BACKUPDIR is no setting of Tandem"), "said %q", said.String())
	expect.Contains(t, lines[0], "TANDEM_ADDR, TANDEM_BACKUP_DIR, TANDEM_BACKUP_SECOND", "the settings there are")

	got := unknownSettings([]string{
		"TANDEM_SERVICE_HOST=10.0.0.1", "TANDEM_SERVICE_PORT=80", "TANDEM_SERVICE_PORT_HTTP=80", "TANDEM_PORT=tcp://10.0.0.1:80", "TANDEM_PORT_80_TCP=tcp://10.0.0.1:80",
		"TANDEM_PORT_80_TCP_PROTO=tcp", "TANDEM_WEB_SERVICE_HOST=10.0.0.2", "TANDEM_WEB_PORT=udp://10.0.0.2:80", "TANDEM_NEEDS_SAID=1", "TANDEM_PUBLISH=8080", "Tandem_addr=x", "TANDEM=1",
		"TANDEM_PORT=9000", "TANDEM_HOST=hall", "TANDEM_ADRR",
	}, []string{"TANDEM_ADDR"})
	expect.True(t, slices.Equal(got, []string{"TANDEM_PORT", "TANDEM_HOST", "TANDEM_ADRR"}), "unknown are %v", got)
}
