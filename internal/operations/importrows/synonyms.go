package importrows

import (
	"strings"

	"laurel/internal/issuing/credentials"
)

// The targets of columns. Those of custom attributes and evidence also contain a key or a number.
const (
	toName        = "recipient.name"
	toFirstName   = "recipient.first_name"
	toLastName    = "recipient.last_name"
	ToEmail       = "recipient.email"
	toRecipientID = "recipient.id"
	toPhone       = "recipient.phone_number"
	toGroup       = "group.name"
	toID          = "credential.id"
	toUUID        = "credential.uuid"
	ToLicenseID   = "credential.license_id"
	toTitle       = "credential.name"
	toDescription = "credential.description"
	toIssuedOn    = "credential.issued_on"
	toExpiredOn   = "credential.expired_on"
	toGrade       = "credential.grade"
	toPrivate     = "credential.private"
	customPrefix  = "custom."
)

// targets are the possible targets of a column.
var targets = func() []string {
	all := []string{toFirstName, toLastName, toGroup, toID, toUUID, toIssuedOn, toExpiredOn, toGrade, toPrivate}
	for _, f := range credentials.TextFields {
		all = append(all, targetOf(f))
	}
	return all
}()

// targetOf is the target for a text of a credential.
func targetOf(f credentials.TextField) string {
	if f.OfRecipient() {
		return f.Name
	}
	return "credential." + f.Name
}

// synonyms maps column names in many languages to targets. The names are normalized.
var synonyms = func() map[string]string {
	all := map[string]string{}
	for Target, names := range map[string]string{
		toName: "name, full name, fullname, student name, student, recipient, recipient name, learner, learner name, participant, participant name, " +
			"attendee, holder, graduate, candidate, vollständiger name, teilnehmer, teilnehmerin, empfänger, student in, nom complet, participant e, destinataire, " +
			"nombre completo, nombre y apellidos, nombre, alumno, estudiante, destinatario, nome completo, nome, aluno, participante, " +
			"volledige naam, naam, deelnemer, imię i nazwisko, uczestnik, celé jméno, jméno, navn, fulde navn, namn, nimi, teljes név, név, nume complet, " +
			"полное имя, фио, имя, ім'я, ονοματεπώνυμο, όνομα, الاسم, الاسم الكامل, اسم الطالب, שם, שם מלא, 姓名, 名前, 氏名, 이름, 성명, नाम, पूरा नाम, ชื่อ, ชื่อนามสกุล, ad soyad, isim, họ tên, họ và tên, nama, nama lengkap",
		toFirstName: "first name, firstname, given name, forename, vorname, prénom, prenom, primer nombre, nombre de pila, primeiro nome, voornaam, imię, křestní jméno, " +
			"fornavn, förnamn, etunimi, keresztnév, prenume, имя собственное, име, الاسم الأول, שם פרטי, 名, 이름만, ad, tên",
		toLastName: "last name, lastname, surname, family name, nachname, familienname, nom de famille, nom, apellido, apellidos, sobrenome, apelido, cognome, " +
			"achternaam, nazwisko, příjmení, efternavn, etternavn, efternamn, sukunimi, vezetéknév, фамилия, прізвище, επώνυμο, اسم العائلة, שם משפחה, 姓, 성, soyad, soyadı, họ",
		ToEmail: "email, e mail, email address, e mail address, mail, student email, recipient email, participant email, learner email, e mail adresse, emailadresse, " +
			"adresse e mail, adresse email, courriel, correo, correo electrónico, correo electronico, e mailadres, adres e mail, adres email, endereço de email, indirizzo email, " +
			"sähköposti, epost, e post, e postadress, e posta, eposta, эл почта, почта, электронная почта, пошта, ηλεκτρονικό ταχυδρομείο, البريد الإلكتروني, البريد, דואל, דוא\"ל, " +
			"电子邮件, 邮箱, 電子郵件, メール, メールアドレス, 이메일, ईमेल, อีเมล, thư điện tử, surel",
		toRecipientID: "recipient id, student id, student number, learner id, participant id, matriculation number, matrikelnummer, numéro étudiant, matricule, " +
			"id de estudiante, número de estudiante, studentnummer, numer studenta, номер студента, 学号, 学生番号, 학번, öğrenci no",
		toPhone: "phone, phone number, telephone, mobile, mobile number, telefon, telefonnummer, handy, téléphone, telephone, teléfono, telefone, telefono, telefoon, телефон, هاتف, טלפון, 电话, 電話, 전화",
		"recipient.language": "language, recipient language, preferred language, locale, lang, sprache, bevorzugte sprache, langue, idioma, lingua, taal, język, jazyk, " +
			"sprog, språk, kieli, nyelv, limbă, язык, мова, γλώσσα, اللغة, لغة, שפה, 语言, 語言, 言語, 언어, भाषा, ภาษา, dil, ngôn ngữ, bahasa",
		toGroup: "group, group name, group id, course, course name, class, programme, program, gruppe, kurs, kursname, groupe, cours, formation, grupo, curso, gruppo, corso, groep, " +
			"cursus, grupa, kurz, skupina, группа, курс, ομάδα, مجموعة, المجموعة, الدورة, קבוצה, קורס, 组, 课程, 課程, コース, グループ, 그룹, 과정, grup, kursus, khóa học",
		toID:          "credential id, certificate id, zertifikat id, id du certificat, id del certificado",
		toUUID:        "uuid, credential uuid",
		ToLicenseID:   "license id, licence id, license number, certificate number, external id, reference number, zertifikatsnummer, numéro de certificat, número de certificado, номер сертификата, 证书编号, 証明書番号",
		toTitle:       "credential name, certificate name, title, titel, titre, título, titolo",
		toDescription: "description, credential description, beschreibung, descripción, descrição, descrizione, omschrijving, opis, описание, الوصف, תיאור, 描述, 説明, 설명",
		toIssuedOn: "issued on, issue date, issued, issued date, date issued, date, date of issue, award date, completion date, completed on, datum, ausstellungsdatum, " +
			"ausgestellt am, abschlussdatum, date d'émission, date de délivrance, date d'obtention, fecha, fecha de emisión, fecha de expedición, data, data de emissão, " +
			"data di emissione, datum van uitgifte, data wydania, datum vydání, dato, udstedelsesdato, utstedelsesdato, päivämäärä, kelt, dátum, дата, дата выдачи, дата видачі, " +
			"ημερομηνία, تاريخ, التاريخ, تاريخ الإصدار, תאריך, תאריך הנפקה, 日期, 颁发日期, 発行日, 日付, 발급일, 날짜, तारीख, วันที่, tarih, veriliş tarihi, ngày, ngày cấp, tanggal",
		toExpiredOn: "expired on, expiry date, expiry, expires, expires on, expiration date, expiration, valid until, valid to, ablaufdatum, gültig bis, date d'expiration, " +
			"valable jusqu'au, fecha de vencimiento, fecha de caducidad, válido hasta, data de validade, scadenza, data di scadenza, vervaldatum, geldig tot, ważne do, " +
			"data ważności, platnost do, udløbsdato, utløpsdato, срок действия, действителен до, تاريخ الانتهاء, صالح حتى, תאריך תפוגה, בתוקף עד, 有效期至, 到期日, 有効期限, 만료일, son geçerlilik tarihi, ngày hết hạn",
		toGrade:   "grade, score, mark, result, percent, percentage, note, punkte, ergebnis, nota, calificación, puntuación, classificação, voto, punteggio, cijfer, ocena, wynik, známka, karakter, betyg, arvosana, оценка, балл, βαθμός, الدرجة, ציון, 成绩, 分数, 成績, 点数, 점수, not, puan, điểm, nilai",
		toPrivate: "private, privat, privé, privado, privato, prywatny, приватный",
	} {
		for name := range strings.SplitSeq(names, ",") {
			if name = normal(name); all[name] == "" || len(Target) < len(all[name]) {
				all[name] = Target
			}
		}
	}
	return all
}()
