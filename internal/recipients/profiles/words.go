package profiles

import "strings"

// reserved are slugs that visitors could take for pages of the installation, for those who run it, or for well-known services.
var reserved = words(`
about abuse account accounts admin administrator administration admins adminteam anonymous api app apps assets auth authentication
badge badges billing blog bot bots bug bugs certificate certificates certification claim claims collection collections community contact
credential credentials dashboard delete department departments design designer designs dev developer developers docs documentation download
downloads edit editor email embed error errors event events everyone example explore export faq favicon feedback file files font fonts forum
group groups guest health healthz help helpdesk home host hostmaster image images import index info install invite issuer issuers jobs laurel
laurels legal locales log login logout logs mail mailer media member members message messages moderator moderators new news newsletter
nobody notification notifications null oauth oembed official open organisation organisations organization organizations owner owners page
pages password passwords payment payments postmaster press pricing privacy private profile profiles public readyz recipient recipients
recover register registration reset retrieve robots root sales save search secret secure security self server service services session
sessions settings setup share signin signout signup sitemap sso staff staging static status store subscribe success suggestions superuser
supervisor support supportteam sysadmin system systems team teams template templates terms test tests tos trust undefined unsubscribe update
updates upload uploads user username users validate verification verified verifier verify wallet wallets web webhook webhooks webmaster
website welcome www you your
accredible amazon anthropic apple badgr canvas certifier coursera credly facebook github gitlab gmail google instagram linkedin mastercard
meta microsoft moodle netflix openai outlook paypal parchment sertifier stripe telegram tiktok twitter udemy visa whatsapp wikipedia youtube
`)

// offensive are words that no part of a slug may be.
var offensive = words(`
anal anus arsch arschloch asshole bastard bitch blowjob boobs bullshit clit cock cocksucker cum cunt dickhead dildo faggot fick ficken fotze
fuck fucker fucking genocide heil hitler holocaust horny hure hurensohn incest isis jerkoff kike kkk milf motherfucker nazi nazis neger nigga
nigger nutte paki pedo pedophile penis porn porno pornhub prick pussy rape rapist retard scheisse schlampe schwuchtel shit shithead slut spic
terrorist tits tranny twat vagina wank wanker whore wichser xxx
`)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}
