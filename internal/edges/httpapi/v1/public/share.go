package public

import (
	"net/http"

	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// SharePicture serves the picture that other sites show beside a link to a credential. A private credential has none, even with its key.
func SharePicture(d Deps) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in pictureIn
		if err := httpx.Decode(w, r, &in); err != nil {
			httpx.Fail(w, r, err)
			return
		}
		public := func(c credentials.Credential) error {
			if c.Private {
				return credentials.ErrNotFound
			}
			return nil
		}
		made, err := d.Documents.Public(r.Context(), documents.Request{Ref: in.ID, Thing: "share"}, public, d.Documents.SharePicture)
		if errs.KindOf(err) == errs.Forbidden {
			err = credentials.ErrNotFound
		}
		if err != nil {
			httpx.Fail(w, r, err)
			return
		}
		file(w, r, made, "image/jpeg", made.Credential.EncodedID+"-share.jpg", false, false)
	}
}
