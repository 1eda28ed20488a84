package config_test

import (
	"slices"
	"testing"

	"laurel/internal/platform/config"
)

func TestAMisspeltSettingIsNamedWithTheNearestOne(t *testing.T) {
	got := config.Unknown([]string{
		"LAUREL_LISTEN=:8080", "LAUREL_SECRET_KEY_FILE=/x", "PATH=/bin", "LAUREL_SERVICE_HOST=10.0.0.1", "LAUREL_PORT_8080_TCP=x", "LAUREL_EMPTY=",
		"LAUREL_SECRET_KEYS=x", "LAUREL_PUBLIC_ULR=x", "LAUREL_LISTEN_FILE=x", "LAUREL_SOMETHING_ELSE=x",
	})
	want := []string{
		"LAUREL_LISTEN_FILE is set, but there is no such setting; did you mean LAUREL_LISTEN?",
		"LAUREL_PUBLIC_ULR is set, but there is no such setting; did you mean LAUREL_PUBLIC_URL?",
		"LAUREL_SECRET_KEYS is set, but there is no such setting; did you mean LAUREL_SECRET_KEY?",
		"LAUREL_SOMETHING_ELSE is set, but there is no such setting",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
