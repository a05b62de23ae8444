package importance

// standing are the words of what binds beyond the task at hand: rules without an end, and matters of safety.
var standing = func() phraseTable {
	table := phraseTable{}
	table.add(standingPhrases, 0)
	return table
}()

const standingPhrases = `
	以后, 今后, 从今往后, 往后, 一律, 永远, 从来, 每次, 每回, 凡是, 凡, 任何时候, 任何情况, 始终, 一直, 向来, 长期, 谁来都, 哪次都, 无论什么时候, 不管什么时候, 所有项目, 所有任务
	always, never, ever, from now on, going forward, in future, in the future, every time, each time, whenever, at all times, under no circumstances, without exception, no exceptions, in general, by default, any time, as a rule, anything to do with, everything goes
	今後, これから, 必ず毎回, 毎回, いつも, 決して, 絶対に, 常に
	immer, nie, niemals, grundsätzlich, künftig, ab jetzt, jedes mal, ausnahmslos
	siempre, nunca, jamás, de ahora en adelante, en adelante, cada vez, en ningún caso
	过敏, 忌口, 禁忌, 医生叮嘱, 医嘱, 会喉头水肿, 晕车, 乳糖不耐, 起疹子, 有毒, 触电, 药物相互作用
	allergy, allergic, allergies, intolerant, intolerance, coeliac, celiac, epipen, anaphylactic, anaphylaxis, diabetic, epileptic, pregnant, asthma, pacemaker, toxic, poisonous, colour blind, color blind
	アレルギー, 喘息, 妊娠, allergie, allergisch, unverträglich, schwanger, alergia, alérgico, alérgica, celíaco, celíaca, embarazada`

// Standing says whether a demand binds beyond the task at hand: a rule without an end, or a matter of safety.
func Standing(content string) bool { return standing.rulesIn(read(content).folded) != 0 }
