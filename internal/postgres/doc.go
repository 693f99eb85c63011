// Package postgres holds all SQL: connecting, migrating, the transaction
// helper, the listener and the Stores of the services.
//
// It must never decide anything about tournaments; invariants it relies on stand
// as constraints in the schema, decisions in the services that call it.
package postgres
