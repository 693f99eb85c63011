package localpg

import (
	"io"
	"os/user"
)

// Inside parts that the tests cannot reach through a start on this machine.

type Programs = programs

func NewPrograms(dir string, major int) Programs { return programs{dir: dir, major: major} }

func (p programs) Dir() string { return p.dir }

var (
	ChoosePrograms = choosePrograms
	Installed      = installed
	ServersIn      = serversIn
)

// ChooseAccount names the account a user id leads to.
func ChooseAccount(euid int, byName, byID func(string) (*user.User, error)) (name string, switched bool, err error) {
	acc, err := chooseAccount(euid, byName, byID)
	return acc.name, acc.switched, err
}

// NewReserve gives the two questions that are asked of a reserve in dir.
func NewReserve(dir string, free func(string) (uint64, uint64, error)) (room func() error, beforeStart func(io.Writer) error) {
	r := newReserve(layout{root: dir}, Options{Free: free})
	return r.room, r.beforeStart
}
