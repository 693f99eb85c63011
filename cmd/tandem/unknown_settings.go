package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// settingsFrom reads the settings, and says which names look like one and are none: who
// mistypes the folder of save points must not learn it when the laptop is gone.
func settingsFrom(c console, environ []string) (settings, error) {
	var known []string
	set, err := readSettings(func(name string) (string, bool) {
		known = append(known, name)
		return os.LookupEnv(name)
	})
	if err != nil {
		return set, err
	}
	for _, name := range unknownSettings(environ, known) {
		fmt.Fprintf(c.err, "%s is no setting of Tandem and changes nothing. Its settings are %s.\n", name, listSettings(known))
	}
	return set, nil
}

// forOthers are names that the Makefile and docker-compose.yml read.
var forOthers = []string{"TANDEM_NEEDS_SAID", "TANDEM_PUBLISH"}

// ofContainers are the names that Kubernetes and Docker set for a service called tandem,
// or tandem and more.
var ofContainers = regexp.MustCompile(`^\w+_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)=|PORT(?:_\d+_(?:TCP|UDP|SCTP))?=(?:tcp|udp|sctp)://|PORT_\d+_(?:TCP|UDP|SCTP)_\w+=)`)

func unknownSettings(environ, known []string) []string {
	var unknown []string
	for _, line := range environ {
		name, _, _ := strings.Cut(line, "=")
		if strings.HasPrefix(name, "TANDEM_") && !slices.Contains(known, name) && !slices.Contains(forOthers, name) && !ofContainers.MatchString(line) {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

func listSettings(known []string) string {
	names := slices.DeleteFunc(slices.Sorted(slices.Values(known)), func(name string) bool { return !strings.HasPrefix(name, "TANDEM_") })
	return strings.Join(slices.Compact(names), ", ")
}
