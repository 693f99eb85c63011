package tournament

import (
	"encoding/json"

	"github.com/tandemchess/tandem/internal/phrase"
)

// PairingReasons says how a pairing came about. It may name wishes, so it is never public.
type PairingReasons struct {
	Said    phrase.Kept `json:"said,omitzero"`
	Reasons []string    `json:"reasons,omitempty"` // in English, as an earlier version kept them
}

func pairingReasons(said ...phrase.Sentence) PairingReasons {
	return PairingReasons{Said: phrase.Keep(said...)}
}

// In are the reasons as say puts them.
func (b PairingReasons) In(say phrase.Say) []string {
	said := b.Said.Sentences()
	if said == nil {
		return b.Reasons
	}
	list := make([]string, len(said))
	for i := range said {
		list[i] = said[i].In(say)
	}
	return list
}

// In is the reason of the bye as say puts it.
func (b DraftBye) In(say phrase.Say) string { return kept(say, b.Said, b.Reason) }

// In is the problem as say puts it.
func (p Problem) In(say phrase.Say) string { return kept(say, p.Said, p.Sentence) }

// In is the exception as say puts it.
func (r Relaxation) In(say phrase.Say) string { return kept(say, r.Said, r.Sentence) }

// In is the change as say puts it.
func (e DraftEdit) In(say phrase.Say) string { return kept(say, e.Said, e.Sentence) }

// told is the change as part of another sentence that is kept.
func (e DraftEdit) told() phrase.Sentence {
	if e.Said.Empty() {
		return phrase.Plain(e.Sentence)
	}
	return e.Said
}

// In is the answer as say puts it.
func (r Recorded) In(say phrase.Say) string { return kept(say, r.Said, r.Sentence) }

// NotesIn are the notes on the draft as say puts them.
func (d *Draft) NotesIn(say phrase.Say) []string { return keptAll(say, d.Noted, d.Notes) }

// note adds a note on the whole draft.
func (d *Draft) note(said ...phrase.Sentence) {
	d.Noted = append(d.Noted, said...)
	d.Notes = inEnglish(d.Noted)
}

// kept is a sentence that was kept: as it stands in English where an earlier version kept it.
func kept(say phrase.Say, said phrase.Sentence, english string) string {
	if said.Empty() {
		return english
	}
	return said.In(say)
}

func keptAll(say phrase.Say, said []phrase.Sentence, english []string) []string {
	list := make([]string, len(english))
	for i := range english {
		list[i] = english[i]
		if i < len(said) {
			list[i] = kept(say, said[i], english[i])
		}
	}
	return list
}

// saidTogether are sentences one after the other.
func saidTogether(first phrase.Sentence, more ...phrase.Sentence) phrase.Sentence {
	return phrase.Of("%s", phrase.Row(" ", append([]phrase.Sentence{first}, more...)...))
}

func inEnglish(said []phrase.Sentence) []string {
	var list []string
	for _, s := range said {
		list = append(list, s.String())
	}
	return list
}

// pairingReason is what a pairing keeps of how it was made.
type pairingReason struct {
	PairingReasons
	By    string `json:"by,omitempty"`
	Group int    `json:"group,omitempty"`
}

// Why says how the pairing came about: the reasons of the system as say puts them, or who set it
// by hand. It may name wishes, so only the pairing desk reads it.
func (p Pairing) Why(say phrase.Say) (reasons []string, by string) {
	var r pairingReason
	if json.Unmarshal(p.Reason, &r) != nil {
		return nil, "" // a round that was not paired here
	}
	return r.In(say), r.By
}

func encodeReason(r pairingReason) json.RawMessage {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // strings and integers always encode
	}
	return text
}

// pairingReasons are what a pairing keeps of the reason for a bye.
func (b DraftBye) pairingReasons() PairingReasons {
	switch {
	case b.Reason == "":
		return PairingReasons{}
	case b.Said.Empty(): // an earlier version kept it
		return PairingReasons{Reasons: []string{b.Reason}}
	}
	return pairingReasons(b.Said)
}
