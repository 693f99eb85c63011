package chief

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
	sheets "github.com/tandemchess/tandem/templates/print"
)

// lostMachine says how to go on when the machine is gone.
func (h *machineHandlers) lostMachine(v *visit.Visit) error {
	return v.Page(pages.LostPage(v.Frame(layout.Desk, "The laptop is gone", 0), h.lostSteps(v)))
}

// lostPaper prints the same, for somebody without any page.
func (h *machineHandlers) lostPaper(v *visit.Visit) error {
	seal, err := h.Journal.Head(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	body := sheets.Sheet{Title: "The laptop is gone: five steps", Sub: v.Event.Name, No: 1, Of: 1, Body: sheets.StepList(h.lostSteps(v))}
	return v.Page(sheets.Papers(v.Frame(layout.Desk, "Print", 0), sheets.Job{
		Title: "The laptop is gone", Foot: visit.EventFoot(v, seal.Groups()), Sheets: []sheets.Sheet{body},
	}))
}

// lostSteps are what somebody has to do who has another machine and this sheet. What a
// copy needs to be found and the address that links and codes carry stand in them.
func (h *machineHandlers) lostSteps(v *visit.Visit) []sheets.Step {
	find, folder := h.whereCopiesAre(v)
	address := v.Absolute("")
	return []sheets.Step{
		find,
		{
			Title: "Put Tandem on another machine",
			Says: []string{
				fmt.Sprintf("The version %s or a newer one, and PostgreSQL. From a checkout, make run does both; stop it again before the next step if it has started.", h.Machine.Build),
				"Nothing may be entered there yet: a copy is brought back into an empty database only.",
			},
		},
		{
			Title: "Bring the data back",
			Says: []string{
				"Start Tandem there and open the link that it prints: its first page offers \"Continue from a save point\", looks into the folder that TANDEM_BACKUP_SECOND names, or takes a file.",
				"Or on the console, before it was started: the folder is enough. The newest save point of everything and the newest of what changed since are taken together. A single file works as well.",
				"Each table is compared with its digest and each value with the journal. It says how old the copy is.",
			},
			Types: "tandem restore " + folder,
		},
		{
			Title: "Give the machine the old address",
			Says: []string{
				fmt.Sprintf("Slips, table cards, links of teams, screens, programs and phones that follow know Tandem as %s. Give the new machine that address in the network, and start.", address),
				"What proves links and codes is in the copy: printed slips, private links, sign-ins and tokens work on as before, without being made again.",
				"If it has to be another address: start with it in TANDEM_URL, print the slips of the running round anew, and put the new address in front of a team's link; its end stays.",
			},
			Types: "TANDEM_URL=" + address + " tandem serve",
		},
		{
			Title: "Enter what is missing",
			Says: []string{
				"Sign in with your own password. The wall shows which results the copy does not have: enter them from the slips, the slips are the record.",
				"Compare the seal on the newest printed sheet with the journal: everything up to that sheet is there when the seal is found in it.",
				"Then choose a second place again: the new machine may be lost as well.",
			},
			Fill: "Time of the copy",
		},
	}
}

// whereCopiesAre is the first step, and the folder to bring back.
func (h *machineHandlers) whereCopiesAre(v *visit.Visit) (step sheets.Step, folder string) {
	step, folder = sheets.Step{Title: "Find the newest copy"}, "FOLDER"
	second := h.Second.Status()
	switch {
	case second.Where == "":
		step.Says = []string{"This Tandem has no second place. What is left are backups that somebody downloaded: files whose names end in .tandem."}
		step.Fill = "Where they are kept"
	case !v.Can(access.KeepServer):
		step.Says = []string{"The server administrator knows where the copies are."}
		step.Fill = "Where they are"
	case second.Folder == "":
		step.Says = []string{fmt.Sprintf("The copies are on the Tandem at %s. Its administrator downloads them under Save points of others: the newest, and where its name ends in part also the newest that does not.", second.Where)}
	default:
		step.Says = []string{fmt.Sprintf("The copies are in %s, in the folder %s.", second.Where, second.Folder)}
		folder = second.Where + "/" + second.Folder
	}
	step.Says = append(step.Says, "Names begin with day and time in UTC. A copy is made after each publication and each completed round, and every few minutes while results come.")
	return step, folder
}
