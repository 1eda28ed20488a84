import './verifier.css';
import type { Bytes } from './bytes';
import { type Doc, isDoc, listOf, textOf } from './json';
import { keptIn, keptSince } from './kept';
import { type Found, listKept, type Step, verifyFiles } from './verify';
import { filled, isRightToLeft, LANGUAGES, type Language, preferred } from './words';

const MOST_FILES = 50;
const MOST_BYTES = 8 * 1024 * 1024;
const SIGNS = { good: '✓', bad: '✕', open: '?' };

const kept = keptIn(document);

let language: Language = preferred();
let files: { name: string; bytes: Bytes }[] = [];
let found: Found[] = [];
let refused: string[] = [];
let known: Awaited<ReturnType<typeof listKept>> = { keys: [], lists: [] };

const words = () => LANGUAGES[language];

/** Creates an element with text and children. Untrusted words are always text, never markup. */
function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function draw(): void {
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
  const own = words().offline;
  document.title = own.title;
  const outcome = make('div', { id: 'outcome' }, ...found.map(result));
  outcome.setAttribute('aria-live', 'polite');
  document.body.replaceChildren(
    make(
      'main',
      {},
      languageMenu(),
      make('h1', {}, own.title),
      make('p', {}, own.text),
      zone(),
      handed(),
      ...refused.map((name) => make('p', {}, filled(own.tooMuch, { name }))),
      atHand(),
      outcome,
    ),
  );
}

function languageMenu(): HTMLElement {
  const names = { en: 'English', de: 'Deutsch', ar: 'العربية' };
  const options = Object.entries(names).map(([value, name]) => {
    const option = make('option', { value, selected: value === language, lang: value }, name);
    return option;
  });
  const menu = make('select', { ariaLabel: words().offline.language }, ...options);
  menu.onchange = () => {
    language = menu.value as Language;
    draw();
  };
  return menu;
}

function zone(): HTMLElement {
  const own = words().offline;
  const input = make('input', { type: 'file', multiple: true });
  input.onchange = () => void take(input.files);
  return make(
    'label',
    { className: 'zone' },
    make('span', {}, own.drop),
    input,
    make('small', {}, kept.length > 0 ? own.kept : own.needed),
  );
}

function handed(): HTMLElement {
  const own = words().offline;
  if (files.length === 0) return make('p', { hidden: true });
  const clear = make('button', { type: 'button' }, own.clear);
  clear.onclick = () => {
    [files, refused] = [[], []];
    void check();
  };
  return make('p', { className: 'files' }, ...files.map(({ name }) => make('bdi', {}, name)), clear);
}

/** The keys and lists used by the verdict, with their dates: a list says nothing about later changes. */
function atHand(): HTMLElement {
  const own = words().offline;
  const since = keptSince(document);
  const keys = known.keys.map((issuer) =>
    make('li', {}, filled(since ? own.keysOf : own.keys, { issuer, date: since })),
  );
  const lists = known.lists.map(([address, date]) =>
    make(
      'li',
      {},
      filled(own.listOf, { date: date.slice(0, 10) }),
      make('small', {}, make('bdi', {}, address)),
    ),
  );
  return make('ul', { id: 'kept-list', hidden: keys.length + lists.length === 0 }, ...keys, ...lists);
}

function result({ verdict, credential, steps }: Found): HTMLElement {
  const title = words().verdict[verdict].title;
  const text = verdict === 'valid' ? words().offline.valid : words().verdict[verdict].text;
  const section = make('section', {}, make('h2', {}, title), make('p', {}, text));
  section.dataset.verdict = verdict;
  if (credential) section.append(facts(credential));
  section.append(make('ul', {}, ...steps.map(stepLine)));
  return section;
}

function facts(credential: Doc): HTMLElement {
  const own = words().offline;
  const subject = isDoc(credential.credentialSubject) ? credential.credentialSubject : {};
  const achievement = isDoc(subject.achievement) ? subject.achievement : {};
  const issuer = isDoc(credential.issuer) ? credential.issuer : { id: credential.issuer };
  const [grade] = listOf(subject.result);
  const [scale] = listOf(achievement.resultDescription);
  const unit = isDoc(scale) && scale.resultType === 'Percent' ? '%' : '';
  const rows = [
    [own.name, textOf(achievement.name)],
    [own.recipient, textOf(subject.name)],
    [own.grade, isDoc(grade) && textOf(grade.value) ? textOf(grade.value) + unit : ''],
    [own.issuer, [textOf(issuer.name), textOf(issuer.id)].filter(Boolean).join(' – ')],
    [own.issuedAt, textOf(credential.awardedDate || credential.validFrom).slice(0, 10)],
    [own.validUntil, textOf(credential.validUntil).slice(0, 10)],
  ] as const;
  const shown = rows.filter(([, value]) => value !== '');
  return make(
    'dl',
    {},
    ...shown.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, make('bdi', {}, value))]),
  );
}

const GOOD = new Set<Step['code']>(['signature_good', 'status_good', 'status_none', 'in_time']);
const OPEN = new Set<Step['code']>([
  'key_unreachable',
  'status_unreachable',
  'signature_unsupported',
  'status_unsupported',
  'kind_unsupported',
]);

function stepLine({ code, params, address, asOf }: Step): HTMLElement {
  const own = words().offline;
  const state = GOOD.has(code) ? 'good' : OPEN.has(code) ? 'open' : 'bad';
  const text =
    code === 'key_unreachable'
      ? own.needKeys
      : code === 'status_unreachable'
        ? own.needList
        : words().steps[code];
  const line = make('li', {}, make('span', { ariaHidden: 'true' }, SIGNS[state]), filled(text, params));
  line.dataset.state = state;
  const date = asOf ? ` · ${filled(own.listOf, { date: asOf.slice(0, 10) })}` : '';
  if (address) line.append(make('small', {}, make('bdi', {}, address), date));
  return line;
}

async function take(given: FileList | null | undefined): Promise<void> {
  refused = [];
  for (const file of given ?? []) {
    if (file.size > MOST_BYTES || files.length >= MOST_FILES) refused.push(file.name);
    else files.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  }
  await check();
}

async function check(): Promise<void> {
  const all = [...files.map(({ bytes }) => bytes), ...kept];
  [found, known] = [await verifyFiles(all), await listKept(all)];
  draw();
}

document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void take(event.dataTransfer?.files);
});
void check();
