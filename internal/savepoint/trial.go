package savepoint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Trial is the last save point that was restored into a scratch copy with
// every row and seal as it should be. It is kept beside the save points, so that
// it outlives the database like them.
type Trial struct {
	Name    string    `json:"name"`
	TakenAt time.Time `json:"taken_at"` // the save point
	At      time.Time `json:"at"`       // the trial; zero: there was none
}

const trialFile = "last-trial.json"

// Prove restores a save point into a scratch copy and remembers that it could
// be. A file that cannot be restored is an error that says why.
func (k *Keeper) Prove(ctx context.Context, name string) (Trial, error) {
	point, err := k.read(name)
	if err != nil {
		return Trial{}, err
	}
	f, err := k.Open(name)
	if err != nil {
		return Trial{}, err
	}
	defer f.Close()
	k.making.Lock()
	defer k.making.Unlock()
	if err := k.Try(ctx, f); err != nil {
		return Trial{}, fmt.Errorf("restore %s into a scratch copy: %w", name, err)
	}
	trial := Trial{Name: name, TakenAt: point.TakenAt, At: k.Now().UTC()}
	text, err := json.Marshal(trial)
	if err != nil {
		return Trial{}, err
	}
	partial := filepath.Join(k.Dir, trialFile+".partial")
	if err := errors.Join(os.WriteFile(partial, text, 0o600), os.Rename(partial, filepath.Join(k.Dir, trialFile))); err != nil {
		return Trial{}, fmt.Errorf("remember the trial: %w", err)
	}
	return trial, nil
}

// LastTrial is the last one that succeeded, whichever file it was.
func (k *Keeper) LastTrial() (t Trial, err error) {
	text, err := os.ReadFile(filepath.Join(k.Dir, trialFile))
	if k.Dir == "" || errors.Is(err, fs.ErrNotExist) {
		return Trial{}, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	if err != nil {
		return Trial{}, fmt.Errorf("read when a backup was last tried: %w", err)
	}
	return t, nil
}
