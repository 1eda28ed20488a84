/**
 * Words of each kind of text, and the signs and digits that stand between them. Generated designs join them at random, because
 * faults lie where letters meet characters that belong to no script: there the browser chooses a face and shapes anew.
 */
const DIGITS = ['7', '12', '2026', '03-1234567', '1,234.56', '12:30–14:45', '21/11/2026', '92%', '(92 %)', '#5', '№ 48', '+1 555'];
const SIGNS = ['–', '—', '-', '/', '&', '(…)', '*', '•', '§', '@', ':', '.', '€', '$', '"', "'", '“”', '«»', '\u00a0', '→'];
const LATIN = ['ISO 9001', 'LX-2026-0042', 'registrar@example.org', 'https://example.org/c/0f8f?x=1', 'Ph.D.', 'Zoë'];

export const FRAGMENTS = {
  english: {
    language: 'en',
    script: 'latin',
    words: ['Certificate', 'Featherstonehaugh-Wriothesley', 'of', 'Office & Affiliate', 'O’Brien', 'first-class', '“Practical”', 'AVATAR', 'fjord', 'Te Wo'],
    joins: ['£450', '½', '5′ 6″', '3×4', 'x²'],
  },
  turkish: {
    language: 'tr',
    script: 'latin-ext',
    words: ['Başarı', 'Iğdır', 'İşletme', 'ışıklı', 'fihrist', 'Çağıl', 'final', 'müfit', 'Şükrüoğlu-İpekçi'],
    joins: ['₺450', '%92', '’den'],
  },
  polish: {
    language: 'pl',
    script: 'latin-ext',
    words: ['zażółć', 'gęślą', 'jaźń', 'Łódź', 'Świadectwo', '„Statystyka”', 'Wójcik-Żak'],
    joins: ['450 zł', 'nr 12'],
  },
  romanian: {
    language: 'ro',
    script: 'latin-ext',
    words: ['Știință', 'înțelegere', 'Brăila', 'țară', 'şi', '„Statistică”', 'Ioniță'],
    joins: ['nr. 12', '450 lei'],
  },
  vietnamese: {
    language: 'vi',
    script: 'vietnamese',
    words: ['Giấy', 'chứng', 'nhận', 'Nguyễn', 'Ưỡng', 'nghiêng', 'Đặng', 'ngoằn', 'Quỳnh'],
    joins: ['450 ₫', 'số 12'],
  },
  greek: {
    language: 'el',
    script: 'greek',
    words: ['Πιστοποιητικό', 'Χρυσοστομίδης', 'ολοκλήρωσης', '«Στατιστική»', 'ή', 'ΰ', 'Άννα', 'μάιος'],
    joins: ['·', ';', '450 €', 'αρ. 12'],
  },
  russian: {
    language: 'ru',
    script: 'cyrillic',
    words: ['Свидетельство', 'Преображенский-Щербаков', 'ёлка', 'об', '«Статистика»', 'съезд', 'йод'],
    joins: ['450 ₽', '№ 12', 'г.'],
  },
  arabic: {
    language: 'ar',
    script: 'arabic',
    words: ['شهادة', 'إتمام', 'المستنصري', 'الله', 'لله', 'بنجاحٍ', '«الإحصاء»', 'د.', 'أتمّ', 'م'],
    joins: ['٩٢٪', '١١/٦/١٤٤٨', '(٤٥٠ ر.س.)', '،', '؛', '؟', '٣٫١٤', 'ـــ', '21 نوفمبر'],
  },
  'vocalised arabic': {
    language: 'ar',
    script: 'arabic',
    words: [
      'بِسْمِ', 'ٱللَّهِ', 'ٱلرَّحْمَٰنِ', 'ٱلرَّحِيمِ', 'هَٰذَا', 'كِتَابٌ', 'مُبَارَكٌ', 'وَٱلشَّمْسُ', 'لِمُسْتَقَرٍّ', 'لَّهَا', 'قُرْآنًا', 'ٱلْعِلْمُ',
      'نُورٌ', 'مُحَمَّدٌ', 'أُولَٰئِكَ', 'شَيْءٌ', 'إِلَّا', 'لَا', 'يُؤْتِي',
    ],
    joins: ['٩٢٪', '،', '(٢١)', '﴿١﴾', '؟', '«نَعَمْ»'],
  },
  persian: {
    language: 'ar',
    script: 'arabic',
    words: ['گواهی', 'پایان', 'دورهٔ', 'می‌شود', 'ژاله', 'چهار', 'یک', 'کتاب‌ها', '«آمار»'],
    joins: ['۹۲٪', '۱۴۰۵/۸/۳۰', '۴٬۵۰۰', '؛'],
  },
  urdu: {
    language: 'ar',
    script: 'arabic',
    words: ['سندِ', 'تکمیل', 'ٹیکنالوجی', 'ہے', 'بڑے', 'ڈاکٹر', 'میں', 'گئی', '”شماریات“'],
    joins: ['۹۲٪', '۔', '،', '۴۵۶۷'],
  },
  hebrew: {
    language: 'he',
    script: 'hebrew',
    words: ['תעודת', 'סיום', 'בן־אברהם', 'טל׳', 'מס׳', 'ע״מ', 'ד"ר', 'צה״ל', 'ג׳ורג׳', '"סטטיסטיקה"', 'ו-', 'ב-'],
    joins: ['₪450', '450 ₪', 'י"א', '׳', '״', '־', '(5%)', 'ב־21'],
  },
  'pointed hebrew': {
    language: 'he',
    script: 'hebrew',
    words: ['תְּעוּדָה', 'שָׁלוֹם', 'בְּרֵאשִׁית', 'יִשְׂרָאֵל', 'מְנוֹרָה', 'כׇּל־הָאָרֶץ', 'חׇכְמָה', 'פֵּרוּשׁ', 'שׁוּבָה', 'צַּדִּיק'],
    joins: ['׃', '׀', '־', '12', '₪450', 'ג׳'],
  },
  hindi: {
    language: 'hi',
    script: 'devanagari',
    words: ['प्रमाणपत्र', 'श्रीमती', 'ऋतुपर्णा', 'चट्टोपाध्याय', 'क्षत्रिय', 'ज्ञान', 'द्वंद्व', 'र्‍क्त', 'कॉलेज', 'ज़रूर', '“सांख्यिकी”', 'हिंदी'],
    joins: ['२०२६', '९२ %', '₹450', '।', '॥'],
  },
  marathi: {
    language: 'hi',
    script: 'devanagari',
    words: ['प्रमाणपत्र', 'ऱ्हस्व', 'दऱ्या', 'शाळा', 'ल', 'श', 'पूर्ण', 'अॅप'],
    joins: ['२०२६', '₹४५०', '।'],
  },
  thai: {
    language: 'th',
    script: 'thai',
    words: ['ประกาศนียบัตร', 'ผู้', 'ปี่', 'ฎีกา', 'ญู', 'ฐานะ', 'น้ำ', 'กำลัง', 'ที่สุด', 'ปั๊ม', 'เพื่อ', '“สถิติ”'],
    joins: ['๒๕๖๙', '๙๒ %', '฿450', 'ๆ', 'ฯ', 'พ.ศ.'],
  },
  japanese: {
    language: 'ja',
    script: 'japanese',
    words: ['修了証書', '「応用統計学」', 'ヨシノ・サユリ', 'がぎぐ', '神宮寺', '点）', '（注）'],
    joins: ['９２', '￥450', '、', '。', '――', '〜'],
  },
  chinese: {
    language: 'zh-cn',
    script: 'chinese-simplified',
    words: ['结业证书', '“应用统计学”', '欧阳诸葛', '《办法》', '（基础）'],
    joins: ['９２', '￥450', '，', '。', '——', '·'],
  },
  korean: {
    language: 'ko',
    script: 'korean',
    words: ['수료증', '남궁선우', '“통계학”', '뷁', '과정의', '(주)'],
    joins: ['92점', '₩450', '·', '제12호'],
  },
};

export const KINDS = Object.keys(FRAGMENTS);

/** What may stand in a text of any language. */
export const NEUTRAL = { digits: DIGITS, signs: SIGNS, latin: LATIN };
