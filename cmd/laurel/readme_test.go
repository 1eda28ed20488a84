package main

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

func TestTheReadmeListsEveryCommand(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	names := func(pattern, text string) []string {
		var out []string
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			out = append(out, m[1])
		}
		slices.Sort(out)
		return out
	}
	listed, commands := names("(?m)^\\| `laurel ([a-z]+)`", string(readme)), names(`(?m)^  ([a-z]+) `, usage)
	if len(commands) < 10 || !slices.Equal(listed, commands) {
		t.Errorf("README.md lists %q; the program has %q", listed, commands)
	}
}
