//go:build unix

package localpg

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// sharesInFolder has a scratch server keep what its processes share in its own folder. One that is
// killed and never started again leaves a megabyte in the machine's memory otherwise, and
// containers have 64 there.
var sharesInFolder = []string{"dynamic_shared_memory_type=mmap"}

// socketsTellUsers: a server learns from the kernel who connects to its socket.
const socketsTellUsers = true

// program is the file name of a program.
func program(name string) string { return name }

// closeToOthers is what the mode of a file has done already.
func closeToOthers(string) error { return nil }

// plainPath is a path as PostgreSQL can read it.
func plainPath(path string) string { return path }

// syncFolder makes a change of names in a folder outlast a power cut. Some file systems
// of sticks cannot be asked for that.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, f.Close())
}

// ownGroup starts a child as the account and out of reach of a Ctrl-C at the terminal.
func ownGroup(acc account) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if acc.switched {
		attr.Credential = &syscall.Credential{Uid: acc.uid, Gid: acc.gid}
	}
	return attr
}

func signalChild(p *os.Process, signal syscall.Signal) error { return p.Signal(signal) }

// gone reports whether a process has ended; one of another user has not.
func gone(process int) bool { return errors.Is(syscall.Kill(process, 0), syscall.ESRCH) }

// ownerOf is the number of the user a file belongs to.
func ownerOf(file fs.FileInfo) (uid uint32, known bool) {
	st, ok := file.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return st.Uid, true
}

// passes reports whether the account may go through a folder, by its mode bits.
func passes(folder fs.FileInfo, acc account) bool {
	bit := fs.FileMode(0o001)
	if st, ok := folder.Sys().(*syscall.Stat_t); ok {
		switch {
		case st.Uid == acc.uid:
			bit = 0o100
		case st.Gid == acc.gid:
			bit = 0o010
		}
	}
	return folder.Mode().Perm()&bit != 0
}

// lockFile locks a file until unlockFile, or until nobody has it open; errLocked when another
// process has.
func lockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return err
}

// unlockFile ends the lock for every process that has the same opening of the file.
func unlockFile(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
