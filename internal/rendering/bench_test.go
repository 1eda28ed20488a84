package rendering

import (
	"os"
	"testing"
	"time"

	"laurel/internal/browser"
)

// BenchmarkPDFCold measures a print with the start of Chrome included, and
// reports how many prints of a kept tab take as long.
func BenchmarkPDFCold(b *testing.B) {
	warm := warmPrint(b)
	for b.Loop() {
		r := New(os.DirFS("testdata/print"), browser.Options{Tabs: 1})
		if _, _, err := r.PDF(b.Context(), certificate()); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		r.Close()
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(warm), "cold/warm")
}

// BenchmarkPDFWarm measures a print on a kept tab.
func BenchmarkPDFWarm(b *testing.B) {
	warmPrint(b)
	for b.Loop() {
		if _, _, err := shared.PDF(b.Context(), certificate()); err != nil {
			b.Fatal(err)
		}
	}
}

// warmPrint prints on the kept tab until it is warm and returns the time of
// the last print.
func warmPrint(b *testing.B) time.Duration {
	b.Helper()
	var took time.Duration
	for range 20 {
		began := time.Now()
		if _, _, err := shared.PDF(b.Context(), certificate()); err != nil {
			b.Fatal(err)
		}
		took = time.Since(began)
	}
	return took
}
