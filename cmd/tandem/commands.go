package main

// commands lists every subcommand in the order help prints them.
func commands() []command {
	return []command{
		checkCommand,
		migrateCommand,
		pairCommand,
		psqlCommand,
		simulateCommand,
		versionCommand,
	}
}
