package httpx

import "laurel/internal/platform/page"

// Meta is the pagination of a list response.
type Meta struct {
	CurrentPage int   `json:"current_page"`
	NextPage    *int  `json:"next_page"`
	PrevPage    *int  `json:"prev_page"`
	TotalPages  int   `json:"total_pages"`
	TotalCount  int64 `json:"total_count"`
	PageSize    int   `json:"page_size"`
}

// MetaOf returns the meta of a page.
func MetaOf[T any](p page.Page[T]) Meta {
	m := Meta{CurrentPage: p.Request.Number, TotalPages: p.Pages(), TotalCount: p.Total, PageSize: p.Request.Size}
	if next := m.CurrentPage + 1; next <= m.TotalPages {
		m.NextPage = &next
	}
	if prev := m.CurrentPage - 1; prev >= 1 {
		m.PrevPage = &prev
	}
	return m
}
