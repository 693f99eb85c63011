package journey_test

import (
	"testing"
)

// refusing is a device that may keep nothing.
const refusing = `for (const name of ["localStorage", "indexedDB", "caches"])
	Object.defineProperty(window, name, { get() { throw new DOMException("refused", "SecurityError"); } });`

// On a device that keeps nothing a card is saved and a ruling is signed all the same,
// and what could not be sent yet is not left without a question.
func TestADeviceThatKeepsNothing(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	address, cut, mend := v.lostAndFound()
	director := v.official("demo.director", desktop)
	director.url = address
	director.brings(refusing)
	director.keepsNothing()
	const asked = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))"
	director.opensCard(v.waiting("u1600"))
	director.fill("[name=by]", "WA")
	director.until(saved)
	director.content()

	cut()
	director.fill("[name=clock_WA]", "4:20")
	director.sees("[data-no-contact]:not([hidden])", "No contact")
	director.until(asked)
	mend()
	director.until(saved)
	director.until("!(" + asked + ")")

	director.click("button[name=then][value=rule]")
	director.until("location.pathname.endsWith('/ruling')")
	director.click("[name=choice][value=follow]")
	director.fill("#f-reason", "The pinned knight moved.")
	director.signs()
	director.sees(".read-aloud", "You may appeal")
	director.content()

	reader := v.visitor(phone)
	reader.brings(refusing)
	reader.open(event + "/find?q=tan")
	reader.until(settled)
	reader.content()
}
