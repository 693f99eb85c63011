package visit

// Answer is what becomes of a form: it leads on with a sentence when the form was carried out,
// shows the form again when people may read why it was not, and hands on every other failure.
func Answer(v *Visit, err error, again func() error, to, sentence string) error {
	switch {
	case err == nil:
		return v.Onward(to, sentence)
	case Refusable(err):
		return again()
	}
	return err
}
