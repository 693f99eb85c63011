package savepoint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestTroubleInPlainWords(t *testing.T) {
	for err, want := range map[error]string{
		&fs.PathError{Op: "write", Path: "/media/usb/x", Err: syscall.ENOSPC}: "it is full",
		&fs.PathError{Op: "write", Path: "/media/usb/x", Err: syscall.EDQUOT}: "it is full",
		&fs.PathError{Op: "open", Path: "/media/usb/x", Err: syscall.EROFS}:   "it is read-only",
		&fs.PathError{Op: "stat", Path: "/media/usb/x", Err: syscall.ENOENT}:  "it is not there: unplugged, or its folder was moved",
		&fs.PathError{Op: "open", Path: "/media/usb/x", Err: syscall.EACCES}:  "Tandem may not write there",
		&fs.PathError{Op: "open", Path: "/media/usb/x", Err: syscall.EPERM}:   "Tandem may not write there",
		&fs.PathError{Op: "read", Path: "/media/usb/x", Err: syscall.EIO}:     "it does not read or write any more",
		fmt.Errorf("send: %w", context.DeadlineExceeded):                      "it does not answer",
		errors.New("it says: This token works no more"):                       "it says: This token works no more",
	} {
		expect.Equal(t, plainly(errors.Join(err)), want, "%v", err)
	}
}

// The newest save point of everything is found with what changed since, in the folder
// itself or in those that Tandems made there; of several the one that saved last.
func TestNewestOfAFolder(t *testing.T) {
	dir := t.TempDir()
	put := func(names ...string) {
		t.Helper()
		for _, name := range names {
			path := filepath.Join(dir, name)
			expect.OK(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)))
		}
	}
	finds := func(want ...string) {
		t.Helper()
		files, err := Newest(dir)
		if err != nil {
			t.Error(err)
		}
		for i := range want {
			want[i] = filepath.Join(dir, want[i])
		}
		expect.True(t, slices.Equal(files, want), "found %v, want %v", files, want)
	}
	expect.Refused(t, expect.Err(Newest(dir)), fault.NotFound)
	put("tandem-aaaa/20260501-090000.000-auto.tandem", "tandem-aaaa/20260501-100000.000-hand.tandem", "tandem-aaaa/.1.partial", "readme.txt")
	finds("tandem-aaaa/20260501-100000.000-hand.tandem")
	put("tandem-aaaa/20260501-100300.000-part.tandem", "tandem-aaaa/20260501-100600.000-part.tandem")
	finds("tandem-aaaa/20260501-100000.000-hand.tandem", "tandem-aaaa/20260501-100600.000-part.tandem")
	put("tandem-aaaa/20260501-110000.000-auto.tandem")
	finds("tandem-aaaa/20260501-110000.000-auto.tandem")
	put("tandem-bbbb/20260502-080000.000-part.tandem") // what it follows was cleared away
	finds("tandem-bbbb/20260502-080000.000-part.tandem")
	put("20260503-080000.000-upgrade.tandem")
	finds("20260503-080000.000-upgrade.tandem")
	for name, want := range map[string]string{
		"/media/usb/20260503-080000.000-upgrade.tandem": "everything, as of 3 May 2026, 08:00 UTC",
		"20260501-100600.000-part.tandem":               "what changed since, as of 1 May 2026, 10:06 UTC",
		"/tmp/spring.tandem":                            "spring.tandem",
	} {
		expect.Equal(t, Describe(name), want, "%s", name)
	}
}

// Addresses in the open are for the own house.
func TestAddressesOfOtherTandems(t *testing.T) {
	for address, wrong := range map[string]string{
		"https://tandem.example.org":       "",
		"https://tandem.example.org:8443/": "",
		"http://192.168.1.20:8080":         "",
		"http://localhost:8080":            "",
		"http://[fd00::5]:8080":            "",
		"http://tandem.example.org":        "has to begin with https://",
		"http://203.0.113.9":               "has to begin with https://",
		"https://tandem.example.org/e/x":   "is such as",
		"https://user:word@example.org":    "is such as",
		"https://":                         "is such as",
	} {
		_, err := newTandemPlace(setting{Where: address}, nil)
		expect.True(t, (err == nil) == (wrong == "") && (err == nil || strings.Contains(err.Error(), wrong)), "%s: %v, want %q", address, err, wrong)
	}
}
