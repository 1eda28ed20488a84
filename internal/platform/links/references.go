package links

// Reference is where a referee writes, by a link that was mailed to them.
func (l Links) Reference(token string) string { return l.base + "/references" + query("token", token) }
