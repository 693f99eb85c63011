package postgres

// What public pages are made of: who sits where, what a match came to and what it
// counts for. How a pairing came about, who entered a result, on which slip and why
// stays in the database, and a third of the values with it. How the boards of a match
// ended is in its report.
const (
	publicPairingColumns = `section_id, round_no, pairing_no, table_no, bye, bye_points, extra_s, paused_at, decider_slot, decider_how`
	publicMatchColumns   = `match_id, section_id, round_no, pairing_no, match_no, side1_slot, state, under_review`
	publicGameColumns    = `g.match_id, g.board, g.white_id, g.black_id`
	publicReportColumns  = `r.report_id, r.match_id, r.outcome, r.slot1_points, r.slot2_points, r.forfeit, r.ends, r.state, r.at, r.counts, r.counts_from, r.replaces`

	publicPairings = `select ` + publicPairingColumns + ` from pairing`
	publicMatches  = `select ` + publicMatchColumns + ` from match`
	publicGames    = `select ` + publicGameColumns + ` from game g`
	publicReports  = `select ` + publicReportColumns + ` from result_report r`
)

var (
	publicSectionPlay = playStatements{ // of some sections: event, sections
		public: true, pairings: publicPairings + ofSection, slots: slotReads + ofSection, matches: publicMatches + ofSection,
		games: publicGames + gamesOfSection, reports: publicReports + reportsOfSection,
	}
	publicEventPlay = playStatements{ // of all sections: event
		public: true, pairings: publicPairings + ofEvent, slots: slotReads + ofEvent, matches: publicMatches + ofEvent,
		games: publicGames + ofEvent, reports: publicReports + ofEvent + reportsThatCount,
	}
)
