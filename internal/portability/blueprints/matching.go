package blueprints

import (
	"io/fs"
	"slices"
	"strings"
)

// matched is an object as described by a file, and as it is now. was is nil for a new one.
type matched[T any] struct {
	was  *existing[T]
	file string
	want T
}

// kinds describes how objects of a kind are read from files.
type kinds[T any] struct {
	folder string
	same   func(a, b T) bool // whether two are one object
	akin   func(a, b T) bool // whether one may become the other by a new name
	fresh  func() T          // what a new one begins with
	onto   func(file string, data []byte, into *T) error
}

// match reads the files of a folder and finds the object of each: the one with the same name, or else the one with the same file name,
// which is then renamed.
func match[T any](root fs.FS, k kinds[T], now []existing[T]) ([]matched[T], error) {
	files, err := listFiles(root, k.folder)
	if err != nil {
		return nil, err
	}
	out, data := make([]matched[T], len(files)), make([][]byte, len(files))
	used := map[int64]bool{}
	for i, file := range files {
		if data[i], err = readFile(root, file); err != nil {
			return nil, err
		}
		var told T
		if err := k.onto(file, data[i], &told); err != nil {
			return nil, err
		}
		for _, earlier := range out[:i] {
			if k.same(earlier.want, told) {
				return nil, refuse(file, "", "%s is about the same", earlier.file)
			}
		}
		out[i] = matched[T]{file: file, want: told, was: named(now, func(o T) bool { return k.same(o, told) })}
		if out[i].was != nil {
			used[out[i].was.id] = true
		}
	}
	for i := range out {
		if out[i].was == nil {
			out[i].was = atFile(now, used, out[i], k)
		}
		if err := out[i].complete(data[i], k); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// atFile returns the object with this file name, unless another file has its name.
func atFile[T any](now []existing[T], used map[int64]bool, m matched[T], k kinds[T]) *existing[T] {
	for i := range now {
		if now[i].file == m.file && !used[now[i].id] && k.akin(now[i].value, m.want) {
			used[now[i].id] = true
			return &now[i]
		}
	}
	return nil
}

// complete adds to an object what its file omits: the current values, or the defaults of a new one.
func (m *matched[T]) complete(data []byte, k kinds[T]) error {
	base := k.fresh()
	if m.was != nil {
		copied, err := encode(m.was.value)
		if err != nil {
			return err
		}
		if err := decode(copied, &base); err != nil {
			return err
		}
	}
	m.want = base
	return k.onto(m.file, data, &m.want)
}

var attributeKind = kinds[attribute]{
	folder: attributeFolder,
	same:   func(a, b attribute) bool { return a.Key == b.Key },
	akin:   func(attribute, attribute) bool { return false }, // the key is the file
	fresh:  func() attribute { return attribute{} },
	onto:   func(file string, data []byte, into *attribute) error { return decodeStrict(file, data, into) },
}

var designKind = kinds[design]{
	folder: designFolder,
	same:   func(a, b design) bool { return a.kind() == b.kind() && strings.EqualFold(a.Name, b.Name) },
	akin:   func(a, b design) bool { return a.kind() == b.kind() },
	fresh:  func() design { return design{} },
	onto:   func(file string, data []byte, into *design) error { return into.read(file, data) },
}

func groupKind(fresh group) kinds[group] {
	return kinds[group]{
		folder: groupFolder,
		same:   func(a, b group) bool { return strings.EqualFold(a.Name, b.Name) },
		akin:   func(group, group) bool { return true },
		fresh:  func() group { return fresh },
		onto:   func(file string, data []byte, into *group) error { return into.read(file, data) },
	}
}

// read applies the fields of a file. Maps and lists are replaced as a whole.
func (d *design) read(file string, data []byte) error {
	before := *d
	d.Document, d.MetaData = nil, nil
	if err := decodeStrict(file, data, d); err != nil {
		return err
	}
	keep(&d.Document, before.Document, d.Document == nil)
	keep(&d.MetaData, before.MetaData, d.MetaData == nil)
	if d.Document == nil {
		return refuse(file, "document", "is not there")
	}
	return nil
}

func (g *group) read(file string, data []byte) error {
	before := *g
	g.MetaData, g.Alignments, g.Skills, g.Tags, g.Prerequisites = nil, nil, nil, nil, nil
	g.Settings.Sender.CC, g.Settings.Sender.BCC, g.Settings.GradeBands = nil, nil, nil
	if err := decodeStrict(file, data, g); err != nil {
		return err
	}
	keep(&g.MetaData, before.MetaData, g.MetaData == nil)
	keep(&g.Alignments, before.Alignments, g.Alignments == nil)
	keep(&g.Skills, before.Skills, g.Skills == nil)
	keep(&g.Tags, before.Tags, g.Tags == nil)
	keep(&g.Prerequisites, before.Prerequisites, g.Prerequisites == nil)
	slices.Sort(g.Prerequisites)
	keep(&g.Settings.GradeBands, before.Settings.GradeBands, g.Settings.GradeBands == nil)
	keep(&g.Settings.Sender.CC, before.Settings.Sender.CC, g.Settings.Sender.CC == nil)
	keep(&g.Settings.Sender.BCC, before.Settings.Sender.BCC, g.Settings.Sender.BCC == nil)
	return nil
}

func keep[T any](to *T, value T, when bool) {
	if when {
		*to = value
	}
}
