package main

// commands lists every subcommand in the order help prints them.
func commands() []command {
	return []command{
		backupCommand,
		bpgnCommand,
		checkCommand,
		demoCommand,
		migrateCommand,
		openCommand,
		pairCommand,
		perftCommand,
		psqlCommand,
		restoreCommand,
		secondPlaceCommand,
		simulateCommand,
		standingsCommand,
		statusCommand,
		serveCommand,
		ruleCommand,
		userCommand,
		verifyCommand,
		versionCommand,
	}
}
