package manifest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/runtime"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/namespace/resolve"
)

const (
	kindNamespace = "MemoryNamespace"
	kindClass     = "MemoryClass"
)

// object is one declared object. Exactly one of namespace and class is set, unless it could not be read.
type object struct {
	file string
	line int
	kind string
	name string

	namespace *v1alpha1.MemoryNamespace
	class     *v1alpha1.MemoryClass

	document document
	tree     *yamlv3.Node
	// refusals are the paths that validation refused.
	refusals map[string]bool
}

func readObjects(s Source) ([]*object, Faults) {
	docs, faults := split(s)
	var objects []*object
	for _, d := range docs {
		o, fs := readObject(d)
		faults = append(faults, fs...)
		if o != nil {
			objects = append(objects, o)
		}
	}
	return objects, faults
}

func readObject(d document) (*object, Faults) {
	content, tree, faults := d.parse()
	if content == nil {
		return nil, faults
	}
	o := &object{file: d.file, line: d.before + d.firstLine(), document: d, tree: tree, refusals: map[string]bool{}}
	def, fault := o.definition(content)
	if fault != nil {
		return nil, append(faults, *fault)
	}
	admitted, err := def.admit(content)
	if err != nil {
		path := metadataPath(err)
		return nil, append(faults, o.at(path, path+": "+err.Error()))
	}
	for _, path := range admitted.unknown {
		faults = append(faults, o.at(path, unknownField(path)))
	}
	for _, err := range admitted.errs {
		faults = append(faults, o.refused(err))
	}
	if !admitted.complete {
		faults = append(faults, Fault{File: o.file, Line: o.line, Text: rulesNotChecked, Note: true})
	}
	if err := o.convert(content); err != nil && len(admitted.errs) == 0 {
		faults = append(faults, o.at("", err.Error()))
	}
	return o, faults
}

// definition finds what the object must conform to.
func (o *object) definition(content map[string]any) (*definition, *Fault) {
	refuse := func(path, format string, args ...any) (*definition, *Fault) {
		f := o.at(path, fmt.Sprintf(format, args...))
		return nil, &f
	}
	want := v1alpha1.GroupVersion.String()
	apiVersion, isString := content["apiVersion"].(string)
	if !isString || apiVersion == "" {
		return refuse("apiVersion", "apiVersion: Required value: it must be %s", want)
	}
	kind, isString := content["kind"].(string)
	if !isString || kind == "" {
		return refuse("kind", "kind: Required value: it must be %s or %s", kindNamespace, kindClass)
	}
	def := definitions()[kind]
	if apiVersion != want || def == nil {
		return refuse("kind", "no matches for kind %s in version %s: a manifest holds %s and %s of %s",
			quote(kind), quote(apiVersion), kindNamespace, kindClass, want)
	}
	o.kind = kind
	return def, nil
}

// convert makes the typed object. What the schema accepts converts.
func (o *object) convert(content map[string]any) error {
	converter := runtime.DefaultUnstructuredConverter
	if o.kind == kindClass {
		class := new(v1alpha1.MemoryClass)
		if err := converter.FromUnstructured(content, class); err != nil {
			return err
		}
		o.class, o.name = class, class.Name
		return nil
	}
	ns := new(v1alpha1.MemoryNamespace)
	if err := converter.FromUnstructured(content, ns); err != nil {
		return err
	}
	if ns.Namespace == "" {
		ns.Namespace = "default"
	}
	o.namespace, o.name = ns, ns.Name
	return nil
}

// key names the object among those of its kind.
func (o *object) key() string {
	if o.namespace != nil {
		return o.namespace.Namespace + "/" + o.name
	}
	return o.name
}

// at is a fault at the line of a path.
func (o *object) at(path, text string) Fault {
	return o.document.fault(lineOf(o.tree, path), text)
}

// refused is the fault of a validation error, in the API server's words. Of some errors the API server tells
// the path in the words only.
func (o *object) refused(err *field.Error) Fault {
	path, text := err.Field, err.Error()
	if told := pathInWords.FindString(err.Detail); path == noPath && told != "" {
		path, text = told, fmt.Sprintf("%s: %v: %s", told, err.Type, err.Detail)
	}
	o.refusals[path] = true
	return o.at(path, text)
}

// onlyResolved says whether a fault is of those that no schema can judge, and was not refused for its form.
func (o *object) onlyResolved(err *field.Error) bool {
	judged := strings.HasPrefix(err.Field, "spec.maintenance.") || strings.HasSuffix(err.Field, "].pattern")
	return judged && err.Type == field.ErrorTypeInvalid && !o.refusals[err.Field]
}

// resolve makes the manifest of a namespace with its class among the objects, or with the built-in one.
func (o *object) resolve(objects []*object) (Manifest, Faults) {
	m := Manifest{Namespace: o.namespace, at: Fault{File: o.file, Line: o.line}}
	var fault *Fault
	m.Class, m.Note, fault = o.classAmong(objects)
	var faults Faults
	if fault != nil {
		faults = append(faults, *fault)
	}
	effective, err := resolve.Resolve(m.Namespace, m.Class)
	m.Effective = effective
	var all utilerrors.Aggregate
	if !errors.As(err, &all) {
		return m, faults
	}
	for _, err := range all.Errors() {
		var e *field.Error
		// of what the schema refuses too, it has said all there is to say
		if errors.As(err, &e) && (len(o.refusals) == 0 || o.onlyResolved(e)) {
			faults = append(faults, o.at(e.Field, e.Error()))
		}
	}
	return m, faults
}

// classAmong finds the class of a namespace: by name, or the one annotated as the default. When the files
// declare no class, the built-in one stands in.
func (o *object) classAmong(objects []*object) (*v1alpha1.MemoryClass, string, *Fault) {
	want := o.namespace.Spec.ClassName
	var declared []string
	for _, other := range objects {
		if other.class == nil {
			continue
		}
		declared = append(declared, other.name)
		if want == other.name || want == "" && other.class.Annotations[v1alpha1.DefaultClassAnnotation] == "true" {
			return other.class, "", nil
		}
	}
	switch {
	case want == "" && len(declared) > 0:
		return BuiltInClass(), fmt.Sprintf("no class here is annotated %s: \"true\" and className is not set, so the built-in class Embedded is used", v1alpha1.DefaultClassAnnotation), nil
	case want == "":
		return BuiltInClass(), "", nil
	case len(declared) > 0:
		slices.Sort(declared)
		f := o.at("spec.className", fmt.Sprintf("spec.className: Not found: %q: the files declare %s", want, strings.Join(declared, ", ")))
		return BuiltInClass(), "", &f
	default:
		return BuiltInClass(), fmt.Sprintf("class %q is not declared here, so the built-in class Embedded is used", want), nil
	}
}
