package demo

import (
	"context"
	"strings"

	"github.com/tandemchess/tandem/internal/tournament"
)

// Teams in the order of strength.
var (
	openTeams = strings.Split(`Knight Shift,Forking Furious,Drop Zone,The En Passants,Pawn Brokers,Sac and Awe,Bughouse of Cards,Castle Crashers,
		Rook and Roll,Zwischenzug Station,Tempo Tantrum,Hanging Pieces,Bishop Please,Check Republic,The Skewers,Queen Trade Union,Fianchetto Bros,
		Smothered Mates,Stock Exchange,Flag Hunters,Two Boards One Clock,Dark Squares,Passed Pawns,Hand to Hand`, ",")
	u1600Teams = strings.Split(`Pawn Stars,Sitting Ducks,Knight Riders,Mate Expectations,Rookie Mistakes,Little Drops,Pin Pals,Stalemates,Board Games,
		Fork Lifts,King Size,Double Trouble,Castling Away,Quick Draws,Clock Watchers,Beginner's Luck`, ",")
	schools = []string{"Harbor Day School", "Lakeview Club", "Old Mill Chess Club", "Northgate Academy", "", "Union Street Library", "Pier School"}
	given   = strings.Fields(`Maya Theo Jonas Priya Ada Ben Cleo Mei Otto Hugo Ines Nadia Femi Petra Dalia Emre Kira Tariq Zoé Käthe René Jörg Leila Sven
		Amara Bruno Chiara Dmitri Elif Farid Greta Hana Ivo Jun Kofi Lucía Milan Noa Olga Pavel Quinn Rosa`)
	family = strings.Fields(`Ortiz Lindgren Weber Nair Abara Castillo Rossi Xu Zieliński O'Connell Tremblay Reyes Müller Adeyemi Urban Vogel Lefèvre Dubois
		Haas Brandt Costa Demir Eriksen Fontaine Grau Hansen Ito Jansen Kowalski Lopes Moreau Novák Okafor Papadakis Quist`)
)

// player invents the n-th person. The two lists have lengths without a common
// divisor, so that no two people share a name.
func player(n, rating int) tournament.NewPlayer {
	p := tournament.NewPlayer{FirstName: given[n%len(given)], LastName: family[n%len(family)], School: schools[n/2%len(schools)]}
	if n%17 != 16 { // the others are unrated
		p.Rating = &rating
	}
	return p
}

// pair is the n-th team's players, around a rating.
func pair(n, rating int) []tournament.NewPlayer {
	return []tournament.NewPlayer{player(2*n, rating+25), player(2*n+1, rating-25)}
}

// entries imports the lists and checks every team in.
func (b *builder) entries(ctx context.Context) error {
	b.clock.before(235)
	var list tournament.Import
	list.Source = "entries.csv"
	add := func(section tournament.Section, names []string, first, best, step int) {
		for i, name := range names {
			players := pair(first+i, best-i*step)
			list.Entries = append(list.Entries, tournament.ImportEntry{
				Line: len(list.Entries) + 2, Section: section.Name, Team: strings.TrimSpace(name), School: players[0].School, Players: players,
			})
		}
	}
	add(b.open, openTeams, 0, 2190, 26)
	add(b.u1600, u1600Teams, len(openTeams), 1560, 38)
	add(b.cup, cupTeams, len(openTeams)+len(u1600Teams)+2, cupRating, cupStep) // after the late team and the player of the pool
	if _, err := b.Tournament.ImportEntries(ctx, b.eventID, b.as("demo.organizer"), list); err != nil {
		return err
	}
	entries, err := b.Tournament.Reader().Entries(ctx, b.eventID)
	if err != nil {
		return err
	}
	b.clock.before(225)
	for _, t := range entries.Teams {
		if _, err := b.Tournament.CheckIn(ctx, b.eventID, b.as("demo.desk"), t.TeamID, tournament.TeamHere); err != nil {
			return err
		}
	}
	return nil
}

// comeAndGo enters a late team, gives the pool a player and lets a team leave.
func (b *builder) comeAndGo(ctx context.Context) error {
	n := len(openTeams) + len(u1600Teams)
	late, err := b.Tournament.AddTeam(ctx, b.eventID, b.as("demo.desk"), tournament.NewTeam{
		SectionID: b.u1600.SectionID, Name: "Train Delay", School: "Pier School", Players: pair(n, 1240),
	})
	if err != nil {
		return err
	}
	if _, err := b.Tournament.CheckIn(ctx, b.eventID, b.as("demo.desk"), late.TeamID, tournament.TeamHere); err != nil {
		return err
	}
	_, err = b.Tournament.AddPoolPlayer(ctx, b.eventID, b.as("demo.desk"), tournament.NewPoolPlayer{SectionID: b.u1600.SectionID, Player: player(2*n+2, 1185)})
	if err != nil {
		return err
	}
	return b.leave(ctx, b.open, "Hand to Hand")
}

func (b *builder) leave(ctx context.Context, section tournament.Section, name string) error {
	book, err := b.Tournament.Reader().Book(ctx, b.eventID, section.SectionID)
	if err != nil {
		return err
	}
	for _, t := range book.Teams {
		if t.Name == name {
			cmd := b.as("demo.desk")
			cmd.Reason = "The drive home is long."
			_, err = b.Tournament.Withdraw(ctx, b.eventID, cmd, t.TeamID, 0)
			return err
		}
	}
	return nil
}
