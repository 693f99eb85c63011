// Package account draws the pages about a person: sign-in, joining by link,
// preferences and devices.
package account
