package localpg

import (
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// plainRights is a token without an administrator's rights, for PostgreSQL refuses to run
// with them; zero where the user is none, and where the system does not make one: then
// PostgreSQL says why it does not run. It is what pg_ctl does, and lives as long as Tandem.
var plainRights = sync.OnceValue(func() syscall.Token {
	administrators, err := windows.CreateWellKnownSid(windows.WinBuiltinAdministratorsSid)
	if err != nil {
		return 0
	}
	if is, err := windows.Token(0).IsMember(administrators); err != nil || !is {
		return 0
	}
	powerUsers, err := windows.CreateWellKnownSid(windows.WinBuiltinPowerUsersSid)
	if err != nil {
		return 0
	}
	token, err := without(administrators, powerUsers)
	if err != nil {
		return 0
	}
	return syscall.Token(token)
})

var createRestrictedToken = windows.NewLazySystemDLL("advapi32.dll").NewProc("CreateRestrictedToken")

// without is the token of this process less the rights of some groups.
func without(groups ...*windows.SID) (windows.Token, error) {
	const disableMaxPrivilege = 1
	var own windows.Token
	if err := windows.OpenProcessToken(windows.CurrentProcess(), windows.TOKEN_ALL_ACCESS, &own); err != nil {
		return 0, err
	}
	defer own.Close()
	var disabled []windows.SIDAndAttributes
	for _, sid := range groups {
		disabled = append(disabled, windows.SIDAndAttributes{Sid: sid})
	}
	var token windows.Token
	done, _, err := createRestrictedToken.Call(uintptr(own), disableMaxPrivilege, uintptr(len(disabled)), uintptr(unsafe.Pointer(&disabled[0])),
		0, 0, 0, 0, uintptr(unsafe.Pointer(&token)))
	if done == 0 {
		return 0, err
	}
	if err := openToItsUser(token); err != nil {
		token.Close()
		return 0, err
	}
	return token, nil
}

// openToItsUser lets the user reach what processes with the token make. An administrator's
// processes leave it to the group of administrators, whose rights were just taken away.
func openToItsUser(token windows.Token) error {
	user, err := token.GetTokenUser()
	if err != nil {
		return err
	}
	everything, err := windows.ACLFromEntries([]windows.EXPLICIT_ACCESS{{
		AccessPermissions: windows.GENERIC_ALL,
		AccessMode:        windows.GRANT_ACCESS,
		Trustee: windows.TRUSTEE{
			TrusteeForm: windows.TRUSTEE_IS_SID, TrusteeType: windows.TRUSTEE_IS_USER, TrusteeValue: windows.TrusteeValueFromSID(user.User.Sid),
		},
	}}, nil)
	if err != nil {
		return err
	}
	return windows.SetTokenInformation(token, windows.TokenDefaultDacl, (*byte)(unsafe.Pointer(&everything)), uint32(unsafe.Sizeof(everything)))
}
