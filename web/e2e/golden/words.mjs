/**
 * What the designs of the golden set say in each language: whole sentences with the punctuation, digits, marks and long
 * words of the script, since those are where two ways of setting a text part. `wide` is a word that a narrow frame cuts.
 */
export const WORDS = {
  en: {
    heading: 'Certificate of Completion',
    presents: 'This certifies that',
    name: 'Bartholomew Alexander Featherstonehaugh-Wriothesley',
    course: 'Fundamentals of Office & Affiliate Finance',
    statement:
      'has completed all forty hours of the course “Practical Statistics”, including eight exercises, two essays and a final examination, with distinction (92 %) on 21 November 2026.',
    mixed: 'Verify at https://credentials.example.org/verify/0f8fad5b-d9cb-469f-a165-70867728950e?lang=en or write to registrar@example.org.',
    wide: 'Antidisestablishmentarianism-counterrevolutionaries',
    upper: 'valid in all member states – first-class honours',
    signer: 'Dr. Eleanor O’Brien, Director',
  },
  de: {
    heading: 'Teilnahmebescheinigung',
    presents: 'Hiermit wird bescheinigt, dass',
    name: 'Jürgen-Maximilian Freiherr von Müller-Lüdenscheidt',
    course: 'Grundlagen der Wärmerückgewinnung',
    statement:
      'alle vierzig Unterrichtsstunden des Kurses „Angewandte Statistik“ einschließlich der schriftlichen Abschlussprüfung am 21. November 2026 mit großem Erfolg (Note: 1,3) abgeschlossen hat.',
    mixed: 'Prüfen Sie die Echtheit unter https://nachweise.example.org/prüfen/0f8fad5b-d9cb-469f?größe=a4 oder per E-Mail: büro@example.org.',
    wide: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
    upper: 'außergewöhnliche Leistungen – Straße des Maßes, ﬁnal',
    signer: 'Prof. Dr. Käthe Größer, Leiterin',
  },
  tr: {
    heading: 'Başarı Belgesi',
    presents: 'İşbu belge ile',
    name: 'Iğdır Çağıl Şükrüoğlu-İpekçi',
    course: 'İşletme İktisadına Giriş',
    statement:
      'adlı katılımcının “Uygulamalı İstatistik” kursunun kırk saatlik tüm derslerini, sekiz alıştırmayı ve bitirme sınavını 21 Kasım 2026 tarihinde üstün başarıyla (%92) tamamladığı onaylanır.',
    mixed: 'Belgeyi https://belgeler.example.org/doğrula/0f8fad5b-d9cb-469f?dil=tr adresinde veya kayit@example.org ile doğrulayın.',
    wide: 'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine',
    upper: 'istanbul ilinin ışıklı ilçelerinde geçerlidir',
    signer: 'Dr. Gülşah Yıldırım, Müdür',
  },
  el: {
    heading: 'Πιστοποιητικό Ολοκλήρωσης',
    presents: 'Πιστοποιείται ότι',
    name: 'Παναγιώτης Χρυσοστομίδης-Παπαδιαμαντόπουλος',
    course: 'Εισαγωγή στη Στατιστική',
    statement:
      'ολοκλήρωσε με άριστα (92 %) και τις σαράντα ώρες του μαθήματος «Εφαρμοσμένη Στατιστική», μαζί με οκτώ ασκήσεις και την τελική εξέταση, στις 21 Νοεμβρίου 2026· ο τίτλος δεν λήγει.',
    mixed: 'Επαληθεύστε στη διεύθυνση https://titloi.example.org/el/0f8fad5b-d9cb-469f ή γράψτε στο grammateia@example.org;',
    wide: 'Λοπαδοτεμαχοσελαχογαλεοκρανιολειψανοδριμυποτριμματοσιλφιο',
    upper: 'ολοκλήρωση σπουδών – μάιος, ρολόι, νεράιδα, ή όχι',
    signer: 'Δρ. Ιωάννα Ευθυμίου, Διευθύντρια',
  },
  ru: {
    heading: 'Свидетельство об окончании',
    presents: 'Настоящим подтверждается, что',
    name: 'Константин Александрович Преображенский-Щербаков',
    course: 'Основы прикладной статистики',
    statement:
      'успешно (92 %) прослушал все сорок часов курса «Прикладная статистика», выполнил восемь упражнений и сдал итоговый экзамен 21 ноября 2026 г. — с отличием.',
    mixed: 'Проверить: https://dokumenty.example.org/проверка/0f8fad5b-d9cb-469f?язык=ru или по почте registrator@example.org.',
    wide: 'Превысокомногорассмотрительствующий-рентгеноэлектрокардиографического',
    upper: 'объявлен лучшим учеником – ёлка, щука, съезд',
    signer: 'д-р Ольга Жуковская, директор',
  },
  vi: {
    heading: 'Giấy chứng nhận hoàn thành',
    presents: 'Chứng nhận rằng',
    name: 'Nguyễn Thị Phương Quỳnh Ngọc Ưỡng',
    course: 'Nhập môn Thống kê Ứng dụng',
    statement:
      'đã hoàn thành xuất sắc (92 %) toàn bộ bốn mươi giờ học của khóa “Thống kê ứng dụng”, gồm tám bài tập, hai bài luận và kỳ thi cuối khóa vào ngày 21 tháng 11 năm 2026.',
    mixed: 'Kiểm tra tại https://chungchi.example.org/kiểm-tra/0f8fad5b-d9cb-469f hoặc gửi thư tới phòngđàotạo@example.org.',
    wide: 'Nghiêngnghiêngnghiêngnghiêngngoằnngoèongoằnngoèo',
    upper: 'có giá trị trên toàn quốc – ưỡn ẹo, quằn quại',
    signer: 'TS. Đặng Thuỳ Dương, Hiệu trưởng',
  },
  ar: {
    heading: 'شهادة إتمام',
    presents: 'يشهد المعهد بأن',
    name: 'عبد الرحمن بن عبد العزيز المستنصري الهاشمي',
    course: 'مبادئ الإحصاء التطبيقي',
    statement:
      'قد أتمّ بنجاحٍ وامتياز (٩٢٪) جميع ساعات دورة «الإحصاء التطبيقي» الأربعين، بما فيها ثمانية تمارين وامتحانٌ نهائيّ، وذلك بتاريخ 21 نوفمبر 2026 م، الموافق ١١/٦/١٤٤٨.',
    mixed: 'للتحقّق: https://credentials.example.org/ar/0f8fad5b-d9cb-469f (الرقم LX-2026-0042) أو registrar@example.org.',
    wide: 'أفاستسقيناكموها-فأسقيناكموهاوالمستشفيات',
    upper: 'صالحة في جميع الدول – الدورة ISO 9001',
    signer: 'د. فاطمة الزهراء، المديرة',
  },
  he: {
    heading: 'תעודת סיום',
    presents: 'הננו לאשר כי',
    name: 'אלישבע-מיכל בן־אברהם רוזנצווייג',
    course: 'מבוא לסטטיסטיקה שימושית',
    statement:
      'סיימה בהצטיינות (92%) את כל ארבעים השעות של הקורס "סטטיסטיקה שימושית", לרבות שמונה תרגילים ובחינת סיום, ביום 21 בנובמבר 2026 – י"א בכסלו התשפ"ז.',
    mixed: 'לאימות: https://teudot.example.org/he/0f8fad5b-d9cb-469f?lang=he, או כתבו אל registrar@example.org.',
    wide: 'ולכשתתאהבנה־והאוטוביוגרפיותיהן־שבפסיכותרפיסטים',
    upper: 'תקף בכל המדינות – לפי תקן ISO 9001',
    signer: 'ד"ר רות כהן, מנהלת',
  },
  hi: {
    heading: 'पूर्णता प्रमाणपत्र',
    presents: 'प्रमाणित किया जाता है कि',
    name: 'श्रीमती ऋतुपर्णा चट्टोपाध्याय-भट्टाचार्य',
    course: 'व्यावहारिक सांख्यिकी के मूल तत्त्व',
    statement:
      'ने “व्यावहारिक सांख्यिकी” पाठ्यक्रम के सभी चालीस घंटे, आठ अभ्यास तथा अंतिम परीक्षा २१ नवम्बर २०२६ को विशिष्ट श्रेणी (९२ %) में सफलतापूर्वक पूर्ण किए। क्षत्रिय, ज्ञान, द्वंद्व, र्‍क्त।',
    mixed: 'सत्यापन: https://pramaan.example.org/hi/0f8fad5b-d9cb-469f अथवा registrar@example.org पर लिखें।',
    wide: 'किंकर्तव्यविमूढ़तापूर्णसांख्यिकीविश्लेषणात्मकदृष्टिकोणों',
    upper: 'सभी राज्यों में मान्य – iso मानक के अनुसार',
    signer: 'डॉ. लक्ष्मी श्रीवास्तव, निदेशक',
  },
  th: {
    heading: 'ประกาศนียบัตร',
    presents: 'ขอมอบประกาศนียบัตรนี้แก่',
    name: 'นางสาวพิมพ์ประไพพรรณ ศรีสุวรรณภูมิรัตนกุล',
    course: 'สถิติประยุกต์เบื้องต้น',
    statement:
      'เพื่อแสดงว่าสำเร็จการศึกษาหลักสูตร “สถิติประยุกต์” ครบทั้งสี่สิบชั่วโมง รวมแบบฝึกหัดแปดชุดและการสอบปลายภาค ด้วยคะแนนดีเยี่ยม (๙๒ %) เมื่อวันที่ ๒๑ พฤศจิกายน พ.ศ. ๒๕๖๙',
    mixed: 'ตรวจสอบได้ที่ https://credentials.example.org/th/0f8fad5b-d9cb-469f หรืออีเมล registrar@example.org ฯลฯ',
    wide: 'กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยามหาดิลกภพ',
    upper: 'ใช้ได้ทุกจังหวัด – มาตรฐาน iso 9001 ปี่ ฎีกา ญู',
    signer: 'ดร. สุภาพร ผู้ดี ผู้อำนวยการ',
  },
  ja: {
    heading: '修了証書',
    presents: 'ここに証明します：',
    name: '𠮷野 小百合（ヨシノ・サユリ）',
    course: '応用統計学「基礎と実践」入門',
    statement:
      '右の者は、本校の「応用統計学」全四十時間の課程を修了し、八回の演習と最終試験（得点９２点）に優秀な成績で合格したことを証します。ただし、（注１）「更新」は不要です。二〇二六年十一月二十一日。',
    mixed: '確認はhttps://shoumei.example.org/ja/0f8fad5b-d9cb-469fまたはregistrar@example.orgへ、ISO 9001認証。',
    wide: 'スーパーコンピューターシミュレーションインフラストラクチャー',
    upper: '全国で有効です。――iso 9001、ｉｓｏ、ぁぃぅっゃゅょ',
    signer: '校長　神宮寺 龍之介',
  },
  'zh-cn': {
    heading: '结业证书',
    presents: '兹证明',
    name: '欧阳诸葛·阿卜杜热依木江',
    course: '应用统计学（基础与实践）',
    statement:
      '已完成“应用统计学”课程全部四十学时，包括八次练习、两篇论文和期末考试（成绩：９２分），成绩优异，于二〇二六年十一月二十一日准予结业。（注：“本证书”长期有效；不必更新。）',
    mixed: '请访问https://zhengshu.example.org/zh/0f8fad5b-d9cb-469f查询，或发邮件至registrar@example.org。',
    wide: '中华人民共和国教育部职业技术教育中心研究所证书查询平台',
    upper: '全国通用——符合iso 9001标准、《暂行办法》',
    signer: '校长：司马相如',
  },
  ko: {
    heading: '수료증',
    presents: '위 사람은',
    name: '남궁선우 (Namgung Seon-u) 독고영재',
    course: '응용 통계학 기초와 실습',
    statement:
      '“응용 통계학” 과정의 전체 마흔 시간과 연습 여덟 번, 최종 시험을 우수한 성적(92점)으로 마쳤으므로 2026년 11월 21일 이 증서를 수여합니다. ‘갱신’은 필요하지 않습니다.',
    mixed: '확인: https://jeungseo.example.org/ko/0f8fad5b-d9cb-469f 또는 registrar@example.org 로 문의하십시오.',
    wide: '한국직업능력개발원응용통계학심화과정수료증발급관리위원회',
    upper: '전국에서 유효함 – iso 9001 표준, 뷁 꿿',
    signer: '원장 황보혜정',
  },
};

export const LANGUAGES = Object.keys(WORDS);
