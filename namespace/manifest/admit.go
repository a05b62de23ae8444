package manifest

import (
	"context"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/api/operation"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// admission is what was found wrong with an object.
type admission struct {
	// unknown are the paths of fields that strict field validation refuses.
	unknown []string
	errs    field.ErrorList
	// complete is false when the rules could not be checked because of errs.
	complete bool
}

// admit does to a new object what the API server does between receiving and storing it: metadata and
// unknown fields, nulls, defaults, then every validation. It changes the object. The steps and their order
// are those of the custom resource handler and strategy in k8s.io/apiextensions-apiserver. The error says
// that the metadata can not be read.
func (d *definition) admit(object map[string]any) (a admission, err error) {
	meta, found, unknownMeta, err := objectmeta.GetObjectMetaWithOptions(object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return a, err
	}
	a.unknown = append(a.unknown, unknownMeta...)
	a.unknown = append(a.unknown, pruning.PruneWithOptions(object, d.structural, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})...)
	defaulting.PruneNonNullableNullsWithoutDefaults(object, d.structural)
	if found {
		if err := objectmeta.SetObjectMeta(object, meta); err != nil {
			return a, err
		}
	}
	// a client can not create a status
	delete(object, "status")
	defaulting.Default(object, d.structural)

	if meta == nil {
		meta = &metav1.ObjectMeta{}
	}
	if d.namespaced && meta.Namespace == "" {
		meta.Namespace = metav1.NamespaceDefault
	}
	a.errs, a.complete = d.validate(object, meta)
	return a, nil
}

// validate also says whether it went on to the rules.
func (d *definition) validate(object map[string]any, meta *metav1.ObjectMeta) (errs field.ErrorList, complete bool) {
	ctx := context.Background()
	errs = apivalidation.ValidateObjectMetaDeclaratively(ctx, operation.Create, meta, nil, d.namespaced,
		apivalidation.NameIsDNSSubdomain, field.NewPath("metadata"), true)
	errs = append(errs, validation.ValidateCustomResource(nil, object, d.schema)...)
	errs = append(errs, objectmeta.Validate(ctx, nil, object, d.structural, false)...)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, d.structural, object)...)
	if blocksRules(errs) {
		return errs, false
	}
	ruleErrs, _ := d.rules.Validate(ctx, nil, d.structural, object, nil, celconfig.RuntimeCELCostBudget)
	return append(errs, ruleErrs...), true
}

// rulesNotChecked is what the API server says when blocksRules.
const rulesNotChecked = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"

// blocksRules says whether rules can not be evaluated, because they rely on types and bounds.
func blocksRules(errs field.ErrorList) bool {
	for _, err := range errs {
		switch err.Type {
		case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
			return true
		}
	}
	return false
}

// unknownField is the API server's message for it.
func unknownField(path string) string {
	return fmt.Sprintf("%s: unknown field %q", path, path)
}
