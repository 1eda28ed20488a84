package links

// Reference is the page where a referee writes a reference. Its link is emailed to them.
func (l Links) Reference(token string) string { return l.base + "/references" + query("token", token) }
