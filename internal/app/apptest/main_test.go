package apptest_test

import (
	"fmt"
	"os"
	"testing"

	"laurel/internal/app/apptest"
)

// scratch is where the tests of this package put the program that they build.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "laurel-program-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := apptest.Run(m)
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}
