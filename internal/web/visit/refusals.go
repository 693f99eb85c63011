package visit

import "github.com/tandemchess/tandem/internal/text"

// These are the sentences with which the services refuse what a team does or
// a sign-in: the catalogues hold them as the services write them. A test
// compares both.
var _ = []text.Message{
	text.Message("Something failed on the server."),
	text.Message("One entry needs a correction. Nothing was saved."),
	text.Message("Some entries need a correction. Nothing was saved."),
	text.Message("The name or the password is not right."),
	text.Message("Too many attempts. Try again in %d seconds."),
	text.Message("This code does not work. Codes are good once and for five minutes; make a new one on the device that is signed in."),
	text.Message("There is no such match here."),
	text.Message("This ruling no longer stands, so there is nothing to appeal."),
	text.Message("Only a team of this match appeals."),
	text.Message("An appeal against this ruling is open already."),
	text.Message("The chief floor director's decision is final."),
	text.Message("Say what is wrong with the ruling."),
	text.Message("Choose a result from the list."),
	text.Message("The form did not arrive whole. Send it again."),
	text.Message("Use at most %d characters; this has %d. Nothing was saved."),
	text.Message("Use letters, digits and signs only: this holds control characters, or bytes that are no text. Nothing was saved."),
}
