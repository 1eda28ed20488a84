import { describe, expect, test } from 'vitest';
import english from './i18n/english';

/**
 * What the product has to tell people about credentials, groups, spreadsheets, evidence and requests for another name: each
 * message, where its words are, and the test that shows it on its screen.
 */
const MESSAGES: readonly [what: string, key: string, file: string, test: string][] = [
  // What went wrong.
  [
    'Could not publish credentials',
    'publish.couldNot.title',
    'features/publish/PublicationResult.test.tsx',
    'what no credit was left for is told with the way to more',
  ],
  [
    'a draft above the plan',
    'publish.couldNot.title',
    'features/credentials/messages.test.tsx',
    'a draft that no credit was left for says where to get one',
  ],
  [
    'Upload failed: the file is saved for analysis',
    'alerts.spreadsheet.body',
    'features/imports/messages.test.tsx',
    'a spreadsheet that could not be processed is told as kept for analysis, with the reason',
  ],
  [
    'Could not retrieve Recipient Link',
    'recipient.link.failedTitle',
    'features/credentials/messages.test.tsx',
    'a recipient link that could not be had is told, and to try later',
  ],
  [
    'Name change requests not approved or denied',
    'nameChanges.failed',
    'features/name-changes/messages.test.tsx',
    'requests that could not be decided are told as not approved or denied',
  ],
  [
    'one of many requests refused',
    'nameChanges.failed',
    'features/name-changes/messages.test.tsx',
    'a request that was refused among others says why',
  ],
  [
    'Error saving Group',
    'groups.notSaved',
    'features/groups/messages.test.tsx',
    'a group that could not be saved says so, with the reason',
  ],
  [
    'Error saving the credential',
    'credentials.saveFailed',
    'features/credentials/messages.test.tsx',
    'a credential that could not be saved says so',
  ],
  [
    'a grade is a percentage',
    'validation.percent',
    'features/credentials/messages.test.tsx',
    'a grade must be a percentage from 0 to 100',
  ],
  [
    'Expiry change requires credits',
    'errors.credential.expiry_credits',
    'features/credentials/messages.test.tsx',
    'a new last day without credits is refused in words, and the dialog stays',
  ],
  [
    'duplicates cannot be forbidden while there are some',
    'errors.group.duplicates_exist',
    'features/groups/messages.test.tsx',
    'duplicates stay allowed while there are some, and it is told why',
  ],
  [
    'a group needs a design before credentials',
    'credentials.group.noDesign',
    'features/credentials/groupMessages.test.tsx',
    'a group without a design takes no credentials and says what it needs',
  ],
  [
    'File too large, of evidence',
    'problem.fileTooLarge',
    'features/evidence/EvidenceDialog.test.tsx',
    'a file that is too large is told with the largest size',
  ],
  [
    'File too large, of a spreadsheet',
    'problem.fileTooLarge',
    'features/imports/messages.test.tsx',
    'a spreadsheet that is too large is told with the largest size, before it is sent',
  ],
  [
    'a file could not be uploaded',
    'problem.upload',
    'features/evidence/EvidenceDialog.test.tsx',
    'a file that the store does not take is told as an upload that failed',
  ],
  [
    'invalid file type for evidence',
    'evidence.invalidType',
    'features/evidence/EvidenceDialog.test.tsx',
    'a picture that is none has an invalid file type for evidence',
  ],
  [
    'the example was not sent',
    'groups.example.failed',
    'features/credentials/groupMessages.test.tsx',
    'an example that could not be sent says why',
  ],
  [
    'the export did not begin',
    'ui.export.failed',
    'ui/list/ExportRows.test.tsx',
    'an export that did not begin says so',
  ],
  [
    'File too large, of a picture',
    'problem.fileTooLarge',
    'features/credentials/messages.test.tsx',
    'a picture that is too large is told with the largest size',
  ],
  [
    'a picture could not be uploaded',
    'problem.upload',
    'features/credentials/messages.test.tsx',
    'a picture that did not arrive is told as an upload that failed',
  ],
  [
    'a file that is no spreadsheet',
    'imports.file.type',
    'features/imports/messages.test.tsx',
    'what is no spreadsheet is told before it is sent',
  ],
  [
    'Upload failed, before the file is read',
    'errors.import.failed',
    'features/imports/messages.test.tsx',
    'a spreadsheet that the server does not take is told with its reason, and can be sent again',
  ],
  [
    'expiry of many without credits',
    'errors.credential.expiry_credits',
    'features/actions/messages.test.tsx',
    'what many got is told with what became of each, and why one was refused',
  ],
  [
    'an action on many that did not begin',
    'problem.generic',
    'features/actions/messages.test.tsx',
    'an action that could not begin says why, and the dialog stays',
  ],
  [
    'a second request for another name',
    'errors.name_change.open',
    'features/recipient/messages.test.tsx',
    'a second request while one waits is refused in words',
  ],
  [
    'names that were not typed alike',
    'recipient.name.differs',
    'features/recipient/messages.test.tsx',
    'two names that differ are not sent',
  ],
  [
    'too many requests',
    'problem.highDemand',
    'app/refusals.test.tsx',
    'too many requests are told once, with the high demand',
  ],
  [
    'a permission that is missing',
    'problem.accessDeniedTitle',
    'app/refusals.test.tsx',
    'a missing permission is told as Access Denied, with what it is for',
  ],
  [
    'signed out for security',
    'problem.signedOut',
    'app/refusals.test.tsx',
    'whoever is not signed in any more comes to sign-in and is told why',
  ],
  [
    'no answer in time',
    'problem.noAnswer',
    'features/credentials/messages.test.tsx',
    'a server that gave no answer in time is told, and the dialog stays',
  ],
  // What went well.
  [
    'credentials published, with counts and a note on the mails',
    'publish.resultMails',
    'features/publish/PublicationResult.test.tsx',
    'what was published is counted, and the mails are told',
  ],
  [
    'credential deleted',
    'credentials.delete.done_one',
    'features/credentials/messages.test.tsx',
    'a deleted credential is told with a way back',
  ],
  [
    'credential expired',
    'credentials.expiry.expired',
    'features/credentials/messages.test.tsx',
    'a credential that was ended is told as expired',
  ],
  [
    'mail sent again',
    'credentials.resend.done',
    'features/credentials/messages.test.tsx',
    'a mail that was sent again names its address',
  ],
  ['group saved', 'groups.saved', 'features/groups/messages.test.tsx', 'a group that was saved is told'],
  [
    'example credential sent',
    'groups.example.done',
    'features/credentials/groupMessages.test.tsx',
    'an example credential is told as sent',
  ],
  [
    'CSV generating',
    'ui.export.generating',
    'ui/list/ExportRows.test.tsx',
    'a file of rows is told as generating, and that a mail will come',
  ],
  [
    'a request for another name is on its way',
    'recipient.name.asked',
    'features/recipient/messages.test.tsx',
    'a request that went to the issuer is told, and that a mail will come',
  ],
  [
    'a name that the rule corrected',
    'recipient.name.made',
    'features/recipient/messages.test.tsx',
    'a tiny correction that the rule made is told as made',
  ],
  [
    'what many got, with what became of each',
    'actions.result',
    'features/actions/messages.test.tsx',
    'what many got is told with what became of each, and why one was refused',
  ],
];

const sources = import.meta.glob<string>('./**/*.test.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const wordsOf = (key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((texts, part) => (texts as Record<string, unknown> | undefined)?.[part], english);

/** The text of one test: from its name to the next test. */
function bodyOf(source: string, name: string): string | undefined {
  const start = source.indexOf(`test('${name}'`);
  if (start < 0) return undefined;
  const end = source.indexOf('\ntest(', start);
  return source.slice(start, end < 0 ? undefined : end);
}

describe('each message is shown by a test of its screen', () => {
  test.each(MESSAGES)('%s', (_, key, file, name) => {
    expect(wordsOf(key), `the words at ${key}`).toBeTypeOf('string');
    const body = bodyOf(sources[`./${file}`] ?? '', name);
    expect(body, `the test "${name}" in ${file}`).toBeDefined();
    expect(body, 'a test that looks at the screen').toMatch(/screen\.|await (decide|ask)\(/);
  });
});
