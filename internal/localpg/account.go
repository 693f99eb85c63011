package localpg

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
)

// account is the operating system user the server runs as.
type account struct {
	name     string
	uid, gid uint32
	switched bool // root gave its rights up for this account
}

// errNoAccount: PostgreSQL refuses to run as root and there is nobody else.
var errNoAccount = errors.New(`PostgreSQL refuses to run as root, and this machine has neither a user "postgres" nor a user "nobody" to run it as.
Type one of these:
  adduser --system --group postgres      then start Tandem again
  DATABASE_URL=postgres://… tandem …     to use a PostgreSQL that runs elsewhere`)

// serverAccount is the present user, or for root the first of postgres and
// nobody that exists.
func serverAccount() (account, error) {
	if os.Geteuid() < 0 { // Windows has no numbers of users; there the password says who may connect
		return account{}, nil
	}
	return chooseAccount(os.Geteuid(), user.Lookup, user.LookupId)
}

func chooseAccount(euid int, byName, byID func(string) (*user.User, error)) (account, error) {
	if euid != 0 {
		u, err := byID(strconv.Itoa(euid))
		if err != nil {
			return account{}, fmt.Errorf("the user id %d has no name on this machine, and PostgreSQL needs one: add it to /etc/passwd, or set DATABASE_URL: %w", euid, err)
		}
		return newAccount(u, false)
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := byName(name); err == nil && u.Uid != "0" {
			return newAccount(u, true)
		}
	}
	return account{}, errNoAccount
}

func newAccount(u *user.User, switched bool) (account, error) {
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return account{}, fmt.Errorf("user %s: id %q is not a number", u.Username, u.Uid)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return account{}, fmt.Errorf("user %s: group id %q is not a number", u.Username, u.Gid)
	}
	return account{name: u.Username, uid: uint32(uid), gid: uint32(gid), switched: switched}, nil
}

// own hands a file or directory to the account.
func (a account) own(path string) error {
	if !a.switched {
		return nil
	}
	return os.Chown(path, int(a.uid), int(a.gid))
}
