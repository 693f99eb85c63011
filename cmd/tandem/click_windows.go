package main

import (
	"os"
	"unsafe"

	"github.com/mattn/go-isatty"
	"golang.org/x/sys/windows"
)

var (
	kernel             = windows.NewLazySystemDLL("kernel32.dll")
	getConsoleProcList = kernel.NewProc("GetConsoleProcessList")
	freeConsole        = kernel.NewProc("FreeConsole")
)

// clicked reports whether a person started the program without a terminal. Windows opens
// one for it then, in which nobody else is; it is closed again, for closing it by hand would
// end Tandem.
func clicked() bool {
	var others [2]uint32
	n, _, _ := getConsoleProcList.Call(uintptr(unsafe.Pointer(&others[0])), uintptr(len(others)))
	if n > 1 {
		return false
	}
	freeConsole.Call()
	return true
}

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()) }
