// Package openapi embeds the contract of the API: the source of truth that handlers, tests and the browser's types follow.
package openapi

import _ "embed"

// V1 is the contract of version 1 as YAML.
//
//go:embed v1.yaml
var V1 []byte

// V2 is the contract of version 2; it speaks of things of the first.
//
//go:embed v2.yaml
var V2 []byte

// Examples has one good exchange of each call: {"operation id": {"request": …, "response": …}}. They are recorded while the
// tests run (see docs/integrating.md) and held against the contract.
//
//go:embed examples.json
var Examples []byte
