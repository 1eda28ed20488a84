package links

// EvidenceFile is the file of an item of evidence.
func (l Links) EvidenceFile(uuid, key string) string {
	return l.base + "/v1/evidence_items/" + uuid + "/file" + query("key", key)
}
