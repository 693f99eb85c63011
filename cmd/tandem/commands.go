package main

// commands lists every subcommand in the order help prints them.
func commands() []command {
	return []command{
		bpgnCommand,
		checkCommand,
		migrateCommand,
		pairCommand,
		perftCommand,
		psqlCommand,
		simulateCommand,
		standingsCommand,
		statusCommand,
		serveCommand,
		versionCommand,
	}
}
