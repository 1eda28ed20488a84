package documents

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestCallersDuringACallShareTheNextOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked singleflight[int, int]
		var questions atomic.Int64
		release := make(chan struct{})
		question := func() int {
			n := int(questions.Add(1))
			<-release
			return n
		}
		told := make([]int, 11)
		var all sync.WaitGroup
		ask := func(i int) { all.Go(func() { told[i] = asked.do(7, question) }) }
		ask(0)
		synctest.Wait()
		for i := range 10 {
			ask(i + 1)
		}
		all.Go(func() { // another key does not wait
			if got := asked.do(8, func() int { return 80 }); got != 80 {
				t.Errorf("told %d", got)
			}
		})
		synctest.Wait()
		if n := questions.Load(); n != 1 {
			t.Fatalf("%d questions are under way", n)
		}
		release <- struct{}{}
		synctest.Wait()
		release <- struct{}{}
		all.Wait()
		for i, n := range told {
			if want := min(i+1, 2); n != want {
				t.Errorf("%d was told what question %d found out, want %d", i, n, want)
			}
		}
		if len(asked.gates) != 0 {
			t.Errorf("%d gates stay", len(asked.gates))
		}
	})
}
