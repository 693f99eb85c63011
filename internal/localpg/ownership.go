package localpg

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
)

// settleOwnership makes sure that data made earlier belongs to the account the server runs as.
// A copy made without its owners belongs to root, for whom PostgreSQL never runs: it is handed
// over. What belongs to somebody else may be in use by them another day, or come from another
// machine where the number was somebody else's: that is for people to decide. Call it only
// while holding the lock.
func settleOwnership(data string, acc account, log io.Writer) error {
	if !acc.switched {
		return nil
	}
	info, err := os.Stat(data)
	if err != nil {
		return fmt.Errorf("looking at the data: %w", err)
	}
	owner, known := ownerOf(info)
	if !known || owner == acc.uid {
		return nil
	}
	if owner != 0 {
		return &OwnershipError{Data: data, Owner: nameOf(owner), Account: acc.name}
	}
	fmt.Fprintf(log, "The data in %s belongs to root, as after a copy that kept no owners: handing it to %s\n", data, acc.name)
	err = filepath.WalkDir(data, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || path == data {
			return err
		}
		return os.Lchown(path, int(acc.uid), int(acc.gid))
	})
	if err == nil {
		err = acc.own(data) // last: the folder tells the next start that all is done
	}
	if err != nil {
		return fmt.Errorf("handing the data to %s: %w", acc.name, err)
	}
	return nil
}

func nameOf(uid uint32) string {
	number := strconv.FormatUint(uint64(uid), 10)
	if u, err := user.LookupId(number); err == nil {
		return u.Username
	}
	return "the user with the number " + number
}

// OwnershipError says that root is to run a server on data of another user than the one that
// root's server runs as.
type OwnershipError struct{ Data, Owner, Account string }

func (e *OwnershipError) Error() string {
	return fmt.Sprintf(`the data in %s belongs to %s, and the PostgreSQL of root runs as %s.
If it is used on this machine without root's rights, start Tandem that way.
If it came from another machine, type this once:
  chown -R %s: '%s'`, e.Data, e.Owner, e.Account, e.Account, e.Data)
}
