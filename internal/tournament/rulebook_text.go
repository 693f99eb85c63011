package tournament

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// MostRulebookText is how long a rulebook's own text may be, in bytes of UTF-8; the
// longest of the five has 80,000.
const MostRulebookText = 1 << 20

// RulebookText is a rulebook in its own words, put in for the officials of an event. It
// belongs to its authors: it stands on no public page, and the journal has its digest only.
type RulebookText struct {
	Rulebook  string
	FileName  string `limit:"source"` // as it was called where it came from
	Body      string `limit:"-"`      // bounded by MostRulebookText; empty where only what is known of it was asked for
	Digest    string `limit:"-"`      // of Body, by TextDigest
	SavedAt   time.Time
	SavedName string `limit:"-"` // who put it in
}

// TextDigest is the SHA-256 of a text in hexadecimal.
func TextDigest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

type RulebookReader interface {
	// RulebookTexts lists what is known of the texts of an event, without their bodies.
	RulebookTexts(ctx context.Context, eventID int64) ([]RulebookText, error)
	RulebookText(ctx context.Context, eventID int64, name string) (RulebookText, error) // NotFound
}

// textNote is what the journal says of a text.
type textNote struct {
	File   string `json:"file"`
	Bytes  int    `json:"bytes,omitempty"` // of one that is put in
	Digest string `json:"digest"`
}

// rulebookTx changes which texts of rulebooks an event has.
type rulebookTx interface {
	Now() time.Time
	RulebookRows
}

// PutRulebookText puts a rulebook's text in, or replaces the one that the page showed:
// was is its digest, empty for none. The same text again changes nothing.
func (s *SetupCommands) PutRulebookText(ctx context.Context, eventID int64, cmd journal.Command, in RulebookText, was string) (journal.Receipt, error) {
	if err := errors.Join(limit.Check(in), limit.Text("was", was)); err != nil {
		return journal.Receipt{}, err
	}
	if err := checkRulebookText(in); err != nil {
		return journal.Receipt{}, err
	}
	in.Digest = TextDigest(in.Body)
	return s.rulebooks(ctx, eventID, cmd, func(tx rulebookTx) (journal.Change, error) {
		now, err := shownText(ctx, tx, in.Rulebook, was)
		if err != nil || now.Digest == in.Digest {
			return journal.Change{}, err
		}
		in.SavedAt, in.SavedName = tx.Now(), cmd.Actor.Name
		change := journal.Change{
			Reach: journal.DeskOnly, Action: "put in rulebook text", Subject: journal.Subject("rulebook", in.Rulebook),
			After: textNote{in.FileName, len(in.Body), in.Digest},
		}
		if now.Digest != "" {
			change.Before = textNote{File: now.FileName, Digest: now.Digest}
		}
		return change, tx.SaveRulebookText(ctx, in)
	})
}

// TakeOutRulebookText takes a rulebook's text away; was is the digest of the one meant.
func (s *SetupCommands) TakeOutRulebookText(ctx context.Context, eventID int64, cmd journal.Command, name, was string) error {
	if err := errors.Join(limit.Text("rulebook", name), limit.Text("was", was)); err != nil {
		return err
	}
	if _, err := rulebook.ByName(name); err != nil {
		return unknownRulebook(err)
	}
	_, err := s.rulebooks(ctx, eventID, cmd, func(tx rulebookTx) (journal.Change, error) {
		now, err := shownText(ctx, tx, name, was)
		if err != nil || now.Digest == "" {
			return journal.Change{}, err
		}
		return journal.Change{
			Reach: journal.DeskOnly, Action: "take out rulebook text", Subject: journal.Subject("rulebook", name), Before: textNote{File: now.FileName, Digest: now.Digest},
		}, tx.DeleteRulebookText(ctx, name)
	})
	return err
}

// shownText is what is known of the text that is in now, and a Stale fault where the page
// showed another one.
func shownText(ctx context.Context, tx rulebookTx, name, was string) (now RulebookText, err error) {
	now, err = tx.KnownRulebookText(ctx, name)
	switch {
	case err != nil || now.Digest == was:
		return now, err
	case now.Digest == "":
		return now, fault.New(fault.Stale, "Somebody took the text of %s out since you opened the page. Nothing was changed. Look again.", name)
	}
	return now, fault.New(fault.Stale, "Somebody put another text of %s in since you opened the page. Nothing was changed. Look at it, then do it again.", name)
}

func checkRulebookText(in RulebookText) error {
	name := rulebook.Name(in.Rulebook)
	if _, err := rulebook.ByName(in.Rulebook); err != nil {
		return unknownRulebook(err)
	}
	switch {
	case strings.TrimSpace(in.Body) == "":
		return fault.Field("file", "The file is empty. Choose the plain text file of %s.", name)
	case len(in.Body) > MostRulebookText:
		return fault.Field("file", "The text has more than %d KB. Choose a file with the rulebook alone.", MostRulebookText>>10)
	case len(rulebook.FindPassages(name, in.Body).Of) == 0:
		return fault.Field("file", "No article of %s was found in this file: is it the text of another rulebook? Each article begins with a line that starts with its number, such as “19.”.", name)
	}
	return nil
}

func unknownRulebook(err error) error {
	return fault.Wrap(fault.Invalid, err, "There is no such rulebook. Choose one of those on the page.")
}
