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
	return v.Page(pages.LostPage(v.Frame(layout.Desk, v.Words.Say("The laptop is gone"), 0), h.lostSteps(v)))
}

// lostPaper prints the same, for somebody without any page.
func (h *machineHandlers) lostPaper(v *visit.Visit) error {
	seal, err := h.Journal.Head(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	paper := visit.OnPaper(v)
	body := sheets.Sheet{Title: paper.Words.Say("The laptop is gone: five steps"), Sub: v.Event.Name, No: 1, Of: 1, Body: sheets.StepList(h.lostSteps(paper))}
	job := visit.Paper(paper, v.Words.Say("The laptop is gone"), visit.EventFoot(paper, seal.Groups()), []sheets.Sheet{body})
	return v.Page(sheets.Papers(v.Frame(layout.Desk, v.Words.Say("Print"), 0), job))
}

// lostSteps are what somebody has to do who has another machine and this sheet. What a
// copy needs to be found and the address that links and codes carry stand in them.
func (h *machineHandlers) lostSteps(v *visit.Visit) []sheets.Step {
	find, folder := h.whereCopiesAre(v)
	address := v.Absolute("")
	return []sheets.Step{
		find,
		{
			Title: v.Words.Say("Put Tandem on another machine"),
			Says: []string{
				v.Words.Say("The version %s or a newer one, and PostgreSQL. From a checkout, make run does both; stop it again before the next step if it has started.", h.Machine.Build),
				v.Words.Say("Nothing may be entered there yet: a copy is brought back into an empty database only."),
			},
		},
		{
			Title: v.Words.Say("Bring the data back"),
			Says: []string{
				v.Words.Say("Start Tandem there and open the link that it prints: its first page offers \"Continue from a save point\", looks into the folder that TANDEM_BACKUP_SECOND names, or takes a file."),
				v.Words.Say("Or on the console, before it was started: the folder is enough. The newest save point of everything and the newest of what changed since are taken together. A single file works as well."),
				v.Words.Say("Each table is compared with its digest and each value with the journal. It says how old the copy is."),
			},
			Types: fmt.Sprintf("tandem restore %s", folder),
		},
		{
			Title: v.Words.Say("Give the machine the old address"),
			Says: []string{
				v.Words.Say("Slips, table cards, links of teams, screens, programs and phones that follow know Tandem as %s. Give the new machine that address in the network, and start.", address),
				v.Words.Say("What proves links and codes is in the copy: printed slips, private links, sign-ins and tokens work on as before, without being made again."),
				v.Words.Say("If it has to be another address: start with it in TANDEM_URL, print the slips of the running round anew, and put the new address in front of a team's link; its end stays."),
			},
			Types: fmt.Sprintf("TANDEM_URL=%s tandem serve", address),
		},
		{
			Title: v.Words.Say("Enter what is missing"),
			Says: []string{
				v.Words.Say("Sign in with your own password. The wall shows which results the copy does not have: enter them from the slips, the slips are the record."),
				v.Words.Say("Compare the seal on the newest printed sheet with the journal: everything up to that sheet is there when the seal is found in it."),
				v.Words.Say("Then choose a second place again: the new machine may be lost as well."),
			},
			Fill: v.Words.Say("Time of the copy"),
		},
	}
}

// whereCopiesAre is the first step, and the folder to bring back.
func (h *machineHandlers) whereCopiesAre(v *visit.Visit) (step sheets.Step, folder string) {
	step, folder = sheets.Step{Title: v.Words.Say("Find the newest copy")}, "FOLDER"
	second := h.Second.Status()
	switch {
	case second.Where == "":
		step.Says = []string{v.Words.Say("This Tandem has no second place. What is left are backups that somebody downloaded: files whose names end in .tandem.")}
		step.Fill = v.Words.Say("Where they are kept")
	case !v.Can(access.KeepServer):
		step.Says = []string{v.Words.Say("The server administrator knows where the copies are.")}
		step.Fill = v.Words.Say("Where they are")
	case second.Folder == "":
		step.Says = []string{v.Words.Say("The copies are on the Tandem at %s. Its administrator downloads them under Save points of others: the newest, and where its name ends in part also the newest that does not.", second.Where)}
	default:
		step.Says = []string{v.Words.Say("The copies are in %s, in the folder %s.", second.Where, second.Folder)}
		folder = second.Where + "/" + second.Folder
	}
	step.Says = append(step.Says, v.Words.Say("Names begin with day and time in UTC. A copy is made after each publication and each completed round, and every few minutes while results come."))
	return step, folder
}
