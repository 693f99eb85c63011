module github.com/tandemchess/tandem

go 1.26.0
