package importrows

import (
	"testing"
	"time"

	"laurel/internal/design/attributes"
	"laurel/internal/formats/spreadsheets"
)

func TestDatesHaveOneMeaningOrNone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, order, want, wrong string }{
		{"2025-12-31", "", "2025-12-31", ""}, {"2025/1/2", "", "2025-01-02", ""}, {"2024-02-29T10:00:00Z", "", "2024-02-29", ""},
		{"2024-02-29 15:00:00", "", "2024-02-29", ""},
		{"31.12.2025", "", "2025-12-31", ""}, {"12/31/2025", "", "2025-12-31", ""}, {"03/03/2025", "", "2025-03-03", ""},
		{"02/03/2025", "", "", "ambiguous_date"}, {"02/03/2025", "dmy", "2025-03-02", ""}, {"02/03/2025", "mdy", "2025-02-03", ""},
		{"31/12/2025", "mdy", "", "invalid_date"},
		{"January 5, 2026", "", "2026-01-05", ""}, {"5 Jan 2026", "", "2026-01-05", ""},
		{"29.02.2023", "", "", "invalid_date"}, {"31/04/2025", "", "", "invalid_date"}, {"1/2/25", "", "", "invalid_date"},
		{"0000-01-01", "", "", "invalid_date"}, {"1899-12-31", "", "", "invalid_date"}, {"9999-12-31", "", "9999-12-31", ""},
		{"45351", "", "", "invalid_date"}, {"tomorrow", "", "", "invalid_date"},
	} {
		d, wrong := readDate(c.text, c.order)
		got := ""
		if wrong == "" {
			got = d.Format(time.DateOnly)
		}
		if got != c.want || wrong != c.wrong {
			t.Errorf("%q as %q: %q %q, want %q %q", c.text, c.order, got, wrong, c.want, c.wrong)
		}
	}
}

func TestTheOrderOfDatesIsSeenInAllValues(t *testing.T) {
	t.Parallel()
	for want, values := range map[string][]string{
		datesNone: {"Ada", "12", "1.5", ""}, datesClear: {"2025-01-02", "3 May 2025", "04/04/2025"}, datesDMY: {"01/02/2025", "13/02/2025"},
		datesMDY: {"01/02/2025", "02/13/2025"}, datesAmbiguous: {"01/02/2025", "03/04/2025"},
	} {
		var c dateCount
		for _, v := range values {
			c.see(v)
		}
		if got := c.verdict(); got != want {
			t.Errorf("%q: %s, want %s", values, got, want)
		}
	}
	var c dateCount
	c.see("13/02/2025")
	c.see("02/13/2025")
	if got := c.verdict(); got != datesAmbiguous {
		t.Errorf("values that contradict each other: %s", got)
	}
}

func TestTheHeaderIsFound(t *testing.T) {
	t.Parallel()
	for want, rows := range map[int][]spreadsheets.Row{
		1: {{Number: 1, Cells: []string{"Name", "E-Mail"}}, {Number: 2, Cells: []string{"Ada", "ada@x.example"}}},
		3: {{Number: 1, Cells: []string{"Course of 2025"}}, {Number: 3, Cells: []string{"Vorname", "Nachname", "E-Mail-Adresse"}}, {Number: 4, Cells: []string{"Ada", "L", "a@x.example"}}},
		5: {{Number: 5, Cells: []string{"Aaa", "Bbb"}}, {Number: 6, Cells: []string{"1", "2"}}},
		0: {{Number: 1, Cells: []string{"Ada", "ada@x.example", "2025-01-01"}}, {Number: 2, Cells: []string{"Bo", "bo@x.example", "2025-01-01"}}},
	} {
		if got := DetectHeader(rows); got != want {
			t.Errorf("row %d is the header, want %d", got, want)
		}
	}
}

func TestColumnsAreGuessedInManyLanguages(t *testing.T) {
	t.Parallel()
	custom := []attributes.Attribute{{Key: "final_score", Name: "Final score"}}
	for _, c := range []struct {
		names []string
		want  []string
	}{
		{[]string{"student_name", "E-mail address", "Course", "Date of issue", "Final Score", "Remark"}, []string{toName, ToEmail, toGroup, toIssuedOn, "custom.final_score", ""}},
		{[]string{"Vorname", "Nachname", "E-Mail", "gültig bis", "Note"}, []string{toFirstName, toLastName, ToEmail, toExpiredOn, toGrade}},
		{[]string{"الاسم الكامل", "البريد الإلكتروني", "تاريخ الإصدار"}, []string{toName, ToEmail, toIssuedOn}},
		{[]string{"氏名", "メールアドレス", "発行日"}, []string{toName, ToEmail, toIssuedOn}},
		{[]string{"Имя", "Почта", "Дата выдачи"}, []string{toName, ToEmail, toIssuedOn}},
		{[]string{"Name", "E-Mail", "Sprache"}, []string{toName, ToEmail, "recipient.language"}},
		{[]string{"Name", "email", "Preferred language"}, []string{toName, ToEmail, "recipient.language"}},
		{[]string{"Name", "Surname", "email"}, []string{toFirstName, toLastName, ToEmail}},
		{[]string{"name", "Evidence Description", "Evidence URL", "Evidence Description 2", "Evidence URL 2"}, []string{toName, "evidence.1.description", "evidence.1.url", "evidence.2.description", "evidence.2.url"}},
	} {
		columns := make([]Column, len(c.names))
		for n, name := range c.names {
			columns[n] = Column{Index: n, Name: name}
		}
		got := make([]string, len(c.names))
		for _, m := range Guess(columns, custom).Columns {
			got[m.Index] = m.Target
		}
		for n := range c.want {
			if got[n] != c.want[n] {
				t.Errorf("%q is %q, want %q", c.names[n], got[n], c.want[n])
			}
		}
	}
}

func TestNamesInCapitalsAreSeen(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"GRACE HOPPER": true, "Grace Hopper": false, "BO": false, "王小明": false, "محمد": false, "ΕΛΕΝΗ": true} {
		if shouted(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
