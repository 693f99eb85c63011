package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	portableMark = "portable"    // a file beside the program that keeps the data there as well
	portableData = "tandem-data" // the folder of the data then
)

// besideProgram is the folder that people see the program in: on macOS that of the
// application, which is a folder itself.
func besideProgram() (string, error) {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		return "", fmt.Errorf("finding the folder of the program: %w", err)
	}
	return folderOf(self), nil
}

func folderOf(program string) string {
	dir := filepath.Dir(program)
	if contents := filepath.Dir(dir); filepath.Base(dir) == "MacOS" && filepath.Base(contents) == "Contents" && strings.HasSuffix(filepath.Dir(contents), ".app") {
		return filepath.Dir(filepath.Dir(contents))
	}
	return dir
}

// portableDir is where data goes when somebody marked the folder of the program; empty
// without the mark. Windows hides the ending of a text file from whoever makes one.
func portableDir(folder string) string {
	for _, name := range []string{portableMark, portableMark + ".txt"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			return filepath.Join(folder, portableData)
		}
	}
	return ""
}
