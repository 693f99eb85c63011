package takeback

import (
	"context"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
)

// signed is why nothing about rulings is undone.
const signed = fault.Word("What was signed stands until an appeal or a later ruling changes it. Rule again, with the reason.")

// announced is why nothing that was held is held again.
const announced = fault.Word("What was announced is known. It cannot be unsaid.")

// onCard is why the notes of a card stay.
const onCard = fault.Word("A card keeps what was written on it, with its time. Write what is right beside it.")

// disputeWays are those of incidents, rulings and appeals.
var disputeWays = map[string]*way{
	"open incident": {
		commands: []string{"Dispute.Open"}, may: access.EditIncident, below: true, then: says(fault.Word("The incident is closed without a ruling. Its card stays on record.")), undo: closeIncident,
		same: []string{
			"save facts", "add statement", "record an answer", "call the section chief", "join incidents", "sign ruling", "ask a second official", "close incident", "take over a card",
		},
	},
	"call an official":                     never(fault.Word("Somebody called. Take the call, then close it."), "Dispute.Open"),
	"take a call":                          never(fault.Word("An official went to the table. Another one takes the card over."), "Dispute.Take"),
	"close incident":                       never(fault.Word("The incident was settled with a reason. Open a new one for the match."), "Dispute.Close"),
	"join incidents":                       never(fault.Word("Two cards became one, with everything on both. Write what is right beside it."), "Dispute.Join"),
	"take over a card":                     never(fault.Word("Whoever had the card takes it over again."), "Dispute.TakeOver"),
	"save facts":                           never(onCard, "Dispute.SaveFacts"),
	"add statement":                        never(fault.Word("A statement is what somebody said at that time. Add what was said later."), "Dispute.AddStatement"),
	"record an answer":                     never(onCard, "Dispute.AnswerQuestion"),
	"answer the call for the chief":        never(fault.Word("The chief said to come, and comes."), "Dispute.AnswerChiefCall"),
	"call the section chief":               never(fault.Word("The chief was told. Say in person that it is settled."), "Dispute.CallChief"),
	"sign ruling":                          never(signed, "Dispute.Sign", "Dispute.Second"),
	"ask a second official":                never(fault.Word("The ruling waits. Give it up on its page, where the second official sees that."), "Dispute.Sign"),
	"give up a ruling that waits":          never(fault.Word("The ruling was given up. Propose it again."), "Dispute.DropPending"),
	"note a ruling":                        never(fault.Word("The chief has read it."), "Dispute.NoteRuling"),
	"measure against a person of the hall": never(fault.Word("It was said to the person. End it on its page, with the reason."), "Dispute.GiveConduct"),
	"end a measure":                        never(fault.Word("Whoever was let in is in. Give a new one."), "Dispute.EndConduct"),
	"announce ruling":                      never(announced, "Dispute.Announce"),
	"file appeal":                          never(fault.Word("An appeal is the players' own. Who filed it withdraws it on its page."), "Dispute.FileAppeal"),
	"withdraw appeal":                      never(fault.Word("The ruling stands since the appeal was withdrawn. File it again within its window."), "Dispute.Withdraw"),
	"decide appeal":                        never(signed, "Dispute.Decide"),
	"step aside":                           never(fault.Word("The appeal has gone to somebody else."), "Dispute.StepAside"),
	"take up an appeal":                    never(fault.Word("Somebody else takes the appeal up."), "Dispute.HoldAppeal"),
	"accept a late appeal":                 never(fault.Word("The players were told that it is decided. Decide it."), "Dispute.AcceptLate"),
	"refuse a late appeal":                 never(fault.Word("The players were told that the ruling stands."), "Dispute.AcceptLate"),
}

func closeIncident(ctx context.Context, d *Desk, t target) error {
	incident, err := t.oneID("incident", "incident_id")
	if err != nil {
		return err
	}
	return d.Dispute.Close(ctx, t.eventID, t.cmd, incident)
}
