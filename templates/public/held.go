package public

import "github.com/tandemchess/tandem/internal/text"

// What readers are told of what is not announced.
var (
	FinalHeld    = text.Message("The final standings are not announced yet. The results of the last round come with them.")
	ResultHeld   = text.Message("not announced yet")
	DecisionHeld = text.Message("A decision is made. It is not announced yet; the time to appeal begins when it is.")
)
