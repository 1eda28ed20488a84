package links

// EvidenceFile is the URL of the file of an evidence item.
func (l Links) EvidenceFile(uuid, key string) string {
	return l.base + "/v1/evidence_items/" + uuid + "/file" + query("key", key)
}
