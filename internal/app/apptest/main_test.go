package apptest_test

import (
	"os"
	"testing"

	"laurel/internal/app/apptest"
)

func TestMain(m *testing.M) { os.Exit(apptest.Run(m)) }
