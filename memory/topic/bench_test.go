package topic_test

import (
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory/topic"
)

// hundredTokens are texts of about a hundred tokens of a language model.
var hundredTokens = map[string]string{
	"english": "From September the Pro plan costs 24 euros a month instead of 19, and the free plan keeps its three seats. Maria in finance approved it on Friday; " +
		"the old price list under files.example.test/prices is no longer valid. Please tell customers who ask that their first invoice goes out on 1 October at 8:30, " +
		"that payment is due within 14 days, and that they can switch back to the yearly plan until the end of the year without any fee at all.",
	"chinese": "订单系统从下周一起改用PostgreSQL 15，MySQL方案作废，迁移窗口定在凌晨一点到四点，由老陆负责，阿凯已经转岗了。" +
		"磁盘告警阈值从80%提到90%，超时时间缩短到15分钟，日志一律打JSON格式，测试环境的地址是test.example.test，有问题先在企业微信群里说，不要打电话。",
}

func BenchmarkRead(b *testing.B) {
	for name, text := range hundredTokens {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				topic.Read(text)
			}
		})
	}
	b.Run("64 KiB", func(b *testing.B) {
		long := strings.Repeat(hundredTokens["chinese"], 1<<16/len(hundredTokens["chinese"])+1)[:1<<16]
		b.ReportAllocs()
		for b.Loop() {
			topic.Read(long)
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	pairs := map[string][2]string{
		"sentences": {"订单系统数据库先用MySQL 8", "订单系统改用PostgreSQL 15，MySQL方案作废"},
		"english":   {"The Pro plan costs 19 a month", "From September the Pro plan is 24 a month"},
		"strangers": {"The van company is Boxwell", "Retries are 3, five minutes apart"},
		"hundred":   {hundredTokens["chinese"], hundredTokens["chinese"] + "另外"},
	}
	for name, pair := range pairs {
		b.Run(name, func(b *testing.B) {
			older, newer := topic.Statement{Reading: topic.Read(pair[0])}, topic.Statement{Reading: topic.Read(pair[1])}
			b.ReportAllocs()
			for b.Loop() {
				topic.Compare(older, newer, topic.Nearness{Similarity: 0.7})
			}
		})
	}
}
