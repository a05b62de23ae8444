package manifest

import (
	"fmt"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/config/crd"
)

// definition is a CustomResourceDefinition, compiled.
type definition struct {
	namespaced bool
	structural *schema.Structural
	schema     validation.SchemaValidator
	rules      *cel.Validator
}

// definitions by kind, compiled at first use.
var definitions = sync.OnceValue(func() map[string]*definition {
	files, err := crd.Bases.ReadDir("bases")
	if err != nil {
		panic(err) // embedded at build time
	}
	compiled := map[string]*definition{}
	for _, f := range files {
		data, err := crd.Bases.ReadFile("bases/" + f.Name())
		if err != nil {
			panic(err)
		}
		kind, d, err := compile(data)
		if err != nil {
			panic(fmt.Sprintf("%s: %v", f.Name(), err))
		}
		compiled[kind] = d
	}
	return compiled
})

func compile(data []byte) (kind string, d *definition, err error) {
	var def apiextensionsv1.CustomResourceDefinition
	if err := yaml.UnmarshalStrict(data, &def); err != nil {
		return "", nil, err
	}
	for _, v := range def.Spec.Versions {
		if v.Name != v1alpha1.GroupVersion.Version {
			continue
		}
		var props apiextensions.JSONSchemaProps
		if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(v.Schema.OpenAPIV3Schema, &props, nil); err != nil {
			return "", nil, err
		}
		structural, err := schema.NewStructural(&props)
		if err != nil {
			return "", nil, err
		}
		validator, _, err := validation.NewSchemaValidator(&props)
		if err != nil {
			return "", nil, err
		}
		return def.Spec.Names.Kind, &definition{
			namespaced: def.Spec.Scope == apiextensionsv1.NamespaceScoped,
			structural: structural,
			schema:     validator,
			rules:      cel.NewValidator(structural, true, celconfig.PerCallLimit),
		}, nil
	}
	return "", nil, fmt.Errorf("no version %s", v1alpha1.GroupVersion.Version)
}
