package localpg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// ownGroup starts a child out of reach of a Ctrl-C at the terminal. Nobody is switched to:
// PostgreSQL gives up an administrator's rights by itself.
func ownGroup(account) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// dieWithParent does nothing here: the server outlives a Tandem that was ended, and the
// next start shuts it down (see clearLeftovers).
func dieWithParent(*syscall.SysProcAttr, syscall.Signal) {}

// signalChild asks a server as pg_ctl does: each PostgreSQL process listens at a pipe of
// its number for the number of a signal, and repeats it.
func signalChild(p *os.Process, signal syscall.Signal) error {
	if signal == syscall.SIGKILL {
		return p.Kill()
	}
	pipe, err := os.OpenFile(fmt.Sprintf(`\\.\pipe\pgsignal_%d`, p.Pid), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) && gone(p.Pid) {
		return os.ErrProcessDone
	}
	if err != nil {
		return err
	}
	defer pipe.Close()
	if _, err := pipe.Write([]byte{byte(signal)}); err != nil {
		return err
	}
	_, err = pipe.Read(make([]byte, 1))
	return err
}

// gone reports whether a process has ended.
func gone(process int) bool {
	h, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(process))
	if err != nil {
		return errors.Is(err, windows.ERROR_INVALID_PARAMETER) // which one of another user is not
	}
	defer windows.CloseHandle(h)
	event, err := windows.WaitForSingleObject(h, 0)
	return err == nil && event == windows.WAIT_OBJECT_0
}

// passes is for accounts that were switched to, which there are none of.
func passes(fs.FileInfo, account) bool { return true }

// lockFile locks a file for as long as it is open; errLocked when another process has. The
// lock lies behind the content, which others read meanwhile.
func lockFile(f *os.File) error {
	behind := windows.Overlapped{Offset: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &behind)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return err
}

// serversIn returns the postmaster that wrote its number into dir, and its children: no
// process tells its present folder here.
func serversIn(dir string) ([]server, error) {
	pid, err := readPidFile(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return nil, fmt.Errorf("listing processes: %w", err)
	}
	defer windows.CloseHandle(list)
	var found []server
	entry := windows.ProcessEntry32{Size: uint32(unsafe.Sizeof(windows.ProcessEntry32{}))}
	for err = windows.Process32First(list, &entry); err == nil; err = windows.Process32Next(list, &entry) {
		s := server{int(entry.ProcessID), int(entry.ParentProcessID)}
		ours := s.process == pid.process || s.parent == pid.process
		if ours && strings.EqualFold(windows.UTF16ToString(entry.ExeFile[:]), "postgres.exe") {
			found = append(found, s)
		}
	}
	if !errors.Is(err, windows.ERROR_NO_MORE_FILES) {
		return nil, fmt.Errorf("listing processes: %w", err)
	}
	return found, nil
}

// signalServer sends a signal to a process that was just seen in dir.
func signalServer(_ string, process int, signal syscall.Signal) error {
	held, err := os.FindProcess(process)
	if err != nil {
		return os.ErrProcessDone
	}
	defer held.Release()
	return signalChild(held, signal)
}
