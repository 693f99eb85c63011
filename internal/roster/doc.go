// Package roster reads entry lists that people keep in spreadsheets, and writes
// lists for them. It turns a CSV or XLSX file into a table, guesses which column
// holds what, and makes entries of the rows. Everything it does not understand
// is reported with the row and the column as the person sees them in the file,
// and with what to do about it. It corrects nothing by itself, saves nothing and
// knows neither pages nor the database; whether names are taken is decided by
// package tournament.
package roster
