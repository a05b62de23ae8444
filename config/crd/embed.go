// Package crd holds the CustomResourceDefinitions, for validation off-cluster.
package crd

import "embed"

// Bases holds bases/*.yaml, one CustomResourceDefinition a file.
//
//go:embed bases/*.yaml
var Bases embed.FS
