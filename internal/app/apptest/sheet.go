package apptest

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
)

// Sheet is a spreadsheet of people, the same for the same parameters: names in many scripts, formulas, and some invalid rows.
type Sheet struct {
	Data []byte
	Good int
	Bad  []int // the numbers of the bad rows in the file
}

// scripts are names in their own script.
var scripts = []string{
	"Ada Lovelace", "Zoë Müller-Straße", "Łukasz Żółć", "Nguyễn Thị Ánh", "Øystein Ærøskøbing", "Николай Гоголь", "Ελένη Παπαδοπούλου",
	"محمد بن سلمان", "فاطمه زهرا", "שרה לוי", "王小明", "山田 太郎", "김민준", "अनुराधा शर्मा", "সুচিত্রা সেন", "தமிழ் செல்வன்",
	"สมชาย ใจดี", "አበበ ቢቂላ", "გიორგი ბერიძე", "Հայկ Հակոբյան", "O'Brien, Conor", "\"The\" Quoted", "=1+1", "+4 Plus", "@Home", "-Dash", "👩‍🎓 Emoji",
}

// spoil makes a row invalid in one of these ways.
var spoil = []func(row []string, earlier string){
	func(row []string, _ string) { row[0] = "" },
	func(row []string, _ string) { row[1] = "no address" },
	func(row []string, _ string) { row[1] = "" },
	func(row []string, _ string) { row[2] = "31.02.2025" },
	func(row []string, _ string) { row[2] = "yesterday" },
	func(row []string, _ string) { row[3] = "01.01.2020" },
	func(row []string, _ string) { row[4] = "140" },
	func(row []string, _ string) { row[4] = "good" },
	func(row []string, earlier string) { row[1] = earlier },
	func(row []string, _ string) { row[1] = "two@x.example, three@x.example" },
}

// People returns a sheet with so many rows.
func People(rows, bad int) Sheet {
	var data bytes.Buffer
	out := csv.NewWriter(&data)
	out.Comma = ';'
	write := func(row []string) { _ = out.Write(row) } // a buffer takes everything
	write([]string{"Full name", "E-mail", "Issue date", "Valid until", "Grade", "Remark"})
	s := Sheet{Good: rows - bad}
	every := rows / max(bad, 1)
	earlier := ""
	for i := range rows {
		row := []string{
			scripts[i%len(scripts)], fmt.Sprintf("person.%d@people.example", i), fmt.Sprintf("%02d.%02d.2025", 13+i%15, 1+i%12),
			"31.12.2035", fmt.Sprint(i % 101), "row " + fmt.Sprint(i),
		}
		if len(s.Bad) < bad && i%every == every-1 {
			spoil[len(s.Bad)%len(spoil)](row, earlier)
			s.Bad = append(s.Bad, i+2) // the header is the first
		} else {
			earlier = row[1]
		}
		write(row)
	}
	out.Flush()
	s.Data = slices.Clip(data.Bytes())
	return s
}
