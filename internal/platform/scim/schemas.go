package scim

const (
	schemaSchema   = "urn:ietf:params:scim:schemas:core:2.0:Schema"
	resourceSchema = "urn:ietf:params:scim:schemas:core:2.0:ResourceType"
	serviceSchema  = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"
)

// Types are the kinds of resources.
var Types = []*Type{User, Group}

var formNames = map[form]string{text: "string", truth: "boolean", object: "complex", list: "complex"}

// SchemaDocument describes the attributes that are kept.
func (t *Type) SchemaDocument(base string) map[string]any {
	attributes := make([]map[string]any, len(t.kept))
	for i, a := range t.kept {
		attributes[i] = described(a.name, formNames[a.form], a.form == list, a.required, a.exact)
		if a.name == "userName" || a.name == "displayName" && t == Group {
			attributes[i]["uniqueness"] = "server"
		}
		var parts []map[string]any
		for _, part := range a.parts {
			kind := "string"
			switch part {
			case "primary":
				kind = "boolean"
			case "$ref":
				kind = "reference"
			}
			parts = append(parts, described(part, kind, false, false, false))
		}
		if parts != nil {
			attributes[i]["subAttributes"] = parts
		}
	}
	return map[string]any{
		"schemas": []string{schemaSchema}, "id": t.Schema, "name": t.Name, "description": t.Name, "attributes": attributes,
		"meta": map[string]any{"resourceType": "Schema", "location": base + "/Schemas/" + t.Schema},
	}
}

func described(name, kind string, many, required, exact bool) map[string]any {
	return map[string]any{
		"name": name, "type": kind, "multiValued": many, "required": required, "caseExact": exact, "mutability": "readWrite", "returned": "default",
		"uniqueness": "none", "description": name,
	}
}

// TypeDocument describes where the resources are.
func (t *Type) TypeDocument(base string) map[string]any {
	return map[string]any{
		"schemas": []string{resourceSchema}, "id": t.Name, "name": t.Name, "endpoint": t.Endpoint, "description": t.Name, "schema": t.Schema,
		"meta": map[string]any{"resourceType": "ResourceType", "location": base + "/ResourceTypes/" + t.Name},
	}
}

// ServiceDocument describes what the service can do.
func ServiceDocument(base string) map[string]any {
	yes, no := map[string]any{"supported": true}, map[string]any{"supported": false}
	return map[string]any{
		"schemas": []string{serviceSchema}, "patch": yes, "sort": yes, "etag": yes, "changePassword": no,
		"bulk":   map[string]any{"supported": false, "maxOperations": 0, "maxPayloadSize": 0},
		"filter": map[string]any{"supported": true, "maxResults": maxCount},
		"authenticationSchemes": []map[string]any{{
			"type": "oauthbearertoken", "name": "Bearer key", "description": "A key of the connection, made in the sign-in settings", "primary": true,
		}},
		"meta": map[string]any{"resourceType": "ServiceProviderConfig", "location": base + "/ServiceProviderConfig"},
	}
}
