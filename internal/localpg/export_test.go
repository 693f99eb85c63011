//go:build unix

package localpg

import (
	"context"
	"io"
	"os/user"
	"time"
)

// Inside parts that the tests cannot reach through a start on this machine.

type Programs = programs

func NewPrograms(dir string, major int) Programs { return programs{dir: dir, major: major} }

func (p programs) Dir() string { return p.dir }

var (
	Newest       = newest
	Installed    = installed
	Brought      = brought
	DefaultDirOn = defaultDataDir
)

// ChooseAccount names the account a user id leads to.
func ChooseAccount(euid int, byName, byID func(string) (*user.User, error)) (name string, switched bool, err error) {
	acc, err := chooseAccount(euid, byName, byID)
	return acc.name, acc.switched, err
}

// NewReserve gives the two questions that are asked of a reserve in dir.
func NewReserve(dir string, free func(string) (uint64, uint64, error)) (room func() error, beforeStart func(io.Writer) error) {
	r := newReserve(layout{root: dir}, Options{Free: free})
	return r.refuseWhenFull, r.beforeStart
}

// TakeLock and Unlock are what holds a data directory.
var (
	TakeLock = takeLock
	Unlock   = unlock
)

// SettleOwnership is what a start as root does whose server runs as another account.
func SettleOwnership(data, name string, uid uint32) error {
	return settleOwnership(data, account{name: name, uid: uid, gid: uid, switched: true}, io.Discard)
}

// ServersIn lists the processes of servers in a folder of data.
func ServersIn(dir string) ([]int, error) { return processes(serversIn(dir)) }

// ServersOpenIn is what ServersIn reads from lsof.
func ServersOpenIn(dir string, output io.Reader) ([]int, error) {
	return processes(serversOpenIn(dir, output))
}

func processes(servers []server, err error) ([]int, error) {
	var found []int
	for _, s := range servers {
		found = append(found, s.process)
	}
	return found, err
}

// ClearLeftovers is the part of a start that ends old servers, with other patience.
func ClearLeftovers(ctx context.Context, root string, major int, fast, immediate, forced time.Duration, log io.Writer) error {
	return clearLeftovers(ctx, newLayout(root, major), patience{fast, immediate, forced}, log)
}
