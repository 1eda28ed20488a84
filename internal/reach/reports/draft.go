package reports

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/url"
	"strconv"
	"strings"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/formats/charts"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/messaging/letters"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/mailer"
	"laurel/internal/reach/insights"
)

// draft is the email of a report: each section with its figures, a chart, and CSV files like those of the screens.
func (s *Service) draft(ctx context.Context, by access.Actor, job Write, r Report, to Recipient) (outbox.Draft, error) {
	w := words{s, to.language}
	d := outbox.Draft{
		Kind: outbox.AnalyticsReport, To: to.Email, Language: to.language, DepartmentID: job.DepartmentID, DedupeKey: job.key(to),
		Params: map[string]string{
			"name": to.Name, "report": r.Name, "from": i18n.Date(to.language, job.From), "to": i18n.Date(to.language, job.To),
			"link": s.Links.Page("/insights?" + url.Values{"start_date": {job.From.Format(time.DateOnly)}, "end_date": {job.To.Format(time.DateOnly)}}.Encode()),
		},
	}
	for _, name := range r.Sections {
		found, err := s.Insights.Read(ctx, by, name, insights.Query{From: &job.From, To: &job.To, GroupID: r.GroupID, Tag: r.Tag, Compare: true})
		if err != nil {
			return d, err
		}
		if err := w.section(&d, found); err != nil {
			return d, err
		}
	}
	return d, nil
}

// words are the texts of a language.
type words struct {
	*Service

	language string
}

func (w words) say(key string, params map[string]any) string {
	return w.Texts.Text(w.language, key, params)
}

// section adds a report to an email.
func (w words) section(d *outbox.Draft, r insights.Report) error {
	name := string(r.Name)
	d.Blocks = append(d.Blocks, letters.Block{ID: name, Type: letters.Heading, Level: 2, Text: w.say("insights.report."+name, nil)})
	lines := make([]string, len(r.Figures))
	for i, f := range r.Figures {
		lines[i] = w.figure(f)
	}
	d.Blocks = append(d.Blocks, letters.Block{ID: name + "-figures", Type: letters.Text, Doc: letters.Paragraphs(strings.Join(lines, "\n"))})
	if len(r.Series) > 0 && len(r.Times) > 1 {
		if err := w.chart(d, r); err != nil {
			return err
		}
		d.Files = append(d.Files, table(fileName(r, ""), seriesRows(r)))
	}
	if len(r.Rows) > 0 {
		d.Files = append(d.Files, table(fileName(r, r.RowKind), tableRows(r)))
	}
	return nil
}

// figure is one number with the one before: "Issued: 120 (previously 95)".
func (w words) figure(f insights.Figure) string {
	params := map[string]any{"name": w.say("insights.name."+f.Name, nil), "value": w.value(f.Value, f.Rate), "previous": w.value(f.Previous, f.Rate)}
	if f.Previous == nil {
		return w.say("mail.analytics_report.figure", params)
	}
	return w.say("mail.analytics_report.figure_before", params)
}

func (w words) value(n *float64, rate bool) string {
	switch {
	case n == nil:
		return w.say("insights.tooFew", nil)
	case rate:
		return i18n.Percent(w.language, 100**n)
	}
	return i18n.Number(w.language, int64(*n))
}

// chart adds the first line of a report as a picture.
func (w words) chart(d *outbox.Draft, r insights.Report) error {
	series := r.Series[0]
	numbers := func(n int64) string { return i18n.Number(w.language, n) }
	picture, err := charts.Line{
		Values: series.Values, Previous: series.Previous, First: r.From.Format(time.DateOnly), Last: r.To.Format(time.DateOnly),
		Mirrored: i18n.RightToLeft(w.language), Number: numbers,
	}.PNG()
	if err != nil {
		return err
	}
	var total int64
	for _, n := range series.Values {
		total += n
	}
	name := string(r.Name)
	id := name + "@charts.laurel"
	alt := w.say("mail.analytics_report.chart", map[string]any{"name": w.say("insights.name."+series.Name, nil), "total": numbers(total)})
	d.Files = append(d.Files, mailer.File{Name: name + ".png", Type: "image/png", ContentID: id, Body: picture})
	d.Blocks = append(d.Blocks,
		letters.Block{ID: name + "-caption", Type: letters.Text, Doc: letters.Paragraphs(alt)},
		letters.Block{ID: name + "-chart", Type: letters.Image, Src: "cid:" + id, Alt: alt, Width: charts.Width},
	)
	return nil
}

func fileName(r insights.Report, kind string) string {
	parts := []string{string(r.Name), kind, r.From.Format(time.DateOnly), r.To.Format(time.DateOnly)}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ") + ".csv"
}

// seriesRows are the lines of a report over time, as the screen exports them.
func seriesRows(r insights.Report) [][]string {
	head := []string{"time"}
	for _, s := range r.Series {
		head = append(head, s.Name)
	}
	rows := [][]string{head}
	layout := time.DateOnly
	if r.Hourly {
		layout = time.RFC3339
	}
	for i, at := range r.Times {
		row := []string{at.Format(layout)}
		for _, s := range r.Series {
			row = append(row, strconv.FormatInt(s.Values[i], 10))
		}
		rows = append(rows, row)
	}
	return rows
}

// tableRows are the rows of a report, as the screen exports them.
func tableRows(r insights.Report) [][]string {
	head := []string{r.RowKind}
	for _, c := range r.Columns {
		head = append(head, c.Name)
	}
	rows := [][]string{head}
	for _, one := range r.Rows {
		row := []string{spreadsheets.Safe(one.Label)}
		for _, n := range one.Values {
			cell := ""
			if n != nil {
				cell = strconv.FormatFloat(*n, 'f', -1, 64)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

// table is a CSV file with a byte order mark, by which spreadsheets know that it is UTF-8.
func table(name string, rows [][]string) mailer.File {
	var out bytes.Buffer
	out.WriteString("\ufeff")
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	_ = w.WriteAll(rows) // a buffer takes everything
	return mailer.File{Name: name, Type: "text/csv; charset=utf-8", Body: out.Bytes()}
}
