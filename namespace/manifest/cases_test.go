package manifest_test

import (
	"fmt"
	"strings"
)

// ns is a manifest with this spec, given flat, and optional metadata lines.
func ns(spec string, meta ...string) string {
	return fmt.Sprintf("apiVersion: memory.rearview.dev/v1alpha1\nkind: MemoryNamespace\nmetadata:\n  name: m\n%sspec:\n%s",
		indent(strings.Join(meta, "\n")), indent(spec))
}

func class(spec string) string {
	return "apiVersion: memory.rearview.dev/v1alpha1\nkind: MemoryClass\nmetadata:\n  name: c\nspec:\n" + indent(spec)
}

func indent(s string) string {
	if s == "" {
		return ""
	}
	return "  " + strings.ReplaceAll(strings.Trim(s, "\n"), "\n", "\n  ") + "\n"
}

const oneAgent = "agents: [{name: a}]\n"

var apiserverCases = []struct {
	name, yaml string
	valid      bool
}{
	{name: "smallest", yaml: ns(oneAgent), valid: true},
	{name: "nulls where there are defaults", yaml: ns(oneAgent + "policy: null\nmaintenance: {schedule: null}"), valid: true},
	{name: "a status is not looked at", yaml: ns(oneAgent) + "status: {agents: -1}\n", valid: true},
	{name: "empty weights", yaml: ns(oneAgent + "policy: {recall: {weights: {}}}"), valid: true},
	{name: "an anchor", yaml: ns("policy: {importance: &i {thresholdPercent: 50}}\nagents: [{name: a, policy: {importance: *i}}]"), valid: true},
	{name: "labels and annotations", yaml: ns(oneAgent, "labels: {app: x}", "annotations: {a/b: c}"), valid: true},

	{name: "every new word of a policy", yaml: ns("agents: [{name: a, policy: {importance: {judge: Auto}, duplicates: {mergeSimilarityPercent: 50}, sensitive: Refuse, rules: {drop: [{name: x, pattern: z}]}}}]\n" +
		"policy: {importance: {judge: Rules}, duplicates: {mergeSimilarityPercent: 100}, sensitive: Redact, rules: {keep: [{name: x, pattern: '(?i)x'}], drop: [{name: x, pattern: z}]}}"), valid: true},
	{name: "the most rules", yaml: ns(oneAgent + "policy: {rules: {keep: " + manyRules(64) + ", drop: " + manyRules(64) + "}}"), valid: true},
	{name: "nulls in a policy", yaml: ns(oneAgent + "policy: {sensitive: null, duplicates: null, rules: null, importance: {judge: null}}"), valid: true},

	{name: "no spec", yaml: "apiVersion: memory.rearview.dev/v1alpha1\nkind: MemoryNamespace\nmetadata: {name: m}\n"},
	{name: "spec is a list", yaml: "apiVersion: memory.rearview.dev/v1alpha1\nkind: MemoryNamespace\nmetadata: {name: m}\nspec: []\n"},
	{name: "spec is null", yaml: "apiVersion: memory.rearview.dev/v1alpha1\nkind: MemoryNamespace\nmetadata: {name: m}\nspec: null\n"},
	{name: "no agents", yaml: ns("suspend: false")},
	{name: "agents empty", yaml: ns("agents: []")},
	{name: "agents null", yaml: ns("agents: null")},
	{name: "agents a map", yaml: ns("agents: {a: {}}")},
	{name: "agent without a name", yaml: ns("agents: [{policy: {}}]")},
	{name: "agent null", yaml: ns("agents: [null]")},
	{name: "agent is a string", yaml: ns("agents: [a]")},
	{name: "agent's name a number", yaml: ns("agents: [{name: 7}]")},
	{name: "agent's name upper-case", yaml: ns("agents: [{name: Coder}]")},
	{name: "agent's name empty", yaml: ns(`agents: [{name: ""}]`)},
	{name: "agent's name too long", yaml: ns("agents: [{name: " + strings.Repeat("a", 64) + "}]")},
	{name: "agent twice", yaml: ns("agents: [{name: a}, {name: b}, {name: a}]")},
	{name: "too many agents", yaml: ns(manyAgents(101))},
	{name: "threshold too high", yaml: ns(oneAgent + "policy: {importance: {thresholdPercent: 101}}")},
	{name: "threshold negative", yaml: ns(oneAgent + "policy: {importance: {thresholdPercent: -1}}")},
	{name: "threshold a float", yaml: ns(oneAgent + "policy: {importance: {thresholdPercent: 0.3}}")},
	{name: "threshold a string", yaml: ns(oneAgent + "policy: {importance: {thresholdPercent: \"30\"}}")},
	{name: "threshold beyond 32 bits", yaml: ns(oneAgent + "policy: {importance: {thresholdPercent: 99999999999}}")},
	{name: "threshold beyond 64 bits", yaml: ns(oneAgent + "policy: {importance: {thresholdPercent: 99999999999999999999999}}")},
	{name: "threshold not a number", yaml: ns(oneAgent + "policy: {importance: {thresholdPercent: .nan}}")},
	{name: "threshold infinite", yaml: ns(oneAgent + "policy: {importance: {thresholdPercent: -.inf}}")},
	{name: "judge unknown", yaml: ns(oneAgent + "policy: {importance: {judge: Model}}")},
	{name: "judge of an agent empty", yaml: ns("agents: [{name: a, policy: {importance: {judge: ''}}}]")},
	{name: "sensitive unknown", yaml: ns(oneAgent + "policy: {sensitive: redact}")},
	{name: "sensitive a list", yaml: ns(oneAgent + "policy: {sensitive: [Keep]}")},
	{name: "similarity too low", yaml: ns(oneAgent + "policy: {duplicates: {mergeSimilarityPercent: 49}}")},
	{name: "similarity of an agent too high", yaml: ns("agents: [{name: a, policy: {duplicates: {mergeSimilarityPercent: 101}}}]")},
	{name: "rule without a name", yaml: ns(oneAgent + "policy: {rules: {keep: [{pattern: x}]}}")},
	{name: "rule without a pattern", yaml: ns(oneAgent + "policy: {rules: {drop: [{name: x}]}}")},
	{name: "rule's name with a space", yaml: ns(oneAgent + "policy: {rules: {keep: [{name: my rule, pattern: x}]}}")},
	{name: "rule's name too long", yaml: ns(oneAgent + "policy: {rules: {keep: [{name: " + strings.Repeat("a", 64) + ", pattern: x}]}}")},
	{name: "rule twice", yaml: ns(oneAgent + "policy: {rules: {keep: [{name: x, pattern: x}, {name: x, pattern: z}]}}")},
	{name: "rule of an agent twice", yaml: ns("agents: [{name: a, policy: {rules: {drop: [{name: x, pattern: x}, {name: x, pattern: z}]}}}]")},
	{name: "rule's pattern empty", yaml: ns(oneAgent + "policy: {rules: {keep: [{name: x, pattern: ''}]}}")},
	{name: "rule's pattern too long", yaml: ns(oneAgent + "policy: {rules: {keep: [{name: x, pattern: " + strings.Repeat("数", 513) + "}]}}")},
	{name: "rule's pattern a number", yaml: ns(oneAgent + "policy: {rules: {keep: [{name: x, pattern: 443}]}}")},
	{name: "too many rules", yaml: ns(oneAgent + "policy: {rules: {keep: " + manyRules(65) + "}}")},
	{name: "a merge of nothing", yaml: ns(oneAgent + "policy: {<<: 3}")},
	{name: "a wrong tag", yaml: ns(oneAgent + "className: !!int x")},
	{name: "weights do not sum", yaml: ns(oneAgent + "policy: {recall: {weights: {vector: 60}}}")},
	{name: "weights negative", yaml: ns(oneAgent + "policy: {recall: {weights: {vector: -10, keyword: 80}}}")},
	{name: "weights of an agent in part", yaml: ns("agents: [{name: a, policy: {recall: {weights: {vector: 60}}}}]")},
	{name: "weights of an agent do not sum", yaml: ns("agents: [{name: a, policy: {recall: {weights: {vector: 60, keyword: 20, recency: 20, task: 10}}}}]")},
	{name: "two faults at once", yaml: ns("agents: [{name: A}]\npolicy: {recall: {topK: 0}}")},
	{name: "faults that hide rules", yaml: ns("agents: []\ndeletionPolicy: Keep\npolicy: {recall: {weights: {vector: 60}}}")},
	{name: "unknown deletion policy", yaml: ns(oneAgent + "deletionPolicy: Archive")},
	{name: "suspend a string", yaml: ns(oneAgent + `suspend: "no"`)},
	{name: "class name with an underscore", yaml: ns(oneAgent + "className: my_class")},
	{name: "schedule of four fields", yaml: ns(oneAgent + `maintenance: {schedule: "0 3 * *"}`)},
	{name: "schedule a descriptor", yaml: ns(oneAgent + `maintenance: {schedule: "@midnight"}`)},
	{name: "time zone with a space", yaml: ns(oneAgent + "maintenance: {timeZone: New York}")},
	{name: "name too long", yaml: strings.Replace(ns(oneAgent), "name: m", "name: "+strings.Repeat("m", 53), 1)},
	{name: "name with dots", yaml: strings.Replace(ns(oneAgent), "name: m", "name: m.n", 1)},
	{name: "name default", yaml: strings.Replace(ns(oneAgent), "name: m", "name: default", 1)},
	{name: "name upper-case", yaml: strings.Replace(ns(oneAgent), "name: m", "name: Memory", 1)},
	{name: "no name", yaml: strings.Replace(ns(oneAgent), "  name: m\n", "  labels: {}\n", 1)},
	{name: "name a number", yaml: strings.Replace(ns(oneAgent), "name: m", "name: 7", 1)},
	{name: "no metadata", yaml: "apiVersion: memory.rearview.dev/v1alpha1\nkind: MemoryNamespace\nspec:\n  agents: [{name: a}]\n"},
	{name: "bad label", yaml: ns(oneAgent, "labels: {app: a b}")},
	{name: "bad annotation", yaml: ns(oneAgent, "annotations: {a b: c}")},
	{name: "label a number", yaml: ns(oneAgent, "labels: {app: 7}")},

	{name: "unknown field", yaml: ns(oneAgent + "polcy: {}")},
	{name: "unknown fields at several depths", yaml: ns("agents: [{name: a, role: x}]\npolicy: {importance: {jugde: Auto}}") + "extra: 1\n"},
	{name: "unknown field in metadata", yaml: ns(oneAgent, "nme: x")},
	{name: "duplicate key", yaml: ns(oneAgent + "suspend: true\nsuspend: false")},
	{name: "duplicate keys", yaml: ns(oneAgent+"suspend: true\nsuspend: false", "name: x")},
	{name: "broken YAML", yaml: ns("agents: [{name: a}")},
	{name: "tab", yaml: ns(oneAgent) + "\tsuspend: true\n"},

	{name: "smallest class", yaml: class("type: Embedded\nembedded: {}"), valid: true},
	{name: "class with an endpoint", yaml: class("type: Embedded\nembedded: {storage: 2Gi}\nembedding: {type: OpenAICompatible, openAICompatible: {url: 'http://o:1/v1', model: m, dimension: 8, apiKeySecretRef: {name: k}}}"), valid: true},
	{name: "class with resources", yaml: class("type: Embedded\nembedded: {}\nserver: {resources: {limits: {memory: 1Gi, cpu: 2}}}"), valid: true},
	{name: "class without a type", yaml: class("embedded: {}")},
	{name: "class of another type", yaml: class("type: Milvus")},
	{name: "class without its block", yaml: class("type: Embedded")},
	{name: "storage too small", yaml: class("type: Embedded\nembedded: {storage: 1Mi}")},
	{name: "storage an integer too small", yaml: class("type: Embedded\nembedded: {storage: 1}")},
	{name: "storage negative", yaml: class("type: Embedded\nembedded: {storage: -1Gi}")},
	{name: "storage nonsense", yaml: class("type: Embedded\nembedded: {storage: big}")},
	{name: "storage a float", yaml: class("type: Embedded\nembedded: {storage: 1.5}")},
	{name: "storage a list", yaml: class("type: Embedded\nembedded: {storage: [1]}")},
	{name: "built-in with an endpoint", yaml: class("type: Embedded\nembedded: {}\nembedding: {openAICompatible: {url: 'http://o/v1', model: m, dimension: 8}}")},
	{name: "endpoint missing", yaml: class("type: Embedded\nembedded: {}\nembedding: {type: OpenAICompatible}")},
	{name: "endpoint in part", yaml: class("type: Embedded\nembedded: {}\nembedding: {type: OpenAICompatible, openAICompatible: {url: 'ftp://o', dimension: 0}}")},
	{name: "class with a model", yaml: class("type: Embedded\nembedded: {}\nmodel: {url: 'http://o:1/v1', name: 'qwen2.5:7b', timeoutSeconds: 300, apiKeySecretRef: {name: k, key: m}}"), valid: true},
	{name: "model empty", yaml: class("type: Embedded\nembedded: {}\nmodel: {}")},
	{name: "model in part", yaml: class("type: Embedded\nembedded: {}\nmodel: {url: 'o:1', name: '', timeoutSeconds: 0}")},
	{name: "model's key without a name", yaml: class("type: Embedded\nembedded: {}\nmodel: {url: 'http://o/v1', name: m, apiKeySecretRef: {key: k}}")},
	{name: "model a name", yaml: class("type: Embedded\nembedded: {}\nmodel: qwen")},
	{name: "claims", yaml: class("type: Embedded\nembedded: {}\nserver: {resources: {claims: [{name: x}]}}")},
}

func manyAgents(n int) string {
	var b strings.Builder
	b.WriteString("agents:\n")
	for i := range n {
		fmt.Fprintf(&b, "- name: a%d\n", i)
	}
	return b.String()
}

func manyRules(n int) string {
	rules := make([]string, n)
	for i := range rules {
		rules[i] = fmt.Sprintf("{name: r%d, pattern: x}", i)
	}
	return "[" + strings.Join(rules, ", ") + "]"
}
