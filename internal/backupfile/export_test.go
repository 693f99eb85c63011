package backupfile

import (
	"crypto/sha256"
	"fmt"
)

// SealAgain puts the member behind a packed text that belongs to it.
func SealAgain(packed []byte) []byte {
	return append(packed, member(fmt.Sprintf("%x", sha256.Sum256(packed)))...)
}
