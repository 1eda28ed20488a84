package demo

// person is a recipient of the demo.
type person struct{ name, local string }

// script is a writing system with given names and family names. order is the order of a full name.
type script struct {
	tag           string
	given, family []string
	familyFirst   bool
	space         string
}

// scripts are the writing systems of the recipients, which show that certificates support them.
var scripts = []script{
	{"en", []string{"Amelia", "Oliver", "Isla", "George", "Freya"}, []string{"Hartley", "Okonkwo", "Whitcombe", "O’Sullivan"}, false, " "},
	{"eu", []string{"Zoë", "Søren", "Łukasz", "Begoña", "Jürgen"}, []string{"Müller-Lüdenscheidt", "Ångström", "Žižková", "Iturrioz Etxeberria"}, false, " "},
	{"vi", []string{"Thu Hương", "Minh Đức", "Ngọc Ánh", "Quốc Bảo", "Thị Lan"}, []string{"Nguyễn", "Trần", "Phạm", "Đặng"}, true, " "},
	{"uk", []string{"Оксана", "Тарас", "Марія", "Андрій", "Юлія"}, []string{"Шевчук", "Коваленко", "Бондаренко", "Мельник"}, false, " "},
	{"el", []string{"Ελένη", "Γιώργος", "Δήμητρα", "Νίκος", "Αικατερίνη"}, []string{"Παπαδοπούλου", "Οικονόμου", "Αντωνίου", "Καραγιάννη"}, false, " "},
	{"ar", []string{"فاطمة", "محمد", "ليلى", "عبد الرحمن", "نورة"}, []string{"الأنصاري", "بن يوسف", "القحطاني", "حدّاد"}, false, " "},
	{"he", []string{"נועה", "איתן", "שירה", "יונתן", "מיכל"}, []string{"לוי", "אברהמי", "בן־דוד", "רוזנברג"}, false, " "},
	{"hi", []string{"अनन्या", "अर्जुन", "प्रिया", "विक्रम", "श्रेया"}, []string{"शर्मा", "चतुर्वेदी", "पटेल", "भट्टाचार्य"}, false, " "},
	{"th", []string{"สมชาย", "กัญญารัตน์", "ณัฐวุฒิ", "ปวีณา", "ธนพล"}, []string{"ศรีสวัสดิ์", "วงศ์ประเสริฐ", "แก้วมณี", "สุขเจริญ"}, false, " "},
	{"ja", []string{"陽菜", "大翔", "さくら", "蓮", "美咲"}, []string{"山田", "佐々木", "高橋", "渡邊"}, true, " "},
}

// people combines given names and family names: 200 recipients in nine scripts.
func people() []person {
	var all []person
	for _, s := range scripts {
		for i := range len(s.given) * len(s.family) {
			given, family := s.given[i%len(s.given)], s.family[i/len(s.given)]
			name := given + s.space + family
			if s.familyFirst {
				name = family + s.space + given
			}
			all = append(all, person{name, s.tag})
		}
	}
	return all
}
