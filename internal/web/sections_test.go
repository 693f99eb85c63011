package web_test

import (
	"net/http"
	"testing"
)
