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

// sharesInFolder is nothing here: the system takes back what ended processes shared.
var sharesInFolder []string

// socketsTellUsers: sockets exist here, but they do not say who connects.
const socketsTellUsers = false

// program is the file name of a program.
func program(name string) string { return name + ".exe" }

// closeToOthers leaves a file to the user who runs Tandem, whatever its folder allows:
// that of a memory stick allows everybody everything.
func closeToOthers(path string) error {
	token := windows.GetCurrentProcessToken()
	user, err := token.GetTokenUser()
	if err != nil {
		return err
	}
	only, err := windows.ACLFromEntries([]windows.EXPLICIT_ACCESS{{
		AccessPermissions: windows.GENERIC_ALL,
		AccessMode:        windows.GRANT_ACCESS,
		Trustee: windows.TRUSTEE{
			TrusteeForm: windows.TRUSTEE_IS_SID, TrusteeType: windows.TRUSTEE_IS_USER, TrusteeValue: windows.TrusteeValueFromSID(user.User.Sid),
		},
	}}, nil)
	if err != nil {
		return err
	}
	err = windows.SetNamedSecurityInfo(path, windows.SE_FILE_OBJECT,
		windows.DACL_SECURITY_INFORMATION|windows.PROTECTED_DACL_SECURITY_INFORMATION, nil, nil, only, nil)
	if errors.Is(err, windows.ERROR_NOT_SUPPORTED) || errors.Is(err, windows.ERROR_INVALID_FUNCTION) {
		return nil // a stick formatted with FAT has no rights of files
	}
	return err
}

// syncFolder has nothing to do: NTFS keeps changes of names in its journal, in order, and
// has no way to ask for one.
func syncFolder(string) error { return nil }

// plainPath is a path as PostgreSQL can read it: its programs know the letters of the
// system's code page only, so others are replaced by the short name that Windows keeps.
func plainPath(path string) string {
	if !strings.ContainsFunc(path, func(r rune) bool { return r > 0x7e }) {
		return path
	}
	long, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return path
	}
	short := make([]uint16, windows.MAX_LONG_PATH)
	n, err := windows.GetShortPathName(long, &short[0], uint32(len(short)))
	if err != nil || n == 0 {
		return path // it may still be one that the code page knows
	}
	return windows.UTF16ToString(short[:n])
}

// ownGroup starts a child out of reach of a Ctrl-C at the terminal, without a window and
// without the rights of an administrator.
func ownGroup(account) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW, HideWindow: true, Token: plainRights()}
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

// ownerOf has no answer: users have no numbers here.
func ownerOf(fs.FileInfo) (uid uint32, known bool) { return 0, false }

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

// unlockFile has nothing to do: programs that are started get no files here.
func unlockFile(*os.File) {}

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
