// Package access decides who may do what: roles, and one table of permissions
// that everything else asks through Can. It denies by default. It knows nothing
// of pages, sessions or the database; finer questions that need the facts of a
// case (own ruling, own team, own report) belong to the services.
package access

import (
	"maps"
	"slices"
	"time"
)

// Role is a person's part in an event, or what a visitor came in with.
type Role string

const (
	Public        Role = "public"        // everybody
	TeamLink      Role = "team-link"     // a team through its private link
	Scorekeeper   Role = "scorekeeper"   // the desk
	Director      Role = "director"      // a tournament director (TD)
	SectionChief  Role = "section-chief" // first level of appeal
	Chief         Role = "chief"         // chief floor director, final
	Organizer     Role = "organizer"     // sets the event up
	Administrator Role = "administrator" // keeps the machine; no say in results
)

// roleWords is what is said about a role; what it may do stands in the table below.
type roleWords struct {
	role    Role
	words   string // as people say it
	granted bool   // given per event or per section
	lower   bool   // a section chief gives it in the own section
}

// roles is the list of them, those that are granted in rising order.
var roles = []roleWords{
	{role: Public},
	{role: TeamLink, words: "on the team's private link"},
	{role: Scorekeeper, words: "scorekeeper", granted: true, lower: true},
	{role: Director, words: "director", granted: true, lower: true},
	{role: SectionChief, words: "section chief", granted: true},
	{role: Chief, words: "chief floor director", granted: true},
	{role: Organizer, words: "organizer", granted: true},
	{role: Administrator, words: "administrator"},
}

// Granted lists the roles that are given per event or per section, in rising order.
var Granted = rolesThat(func(r roleWords) bool { return r.granted })

func rolesThat(fit func(roleWords) bool) (list []Role) {
	for _, r := range roles {
		if fit(r) {
			list = append(list, r.role)
		}
	}
	return list
}

// Words are the role as people say it; empty for one that nobody has by name.
func (r Role) Words() string {
	i := slices.IndexFunc(roles, func(e roleWords) bool { return e.role == r })
	if i < 0 {
		return ""
	}
	return roles[i].words
}

// Action is something a person may want to do.
type Action string

const (
	ReadPublic      Action = "read public pages"
	SignIn          Action = "sign in"
	UseAccount      Action = "use own account" // anybody signed in
	CreateEvent     Action = "create an event"
	KeepServer      Action = "keep the server"
	KeepBackup      Action = "keep backups"
	ActForTeam      Action = "act for a team"
	SeeDesk         Action = "see the desk"
	EnterResult     Action = "enter a result"
	ChangeResult    Action = "change a result"
	EnterForfeit    Action = "enter a forfeit"
	VerifyResult    Action = "verify a result"
	GivePoints      Action = "give or take points"
	ChaseMissing    Action = "chase missing results"
	SeeIncident     Action = "see an incident"
	EditIncident    Action = "edit an incident"
	MakeRuling      Action = "make a ruling"
	SeeLive         Action = "see a live match"
	EnterLive       Action = "enter moves"
	SeeTeams        Action = "see teams"
	EditTeams       Action = "edit teams"
	StartClock      Action = "start the round clock"
	PauseTable      Action = "pause a table"
	Print           Action = "print"
	SteerScreens    Action = "steer hall screens"
	SeeDraft        Action = "see a draft"
	EditDraft       Action = "edit a draft"
	Publish         Action = "publish a round"
	SeeAppeals      Action = "see appeals"
	DecideAppeal    Action = "decide an appeal"
	DecideFinal     Action = "decide a final appeal"
	ProposeChange   Action = "propose a correction"
	Correct         Action = "correct a locked result"
	SeeFloor        Action = "see the floor"
	SteerFloor      Action = "steer the floor"
	SeePenalties    Action = "see penalties"
	SeeSetup        Action = "see the set-up"
	EditSetup       Action = "edit the set-up"
	EditFrozenSetup Action = "edit a frozen set-up"
	KeepRulebooks   Action = "put in a rulebook's text"
	EditPeople      Action = "give roles"
	SeeOwnActs      Action = "see own acts"
	SeeJournal      Action = "see the journal"
	SeeBackup       Action = "see backup and health"
	LetProgramsIn   Action = "let programs in"
	MoveTimes       Action = "move planned times"
	MoveAllTimes    Action = "move the times of all sections"
	Announce        Action = "announce what is held"
	StartPhase      Action = "let teams into a phase"
)

var (
	desk     = []Role{Scorekeeper, Director, SectionChief, Chief}
	floor    = []Role{Director, SectionChief, Chief}
	chiefs   = []Role{SectionChief, Chief}
	everyone = []Role{Public}
)

// table is the whole of the permissions: an action missing here is refused.
// It follows the role table of the page design cell by cell.
var table = map[Action][]Role{
	ReadPublic:      everyone,
	SignIn:          everyone,
	UseAccount:      {Scorekeeper, Director, SectionChief, Chief, Organizer, Administrator},
	CreateEvent:     {Organizer},
	KeepServer:      {Administrator},
	KeepBackup:      {Organizer, Administrator}, // organizers only on a machine of their own, which web asks
	ActForTeam:      {TeamLink},
	SeeDesk:         with(desk, Organizer),
	EnterResult:     desk,
	ChangeResult:    floor,
	EnterForfeit:    floor,
	VerifyResult:    desk,
	GivePoints:      floor,
	ChaseMissing:    desk,
	SeeIncident:     with(desk, Organizer),
	EditIncident:    desk,
	MakeRuling:      floor,
	SeeLive:         with(desk, Organizer),
	EnterLive:       desk,
	SeeTeams:        with(desk, Organizer),
	EditTeams:       with(desk, Organizer),
	StartClock:      chiefs,
	PauseTable:      floor,
	Print:           with(desk, Organizer),
	SteerScreens:    with(desk, Organizer),
	SeeDraft:        with(floor, Organizer),
	EditDraft:       chiefs,
	Publish:         chiefs,
	SeeAppeals:      with(floor, Organizer),
	DecideAppeal:    {SectionChief},
	DecideFinal:     {Chief},
	ProposeChange:   floor,
	Correct:         chiefs,
	SeeFloor:        with(chiefs, Organizer),
	SteerFloor:      {Chief},
	SeePenalties:    with(floor, Organizer),
	SeeSetup:        with(desk, Organizer),
	EditSetup:       {SectionChief, Chief, Organizer},
	EditFrozenSetup: {Chief},
	KeepRulebooks:   {Chief, Organizer, Administrator},
	EditPeople:      {SectionChief, Chief, Organizer},
	SeeOwnActs:      with(desk, Organizer),
	SeeJournal:      {SectionChief, Chief, Organizer, Administrator},
	SeeBackup:       {Chief, Organizer, Administrator},
	LetProgramsIn:   {SectionChief, Chief, Organizer},
	MoveTimes:       {SectionChief, Chief, Organizer},
	MoveAllTimes:    {Chief, Organizer},
	Announce:        {SectionChief, Chief, Organizer},
	StartPhase:      chiefs,
}

func with(roles []Role, more ...Role) []Role { return append(slices.Clone(roles), more...) }

// Grant is one role of an account in one event; SectionID 0 means every section.
type Grant struct {
	EventID   int64
	SectionID int64
	Role      Role
	ExpiresAt time.Time // zero: never
}

// Actor is whoever asks. The zero value is a visitor.
type Actor struct {
	AccountID int64
	Site      Role // Organizer or Administrator of the server, else empty
	Grants    []Grant
	TeamEvent int64 // the event and team of a private link
	TeamID    int64
	Program   bool    // a program with a token of that account
	Scopes    []Scope // what a program was let in for
}

// Object is what the action is about. SectionID 0 means the event as a whole;
// EventID 0 means the server.
type Object struct {
	EventID   int64
	SectionID int64
	TeamID    int64
}

// Can reports whether the actor may do this now. A role held for one section
// counts for that section, and for questions about the event as a whole (whose
// pages show only the sections a person has).
func Can(a Actor, action Action, o Object, now time.Time) bool {
	allowed := table[action]
	if slices.Contains(allowed, Public) {
		return true
	}
	if !a.scoped(action) {
		return false
	}
	if action == UseAccount {
		return a.AccountID != 0
	}
	if a.AccountID != 0 && a.Site != "" && slices.Contains(allowed, a.Site) && (o.EventID == 0 || a.Site == Administrator) {
		return true
	}
	if o.EventID == 0 {
		return false
	}
	if a.TeamID != 0 && a.TeamEvent == o.EventID && a.TeamID == o.TeamID && slices.Contains(allowed, TeamLink) {
		return true
	}
	return a.AccountID != 0 && slices.ContainsFunc(a.Grants, func(g Grant) bool {
		return g.holds(o, now) && slices.Contains(allowed, g.Role)
	})
}

func (g Grant) holds(o Object, now time.Time) bool {
	return g.EventID == o.EventID &&
		(g.SectionID == 0 || o.SectionID == 0 || g.SectionID == o.SectionID) &&
		(g.ExpiresAt.IsZero() || now.Before(g.ExpiresAt))
}

// Holds reports whether the actor has that very role for the object.
func Holds(a Actor, role Role, o Object, now time.Time) bool {
	return a.AccountID != 0 && slices.ContainsFunc(a.Grants, func(g Grant) bool { return g.Role == role && g.holds(o, now) })
}

// Needs lists the roles that may do the action, for the page that refuses it.
func Needs(action Action) []Role { return slices.Clone(table[action]) }

// Actions lists every action of the table by name.
func Actions() []Action { return slices.Sorted(maps.Keys(table)) }

// Known reports whether the action is in the table.
func Known(action Action) bool { _, ok := table[action]; return ok }

// GrantableBy lists the roles a person may give in an event: nobody gives a
// role above the own, and only organizers and the chief make organizers.
func GrantableBy(a Actor, o Object, now time.Time) []Role {
	switch {
	case Holds(a, Organizer, Object{EventID: o.EventID}, now), Holds(a, Chief, Object{EventID: o.EventID}, now):
		return slices.Clone(Granted)
	case o.SectionID != 0 && Holds(a, SectionChief, o, now):
		return rolesThat(func(r roleWords) bool { return r.lower })
	}
	return nil
}
