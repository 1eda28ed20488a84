package config

import (
	"fmt"
	"slices"
	"strings"
)

// injected are variables with our prefix that others set: Kubernetes for a service named laurel, and our own child processes and
// scripts.
var injected = []string{"LAUREL_SERVICE_", "LAUREL_PORT", "LAUREL_EMBEDDED_", "LAUREL_SHEETS_", "LAUREL_TEST_", "LAUREL_BENCH_", "LAUREL_API_", "LAUREL_BINARY", "LAUREL_TYPST", "LAUREL_KEY"}

// Unknown returns, for each variable with our prefix that is not a setting, the setting with the most similar name. A misspelt variable
// would otherwise be ignored.
func Unknown(environ []string) (problems []string) {
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "LAUREL_") || value == "" || known(name) || slices.ContainsFunc(injected, func(p string) bool { return strings.HasPrefix(name, p) }) {
			continue
		}
		best, least := "", len(name)
		for _, v := range table {
			for _, candidate := range []string{v.Name, v.Name + "_FILE"} {
				if d := distance(name, candidate); known(candidate) && d < least {
					best, least = candidate, d
				}
			}
		}
		problem := name + " is set, but there is no such setting"
		if least <= len(name)/3 {
			problem += fmt.Sprintf("; did you mean %s?", best)
		}
		problems = append(problems, problem)
	}
	slices.Sort(problems)
	return problems
}

func known(name string) bool {
	return slices.ContainsFunc(table, func(v Variable) bool { return v.Name == name || v.Secret && v.Name+"_FILE" == name })
}

// distance is the Levenshtein distance between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
