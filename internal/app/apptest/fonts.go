package apptest

// FontUpload uploads a font file as a browser does and returns its key.
func (c Client) FontUpload(name string, data []byte) string {
	c.World.t.Helper()
	return c.Upload("fonts", name, data)
}

// Font adds a font to the client's department. It needs the built web application.
func (c Client) Font(name string, data []byte) Reply {
	c.World.t.Helper()
	key := c.FontUpload("font.ttf", data)
	return c.Post("/v1/fonts/create", J{"font": J{"key": key, "name": name, "licensed": true}})
}
