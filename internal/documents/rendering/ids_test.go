package rendering

import (
	"bytes"
	"fmt"
	"testing"
)

// Inter has a ligature that turns an x between digits into a multiplication sign, which nobody could type.
func TestIdentifiersPrintWithoutLigatures(t *testing.T) {
	t.Parallel()
	r := shipped(t)
	picture := func(tag, value string) []byte {
		t.Helper()
		job := certificate()
		job.Design = fmt.Appendf(nil, `{"schema_version":1,"kind":"certificate","size":"a4","orientation":"landscape","blocks":[
			{"kind":"text","font":"Inter","font_size":80,"model":"[%s]","top":"10%%","left":"10%%","image_width":"80%%","image_height":"40%%"}]}`, tag)
		job.Pages[0].Values = map[string]Value{tag: {Kind: "text", Value: value}}
		data, err := r.Picture(t.Context(), job, 480, PNG)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	plain, alternate := picture("credential.id", "5x2"), picture("custom.size", "5x2")
	if bytes.Equal(plain, alternate) {
		t.Error("an id is painted with contextual alternates")
	}
	if !bytes.Equal(picture("credential.id", "7x"), picture("custom.size", "7x")) {
		t.Error("without an alternate the letters of an id stand elsewhere than those of other texts")
	}
}
